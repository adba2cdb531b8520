import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { FormDto } from '../../src/forms/dto/form.dto.js';
import type { PacketDto } from '../../src/input-packets/dto/packet.dto.js';
import { ApiClient, payloadOf } from '../support/service/api-client.js';
import { ServiceProcess } from '../support/service/service-process.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { demoPackets, type Shot } from './demo-packets.js';
import { judge, type Judgement } from './judge.js';
import { drawPictureSheet, type SheetEntry } from './picture-sheet.js';
import { StepTable } from './step-table.js';

/*
 * The service's main job on a folder of its own, over REST, as its users do it. Exits 0 only if every step
 * gave what it should.
 */

const adminRights = ['RegisterFormCommand', 'DeleteFormCommand', 'ForceDeleteInputPacketCommand'];
const outputFolder = resolve('demo-output');
const purgeTimeoutMs = 10_000;

interface SentPacket {
  id: string;
  shots: readonly Shot[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
  const steps = new StepTable();
  const dataDir = await mkdtemp(join(tmpdir(), 'packets-demo-'));
  const service = await steps.time('start the service (embedded PostgreSQL, migrations)', () =>
    ServiceProcess.start({ dataDir }),
  );
  try {
    await runSteps(service, steps);
  } finally {
    if (!values.keep) {
      await steps.time('stop the service', () => service.stop());
      await service.discard();
    }
  }
  console.log(steps.render());
  console.log(`Pictures: ${join(outputFolder, 'sheet.png')}`);
  if (steps.failed > 0) {
    console.log(`${steps.failed} of ${steps.count} steps failed.`);
    process.exitCode = 1;
  }
  if (values.keep) await keepRunning(service);
}

async function runSteps(service: ServiceProcess, steps: StepTable): Promise<void> {
  const operator = await ApiClient.for(service);
  const admin = await ApiClient.for(service, adminRights);

  const forms = await registerForms(admin, steps);
  const packets = await sendPackets(operator, steps);
  const classified = await readResults(operator, steps, packets);
  await correctByHand(operator, steps, packets[0], forms);
  await chooseForRefused(operator, steps, packets, classified);
  const normalized = await normalizeAll(operator, steps, packets);
  await drawSheet(operator, steps, packets, classified, normalized);
  await deleteAndRestore(operator, admin, steps, packets[0]);
}

async function registerForms(admin: ApiClient, steps: StepTable): Promise<FormDto[]> {
  const registered: FormDto[] = [];
  const samples = sampleForms();
  await steps.time(`register ${samples.length} sample forms from their PDFs`, async () => {
    for (const form of samples)
      registered.push(payloadOf(await admin.registerForm(form.name, [await form.pdf()])));
  });
  const pages = registered.reduce((sum, form) => sum + form.Pages.length, 0);
  steps.check(
    'every page is in the library',
    pages === samples.reduce((sum, { pages }) => sum + pages, 0),
    `${pages} pages`,
  );
  return registered;
}

async function sendPackets(operator: ApiClient, steps: StepTable): Promise<SentPacket[]> {
  const shotLists = await steps.time('take the photographs (photo booth)', demoPackets);
  const sent: SentPacket[] = [];
  await steps.time(`send ${shotLists.length} packets`, async () => {
    for (const [index, shots] of shotLists.entries()) {
      const files = shots.map(({ jpeg, role }) => ({ bytes: jpeg, role }));
      const packet = payloadOf(await operator.createPacket(files, `DEMO-${index + 1}`));
      sent.push({ id: packet.Id, shots });
    }
  });
  return sent;
}

async function readResults(
  operator: ApiClient,
  steps: StepTable,
  packets: SentPacket[],
): Promise<PacketDto[]> {
  const results: PacketDto[] = [];
  await steps.time('background classification of all packets', async () => {
    for (const { id } of packets) results.push(await operator.classified(id));
  });
  const frames = results.flatMap(({ Frames }) => Frames);
  const shots = packets.flatMap((packet) => packet.shots);
  const judged = frames.map((frame, index) => judge(frame, shots[index]));
  const count = (wanted: Judgement) => judged.filter((judgement) => judgement === wanted).length;
  steps.check(
    'no frame is assigned to a wrong form or page, and the letter to none',
    count('wrong') === 0,
    `${count('right')} right, ${count('left to the operator')} left to the operator`,
  );
  steps.check(
    'every scanned, easy and hard photograph is recognized',
    shots.every(({ level }, index) => level === 'curled' || level === 'cut' || judged[index] === 'right'),
    '',
  );
  const cover = shots.find(({ barcode }) => barcode !== null);
  const values = results.flatMap(({ Identifiers }) => Identifiers.map(({ Value }) => Value));
  steps.check(
    "the cover sheet's barcode identifies its packet",
    values.includes(cover?.barcode ?? ''),
    values.join(', '),
  );
  return results;
}

async function correctByHand(
  operator: ApiClient,
  steps: StepTable,
  { id }: SentPacket,
  forms: FormDto[],
): Promise<void> {
  const before = payloadOf(await operator.getPacket(id)).Frames[0];
  const other = forms.find(({ Id }) => Id !== before.FormId);
  if (!other) throw new Error('the library has one form only');
  await operator.chooseForm(id, 1, other.Id, 1);
  const rerun = await steps.time('operator chooses another form; the frame is classified again', async () =>
    payloadOf(await operator.classify(id, 1)),
  );
  steps.check(
    "the operator's choice wins over the detector",
    rerun.Frames[0].FormId === other.Id && rerun.Recognized === 1,
    other.Name,
  );
  const after = payloadOf(await operator.withdrawChoice(id, 1)).Frames[0];
  steps.check(
    "withdrawn, the detector's result counts again",
    after.FormId === before.FormId,
    after.FormName ?? '',
  );
}

/** What the detector would not decide alone, an operator takes from the alternatives, as a front end offers them. */
async function chooseForRefused(
  operator: ApiClient,
  steps: StepTable,
  packets: SentPacket[],
  classified: PacketDto[],
): Promise<void> {
  const refused = packets.flatMap(({ id, shots }, index) =>
    classified[index].Frames.filter(
      (frame, position) => judge(frame, shots[position]) === 'left to the operator',
    ).map((frame) => ({ id, frame })),
  );
  for (const { id, frame } of refused) {
    const [first] = frame.Alternatives;
    const packet = payloadOf(await operator.chooseForm(id, frame.Order, first.FormId, first.PageNumber));
    frame.FormName = packet.Frames[frame.Order - 1].FormName;
    frame.PageNumber = packet.Frames[frame.Order - 1].PageNumber;
    frame.FormSource = packet.Frames[frame.Order - 1].FormSource;
  }
  const chosen = refused.filter(({ frame }) => frame.FormSource === 'operator');
  steps.check(
    'operator takes the first alternative of the frames left to him',
    chosen.length === refused.length,
    `${chosen.length} of ${refused.length}`,
  );
}

async function normalizeAll(operator: ApiClient, steps: StepTable, packets: SentPacket[]) {
  const results = await steps.time('normalize all packets', async () => {
    const answers = [];
    for (const { id } of packets) answers.push(payloadOf(await operator.normalize(id)));
    return answers;
  });
  const frames = results.flatMap(({ Frames }) => Frames);
  const roles = packets.flatMap(({ shots }) => shots.map(({ role }) => role));
  const good = frames.filter(
    (frame, index) => frame.Error === null && frame.HasImage === (roles[index] === 'document'),
  );
  steps.check(
    'every document has a normalized image, barcode sheets none',
    good.length === frames.length,
    `${good.length} of ${frames.length}`,
  );
  return results;
}

async function drawSheet(
  operator: ApiClient,
  steps: StepTable,
  packets: SentPacket[],
  classified: PacketDto[],
  normalized: Awaited<ReturnType<typeof normalizeAll>>,
): Promise<void> {
  const entries: SheetEntry[] = [];
  for (const [index, { id, shots }] of packets.entries()) {
    for (const [position, shot] of shots.entries()) {
      const frame = classified[index].Frames[position];
      const { HasImage, Flag } = normalized[index].Frames[position];
      const picture = HasImage ? await operator.frameImage(id, position + 1, 'normalized') : null;
      entries.push({
        photo: shot.jpeg,
        normalized: picture && Buffer.from(await picture.arrayBuffer()),
        title: frame.FormSource === 'operator' ? `${shot.title}; form chosen by hand` : shot.title,
        form: frame.FormName ? `${frame.FormName}, page ${frame.PageNumber}` : (frame.Error ?? ''),
        confidence: frame.Confidence ?? 0,
        flag: Flag,
      });
    }
  }
  await mkdir(outputFolder, { recursive: true });
  await steps.time('draw the picture sheet', async () =>
    writeFile(join(outputFolder, 'sheet.png'), await drawPictureSheet(entries)),
  );
}

async function deleteAndRestore(
  operator: ApiClient,
  admin: ApiClient,
  steps: StepTable,
  { id }: SentPacket,
): Promise<void> {
  const before = payloadOf(await operator.getPacket(id));
  const soft = await steps.time('soft deletion', () => operator.delete(id));
  steps.check(
    'hidden from the queue',
    soft.body.Payload?.Mode === 'soft' && (await operator.getPacket(id)).status === 404,
    'GET answers 404',
  );
  const restored = await steps.time('restore', () => operator.restore(id));
  steps.check(
    'back with everything',
    JSON.stringify(restored.body.Payload) === JSON.stringify(before),
    `${before.Frames.length} frames`,
  );
  const refused = await operator.forceDelete(id);
  steps.check(
    'hard deletion refused without the right',
    refused.status === 403,
    refused.body.Error?.Code ?? '',
  );
  const force = await steps.time('hard deletion by an administrator', () => admin.forceDelete(id));
  steps.check(
    'gone for good',
    force.body.Payload?.Mode === 'force' && (await operator.restore(id)).status === 404,
    'restore answers 404',
  );
  const gone = await steps.time('purge of its files', () => imageGone(operator, id));
  steps.check('its pictures are gone', gone, 'image answers 404');
}

async function imageGone(operator: ApiClient, id: string): Promise<boolean> {
  const deadline = Date.now() + purgeTimeoutMs;
  while (Date.now() < deadline) {
    if ((await operator.frameImage(id, 1)).status === 404) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

async function keepRunning(service: ServiceProcess): Promise<void> {
  const token = async (rights: readonly string[]) => (await ApiClient.for(service, rights)).bearer;
  console.log(
    `\nThe service goes on at ${service.url} (Swagger UI at ${service.url}/api/docs); Ctrl-C ends it.`,
  );
  console.log(
    `\nOperator's token:\n${await token([])}\n\nAdministrator's token:\n${await token(adminRights)}`,
  );
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  await service.stop();
  await service.discard();
}

await main();
