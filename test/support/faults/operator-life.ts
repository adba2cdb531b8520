import { type Answer, type ApiClient, packetForm } from '../service/api-client.js';
import type { PacketDto } from '../../../src/input-packets/dto/packet.dto.js';
import type { Random } from '../random.js';
import {
  fingerprint,
  type FormPage,
  type FrameState,
  type LedgerEntry,
  type PacketLedger,
  type PacketState,
} from './packet-ledger.js';

const mostFrames = 3;
/** Packets that one operator has at a time. */
const mostPackets = 5;

/** An intake whose answer never came; its key finds out what became of it. */
interface OpenIntake {
  key: string;
  pictures: Buffer[];
}

const newFrame = (picture: Buffer): FrameState => ({ picture: fingerprint(picture), chosen: null });

type Outcome = 'acknowledged' | 'refused' | 'unknown';

/**
 * An operator who takes in, edits, classifies, normalizes, deletes and restores packets and chooses forms, one request
 * after the other, and writes into the ledger what was acknowledged. Operators share no packets.
 */
export class OperatorLife {
  /** Requests that were answered well. */
  acknowledged = 0;
  /** Answers that no fault explains. */
  readonly problems: string[] = [];
  private readonly own: LedgerEntry[] = [];
  private open: OpenIntake | null = null;
  private intakes = 0;

  constructor(
    private readonly name: string,
    private readonly ledger: PacketLedger,
    private readonly pictures: readonly Buffer[],
    private readonly pages: readonly FormPage[],
    private readonly random: Random,
  ) {}

  /** Works until `stopped` says so. A request that breaks off ends one step, not the operator. */
  async work(api: ApiClient, stopped: () => boolean): Promise<void> {
    while (!stopped()) await this.step(api);
  }

  /** Repeats the intake whose answer is missing, if there is one. @throws when it is not answered well */
  async finishIntake(api: ApiClient): Promise<void> {
    if (!this.open) return;
    const { status, body } = await this.send(api, this.open);
    if (status !== 201 || !body.Payload) throw new Error(`a repeated intake answers with ${status}`);
    this.own.push(this.ledger.add(body.Payload.Id, this.open.pictures.map(newFrame)));
    this.open = null;
  }

  private async step(api: ApiClient): Promise<void> {
    const { random } = this;
    // What became of these only the check after the fault can tell.
    const known = this.own.filter(({ state, perhaps }) => !perhaps && state.frames !== null);
    if (this.open) {
      await this.finishIntake(api).catch(() => undefined);
      return;
    }
    if (known.length < 2 || (known.length < mostPackets && random.chance(0.3))) return this.takeIn(api);
    const entry = random.pick(known);
    const { frames, hidden } = entry.state;
    if (!frames) return;
    const [picture, order] = [random.pick(this.pictures), random.int(1, frames.length)];
    const sent = newFrame(picture);
    if (hidden) {
      if (random.chance(0.5))
        return this.change(entry, { frames, hidden: false }, () => api.restore(entry.id));
      return this.change(entry, { frames: null, hidden: false }, () => api.forceDelete(entry.id));
    }
    switch (random.int(1, 11)) {
      case 1:
      case 2:
        return this.change(entry, { frames: [...frames, sent], hidden }, () =>
          api.addFrames(entry.id, [{ bytes: picture }]),
        );
      case 3:
        return this.change(entry, { frames: frames.with(order - 1, sent), hidden }, () =>
          api.replaceFrame(entry.id, order, { bytes: picture }),
        );
      case 4:
        if (frames.length === 1) return;
        return this.change(entry, { frames: frames.toSpliced(order - 1, 1), hidden }, () =>
          api.removeFrame(entry.id, order),
        );
      case 5:
        return this.change(entry, entry.state, () => api.classify(entry.id));
      case 6:
      case 7:
        return this.change(entry, entry.state, () => api.normalize(entry.id));
      case 8:
        return this.change(entry, { frames, hidden: true }, () => api.delete(entry.id));
      case 9:
      case 10:
        return this.chooseOrWithdraw(entry, frames, order, api);
      default:
        return this.change(entry, { frames: null, hidden: false }, () => api.forceDelete(entry.id));
    }
  }

  private chooseOrWithdraw(
    entry: LedgerEntry,
    frames: readonly FrameState[],
    order: number,
    api: ApiClient,
  ): Promise<void> {
    const frame = frames[order - 1];
    const page = this.random.pick(this.pages);
    const chosen = frame.chosen ? null : page;
    const to = { frames: frames.with(order - 1, { ...frame, chosen }), hidden: false };
    return this.change(entry, to, () =>
      chosen
        ? api.chooseForm(entry.id, order, page.formId, page.pageNumber)
        : api.withdrawChoice(entry.id, order),
    );
  }

  private async takeIn(api: ApiClient): Promise<void> {
    const pictures = Array.from({ length: this.random.int(1, mostFrames) }, () =>
      this.random.pick(this.pictures),
    );
    this.open = { key: `${this.name}-${++this.intakes}`, pictures };
    await this.finishIntake(api).then(
      () => this.acknowledged++,
      () => undefined,
    );
  }

  private send(api: ApiClient, { key, pictures }: OpenIntake): Promise<Answer<PacketDto>> {
    const body = packetForm(pictures.map((bytes) => ({ bytes })));
    return api.call('POST', '/api/InputPacket', { body, headers: { 'Idempotency-Key': key } });
  }

  private async change(
    entry: LedgerEntry,
    to: PacketState,
    request: () => Promise<Answer<unknown>>,
  ): Promise<void> {
    entry.perhaps = to;
    const outcome = await request().then(
      ({ status }) => this.outcomeOf(status),
      (): Outcome => 'unknown',
    );
    if (outcome === 'unknown') return;
    if (outcome === 'acknowledged') {
      this.acknowledged++;
      entry.state = to;
    }
    entry.perhaps = null;
  }

  /** Also after a 503 a change may have been made: its commit went through, and the word of it was lost. */
  private outcomeOf(status: number): Outcome {
    if (status === 200 || status === 201) return 'acknowledged';
    if (status === 503) return 'unknown';
    this.problems.push(`operator ${this.name} got ${status}`);
    return 'refused';
  }
}
