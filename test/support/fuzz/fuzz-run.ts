import { Agent } from 'node:http';
import type { ApiClient } from '../service/api-client.js';
import { payloadOf } from '../service/api-client.js';
import { innards } from '../service/innards.js';
import { AnswerCheck, type OpenApiDocument, type Operation } from '../openapi-answer-check.js';
import { Random } from '../random.js';
import {
  type FuzzedOperation,
  fuzzRequest,
  type Ingredients,
  type Intent,
  type Parameter,
} from './fuzz-request.js';
import { type SeedFile, seedFiles } from './mutated-file.js';
import { type RawRequest, sendRaw } from './raw-request.js';

/** Requests under way at one time. */
const lanes = 4;
/** Packets and forms that requests can find, made anew as requests delete them. */
const presentPackets = 6;
const presentForms = 3;
const presentHidden = 3;
/** After so many requests it is seen to that there is something to be found. */
const lookedAfterEach = 3;
/** Of a hundred requests: valid ones, nearly valid ones; the rest is hostile. */
const validShare = 30;
const nearlyShare = 35;
const longestQuote = 300;

/** What came of one operation's requests. */
export interface FuzzedOutcome {
  operationId: string;
  requests: number;
  /** How often each status was answered. */
  statuses: Record<number, number>;
}

/** A request whose answer is not as it has to be. */
export interface FuzzFinding {
  operationId: string;
  /** Number of the request within its operation, by which the seed gives it again. */
  index: number;
  problem: string;
  request: string;
}

/**
 * Drives every operation of the document with generated requests. Each answer must be one that the document
 * describes, with the wrapper where there is one, not 5xx but 503, and show nothing of the service's insides.
 */
export class FuzzRun {
  readonly findings: FuzzFinding[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: lanes });
  private readonly answers: AnswerCheck;
  private readonly packets: string[] = [];
  private readonly forms: string[] = [];
  /** Softly deleted packets, for whom restores. */
  private readonly hidden: string[] = [];

  private looked = 0;

  private constructor(
    private readonly api: ApiClient,
    private readonly document: OpenApiDocument,
    private readonly files: readonly SeedFile[],
    private readonly seed: number,
    private readonly tokens: readonly string[],
  ) {
    this.answers = new AnswerCheck(document);
  }

  /**
   * @param api a caller with all rights
   * @param tokens other tokens, that lack rights or are none
   */
  static async on(
    api: ApiClient,
    document: OpenApiDocument,
    seed: number,
    tokens: readonly string[],
  ): Promise<FuzzRun> {
    return new FuzzRun(api, document, await seedFiles(), seed, [api.bearer ?? '', ...tokens]);
  }

  operations(): FuzzedOperation[] {
    return Object.entries(this.document.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => {
        const {
          operationId,
          parameters = [],
          requestBody,
        } = operation as Operation & { parameters?: Parameter[] };
        const body = Object.keys(requestBody?.content ?? {})[0];
        return { method: verb.toUpperCase(), path, operationId, parameters, ...(body && { body }) };
      }),
    );
  }

  /** Sends so many requests to one operation; what is wrong is added to `findings`. */
  async drive(operation: FuzzedOperation, requests: number): Promise<FuzzedOutcome> {
    const statuses: Record<number, number> = {};
    // The operation before may have deleted what this one is to find, and the other lanes would not wait for it.
    await this.replenish();
    let next = 0;
    const lane = async () => {
      while (next < requests) {
        const index = next++;
        if (index % lookedAfterEach === 0) await this.replenish();
        const request = this.request(operation, index);
        const status = await this.ask(operation, index, request);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (operation.operationId === 'registerForm') await this.tidyLibrary();
    return { operationId: operation.operationId, requests, statuses };
  }

  close(): void {
    this.agent.destroy();
  }

  /** The same for the same seed, but for the identifiers of what is there. */
  private request(operation: FuzzedOperation, index: number): RawRequest {
    const random = new Random(this.seed).fork(`${operation.operationId} ${index}`);
    const ingredients: Ingredients = {
      files: this.files,
      tokens: this.tokens,
      present: (path, from) => {
        if (path.startsWith('/api/Form')) return from.pick(this.forms);
        return from.pick(path.endsWith('/restore') ? this.hidden : this.packets);
      },
    };
    const draw = random.int(1, 100);
    const intent: Intent =
      draw <= validShare ? 'valid' : draw <= validShare + nearlyShare ? 'nearly' : 'hostile';
    return fuzzRequest(operation, intent, ingredients, random);
  }

  /** @returns the status; 0 when the connection broke without an answer */
  private async ask(operation: FuzzedOperation, index: number, request: RawRequest): Promise<number> {
    const find = (problem: string) =>
      this.findings.push({ operationId: operation.operationId, index, problem, request: quoted(request) });
    try {
      const response = await sendRaw(this.api.baseUrl, request, this.agent);
      await this.answers
        .check(operation.method, operation.path, response)
        .catch((error: unknown) => find(error instanceof Error ? error.message : String(error)));
      if (response.status >= 500 && response.status !== 503) find(`status ${response.status}`);
      const type = response.headers.get('Content-Type') ?? '';
      if (type.startsWith('application/json')) {
        const body = await response.text();
        if (innards.test(body)) find(`shows its insides: ${body.slice(0, longestQuote)}`);
      }
      return response.status;
    } catch (error) {
      find(`no answer: ${error instanceof Error ? error.message : String(error)}`);
      return 0;
    }
  }

  /** Requests delete what is there, and restore; others need something to be there, or hidden. */
  private async replenish(): Promise<void> {
    const { bytes } = this.files[0];
    const newPacket = async () => payloadOf(await this.api.createPacket([{ bytes }, { bytes }])).Id;
    await this.keep(this.packets, presentPackets, '/api/InputPacket', 404, newPacket);
    await this.keep(this.forms, presentForms, '/api/Form', 404, async () => {
      return payloadOf(await this.api.registerForm('Fuzzed', [bytes])).Id;
    });
    await this.keep(this.hidden, presentHidden, '/api/InputPacket', 200, async () => {
      const id = await newPacket();
      await this.api.delete(id);
      return id;
    });
  }

  /** Thousands of forms of one picture would have every later classification tell them all apart. */
  private async tidyLibrary(): Promise<void> {
    for (;;) {
      const forms = payloadOf(await this.api.listForms('?Take=500')).Items;
      const strays = forms.filter(({ Id }) => !this.forms.includes(Id));
      if (strays.length === 0) return;
      for (const { Id } of strays) await this.api.deleteForm(Id);
    }
  }

  /** @param lost the status by which one shows that it is no longer as it was */
  private async keep(
    ids: string[],
    count: number,
    path: string,
    lost: number,
    make: () => Promise<string>,
  ): Promise<void> {
    while (ids.length < count) ids.push(await make());
    // One is looked after with each request: asking for all would double the work.
    const at = this.looked++ % count;
    const response = await this.api.fetch('GET', `${path}/${ids[at]}`);
    await response.arrayBuffer();
    if (response.status === lost) ids[at] = await make();
  }
}

const quoted = ({ method, target, headers, body }: RawRequest): string => {
  const shown = { ...headers, Authorization: undefined };
  return `${method} ${target.slice(0, longestQuote)} ${JSON.stringify(shown).slice(0, longestQuote)} body ${body?.length ?? 0} bytes`;
};
