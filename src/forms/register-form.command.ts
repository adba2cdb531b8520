import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ArrayMinSize } from 'class-validator';
import { DataSource } from 'typeorm';
import { type ImageLimits, type ReferenceNote, VisionPool } from '../../libs/vision-pool/index.js';
import { mapLimited } from '../concurrency.js';
import { Settings } from '../config/settings.js';
import { countPages } from '../count-pages.js';
import { insertRows } from '../database/insert-rows.js';
import { DomainError, nothingCommitted } from '../domain-error.js';
import { claim, type IdempotencyKey, IsIdempotencyKey, once } from '../idempotency.js';
import { intakeDeadline } from '../intake-deadline.js';
import { recordAudit } from '../operations/audit-trail.js';
import { FileStore } from '../storage/file-store.js';
import { assertValid, sentAs } from '../validation.js';
import { refuseWhileFull, visionFailure } from '../vision-failure.js';
import { type FormDetails, formDetails } from './form-details.js';
import { Form, FormPage } from './form.entity.js';
import { IsFormName } from './form-fields.js';
import { findForm } from './form-rows.js';
import { type SamePage, SamePages } from './same-pages.js';

export interface RegisteredForm extends FormDetails {
  /** Pages of other forms that the detector cannot tell from this form's; null when that could not be found out. */
  sameAs: SamePage[] | null;
}

/** A page of an uploaded file. */
interface UploadedPage {
  path: string;
  /** From 0. */
  page: number;
  /** What its uploader calls the file. */
  field: string;
}

/** Adds a form to the library: its pages are described for matching, and every worker knows it at once. */
export class RegisterFormCommand extends Command<RegisteredForm> {
  @IsFormName()
  readonly name: string;

  /** Where the uploaded files lie, in the order of their pages. */
  @ArrayMinSize(1, { message: 'Pages must hold at least one file', ...sentAs('Pages') })
  readonly pages: readonly string[];

  /** A repeat with the same key, after a lost answer, gives the first form and registers no second one. */
  @IsIdempotencyKey()
  readonly idempotencyKey: string | null;

  constructor(name: string, pages: readonly string[], idempotencyKey: string | null) {
    super();
    this.name = name;
    this.pages = pages;
    this.idempotencyKey = idempotencyKey;
    assertValid(this);
  }
}

@CommandHandler(RegisterFormCommand)
export class RegisterFormHandler implements ICommandHandler<RegisterFormCommand> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly vision: VisionPool,
    private readonly files: FileStore,
    private readonly samePages: SamePages,
  ) {}

  async execute({ name, pages, idempotencyKey }: RegisterFormCommand): Promise<RegisteredForm> {
    const form = await once(this.dataSource.manager, {
      key: idempotencyKey,
      asked: { registerForm: name },
      files: pages,
      work: (key) => this.register(name, pages, key),
      again: (id) => findForm(this.dataSource.manager, id),
    });
    // By now the form is in the library, and stays there whatever comes of this.
    return { ...formDetails(form), sameAs: await this.samePages.find(form.pages) };
  }

  private async register(name: string, pages: readonly string[], key: IdempotencyKey | null): Promise<Form> {
    refuseWhileFull(this.vision);
    const id = randomUUID();
    const rows = await this.storePages(id, pages).catch(async (error: unknown) => {
      await this.discard(id);
      throw error;
    });
    try {
      return await this.dataSource.transaction(async (manager) => {
        const form = { id, name, createdAt: new Date() };
        await manager.insert(Form, form);
        await claim(manager, key, { formId: id });
        await insertRows(manager, FormPage, rows);
        await recordAudit(manager, 'register-form', { id, name });
        return { ...form, pages: rows };
      });
    } catch (error) {
      if (nothingCommitted(error)) await this.discard(id);
      throw error;
    }
  }

  /** What cannot be deleted now, the sweep finds. */
  private async discard(id: string): Promise<void> {
    await this.files.deleteFolder(FileStore.folderOf('forms', id)).catch(() => undefined);
  }

  private async storePages(formId: string, paths: readonly string[]): Promise<FormPage[]> {
    const { imageLimits: limits, VISION_THREADS } = this.settings;
    const assertInTime = intakeDeadline();
    const pages = await countPages(this.vision, paths, limits, 'Pages', (sum) => {
      if (sum > limits.maxPages)
        throw new DomainError('TOO_LARGE', `A form has at most ${limits.maxPages} pages.`);
    });
    const uploads = paths.flatMap((path, index) =>
      Array.from({ length: pages[index] }, (_, page): UploadedPage => ({
        path,
        page,
        field: `Pages[${index}]`,
      })),
    );
    const rows = await mapLimited(uploads, VISION_THREADS, (upload, index) => {
      assertInTime();
      return this.storePage(formId, index + 1, upload, limits).catch((error: unknown) => {
        throw visionFailure(error, upload.field);
      });
    });
    // The last page may have taken long too.
    assertInTime();
    return rows;
  }

  private async storePage(
    formId: string,
    number: number,
    { path, page }: UploadedPage,
    limits: ImageLimits,
  ): Promise<FormPage> {
    // Read again for each page: as many files are in memory as pages are in work.
    const uploaded = await this.vision.extractPage(await readFile(path), page, limits);
    const { picture: flat, notes: seen } = await this.vision.layFlat(uploaded.bytes);
    const picture = flat ?? uploaded;
    const { profile, version: profileVersion, isBlank } = await this.vision.describePage(picture.bytes);
    const notes: ReferenceNote[] = isBlank ? [...seen, 'blank'] : seen;
    const fileKey = FileStore.newKey('forms', formId);
    await this.files.put(fileKey, picture.bytes, picture.contentType);
    const { contentType, width, height } = picture;
    const row = { formId, number, fileKey, contentType, width, height, notes, profileVersion };
    return Object.assign(new FormPage(), row, { profile: Buffer.from(profile) });
  }
}
