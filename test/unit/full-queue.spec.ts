import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { readSettings } from '../../src/config/settings.js';
import { FormLibrary } from '../../src/forms/form-library.js';
import { RegisterFormCommand, RegisterFormHandler } from '../../src/forms/register-form.command.js';
import { SamePages } from '../../src/forms/same-pages.js';
import { FrameIntake, roomOfPacket } from '../../src/input-packets/frame-intake.js';
import { FileStore } from '../../src/storage/file-store.js';

it('while as much waits as may, no file of frames or of a form is as much as read', async () => {
  const settings = readSettings({});
  const vision = new VisionPool({ threads: 1, maxQueue: 1 });
  const waiting = [1, 2].map(() => vision.probe(Buffer.alloc(1), settings.imageLimits));
  const database = new DataSource({ type: 'postgres' });
  const files = await FileStore.open('file:/nowhere');
  const same = new SamePages(settings, new FormLibrary(database), vision, files);
  const forms = new RegisterFormHandler(database, settings, vision, files, same);
  const frames = new FrameIntake(settings, vision, files);
  const refused = await Promise.allSettled([
    frames.store('a-packet', [{ path: '/nowhere/frame', role: null }], roomOfPacket(10)),
    forms.execute(new RegisterFormCommand('A form', ['/nowhere/page'], null)),
  ]);
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
  await Promise.allSettled(waiting);
  await vision.close();
});
