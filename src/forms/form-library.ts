import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { PROFILE_VERSION, ReferenceLibrary } from '../../libs/vision-pool/index.js';
import { FormPage } from './form.entity.js';

/** The library of reference forms as the detector uses it. */
export interface LibraryView {
  references: ReferenceLibrary;
  /** Name of a form of the library. */
  nameOf(formId: string): string;
}

/** A form and how many of its pages have a profile of this version; they come one by one while profiles are rebuilt. */
interface ListedForm {
  id: string;
  name: string;
  pages: number;
}

/** Forms whose profiles are read in one statement; bounds the memory a read takes. */
const formsPerRead = 100;

/**
 * This process's copy of the library's profiles. Before each use it asks the database, in one cheap read,
 * whether the library has changed, and reads only what is new; so a form registered anywhere counts for the
 * very next frame everywhere. Pages whose profile another version of the algorithm made are left out until they are
 * rebuilt (rebuild-profiles.command.ts).
 */
@Injectable()
export class FormLibrary implements OnApplicationBootstrap {
  private readonly log = new Logger(FormLibrary.name);
  private readonly references = new ReferenceLibrary();
  /** Pages held of each form. */
  private readonly held = new Map<string, number>();
  /** Kept of removed forms too: a frame under way may still be recognized as one. */
  private readonly names = new Map<string, string>();
  private revision = -1n;
  private refreshing: Promise<void> | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** Reads it as the service starts, which goes on meanwhile: who needs it waits for it. */
  onApplicationBootstrap(): void {
    this.current().then(
      ({ references: { size } }) => this.log.log(`${size.forms} reference forms, ${size.pages} pages`),
      (error: unknown) => this.log.warn({ err: error }, 'reference forms not read yet'),
    );
  }

  /** The library as it is now. */
  async current(): Promise<LibraryView> {
    const revision = await this.readRevision();
    // A refresh under way may have begun before the change that this caller must see.
    while (this.revision < revision) {
      this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
      await this.refreshing;
    }
    return { references: this.references, nameOf: (formId) => this.names.get(formId) ?? '' };
  }

  private async readRevision(): Promise<bigint> {
    const [row] = await this.dataSource.query<{ revision: string }[]>(`select revision from form_library`);
    return BigInt(row.revision);
  }

  private async refresh(): Promise<void> {
    // Read before the forms: what changes in between is read again the next time.
    const revision = await this.readRevision();
    const forms = await this.list();
    const present = new Set(forms.map(({ id }) => id));
    for (const formId of this.held.keys()) {
      if (present.has(formId)) continue;
      this.references.removeForm(formId);
      this.held.delete(formId);
    }
    // Pages never change but by being rebuilt: their number tells whether this copy is behind.
    const changed = forms.filter(({ id, pages }) => this.held.get(id) !== pages);
    for (let start = 0; start < changed.length; start += formsPerRead) {
      await this.read(changed.slice(start, start + formsPerRead));
    }
    this.revision = revision;
  }

  private async list(): Promise<ListedForm[]> {
    return this.dataSource.query<ListedForm[]>(
      `select id, name, (
         select count(*)::int from form_pages where form_id = forms.id and profile_version = $1
       ) as pages
       from forms`,
      [PROFILE_VERSION],
    );
  }

  private async read(forms: readonly ListedForm[]): Promise<void> {
    const pages = await this.dataSource.manager.find(FormPage, {
      where: { formId: In(forms.map(({ id }) => id)), profileVersion: PROFILE_VERSION },
      select: { formId: true, number: true, profile: true },
      order: { number: 'asc' },
    });
    for (const form of forms) {
      const own = pages.filter(({ formId }) => formId === form.id);
      this.references.setForm(
        form.id,
        own.map(({ number, profile }) => ({ pageNumber: number, profile })),
      );
      // As many as were read: a page rebuilt since the list was made is not read twice.
      this.held.set(form.id, own.length);
      this.names.set(form.id, form.name);
    }
  }
}
