import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ArrayMinSize } from 'class-validator';
import { DataSource } from 'typeorm';
import { VisionPool } from '../../libs/vision-pool/index.js';
import { Settings } from '../config/settings.js';
import { DomainError } from '../domain-error.js';
import { recordAudit } from '../operations/audit-trail.js';
import { FileStore } from '../storage/file-store.js';
import { assertValid, IsName, sentAs } from '../validation.js';
import { visionFailure } from '../vision-failure.js';
import { type FormDetails, formDetails } from './form-details.js';
import { Form, FormPage } from './form.entity.js';
import { type SamePage, SamePages } from './same-pages.js';

export interface RegisteredForm extends FormDetails {
  /** Pages of other forms that the detector cannot tell from this form's; null when that could not be found out. */
  sameAs: SamePage[] | null;
}

/** Adds a form to the library: its pages are described for matching, and every worker knows it at once. */
export class RegisterFormCommand extends Command<RegisteredForm> {
  @IsName(200)
  readonly name: string;

  /** Where the uploaded files lie, in the order of their pages. */
  @ArrayMinSize(1, { message: 'Pages must hold at least one file', ...sentAs('Pages') })
  readonly pages: readonly string[];

  constructor(name: string, pages: readonly string[]) {
    super();
    this.name = name;
    this.pages = pages;
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

  async execute({ name, pages }: RegisterFormCommand): Promise<RegisteredForm> {
    const id = randomUUID();
    const rows = await this.storePages(id, pages).catch(async (error: unknown) => {
      await this.files.deleteFolder(FileStore.folderOf('forms', id)).catch(() => undefined);
      throw error;
    });
    const details = await this.dataSource.transaction(async (manager) => {
      const form = { id, name, createdAt: new Date() };
      await manager.insert(Form, form);
      await manager.insert(FormPage, rows);
      await recordAudit(manager, 'register-form', { id, name });
      return formDetails({ ...form, pages: rows });
    });
    // By now the form is in the library, and stays there whatever comes of this.
    return { ...details, sameAs: await this.samePages.find(rows) };
  }

  private async storePages(formId: string, paths: readonly string[]): Promise<FormPage[]> {
    const { MAX_FRAME_PIXELS: maxPixels, MAX_FRAMES_PER_PACKET: maxPages } = this.settings;
    const limits = { maxPixels, maxPages };
    const rows: FormPage[] = [];
    for (const [index, path] of paths.entries()) {
      try {
        const bytes = await readFile(path);
        const probe = await this.vision.probe(bytes, limits);
        for (let page = 0; page < probe.pages; page++) {
          if (rows.length === maxPages)
            throw new DomainError('TOO_LARGE', `A form has at most ${maxPages} pages.`);
          const picture = await this.vision.extractPage(bytes, page, limits);
          const { profile, version } = await this.vision.describePage(picture.bytes);
          const fileKey = FileStore.newKey('forms', formId);
          await this.files.put(fileKey, picture.bytes, picture.contentType);
          const { contentType, width, height } = picture;
          const row = {
            formId,
            number: rows.length + 1,
            fileKey,
            contentType,
            width,
            height,
            profileVersion: version,
          };
          rows.push(Object.assign(new FormPage(), row, { profile: Buffer.from(profile) }));
        }
      } catch (error) {
        throw visionFailure(error, `Pages[${index}]`);
      }
    }
    return rows;
  }
}
