import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { ReferenceLibrary } from '../../libs/vision-pool/index.js';
import { Form, FormPage } from './form.entity.js';

/** The library of reference forms as the detector uses it. */
export interface LibraryView {
  references: ReferenceLibrary;
  /** Name of a form of the library. */
  nameOf(formId: string): string;
}

/** Forms whose profiles are read in one statement; bounds the memory a read takes. */
const formsPerRead = 100;

/**
 * This process's copy of the library's profiles. Before each use it asks the database, in one cheap read,
 * whether the library has changed, and reads only what is new; so a form registered anywhere counts for the
 * very next frame everywhere.
 */
@Injectable()
export class FormLibrary implements OnApplicationBootstrap {
  private readonly log = new Logger(FormLibrary.name);
  private readonly references = new ReferenceLibrary();
  private readonly names = new Map<string, string>();
  private revision = '-1';
  private refreshing: Promise<void> | undefined;

  constructor(private readonly dataSource: DataSource) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.current();
    this.log.log(`${this.names.size} reference forms`);
  }

  /** The library as it is now. */
  async current(): Promise<LibraryView> {
    const revision = await this.readRevision();
    if (revision !== this.revision) {
      this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
      await this.refreshing;
    }
    return { references: this.references, nameOf: (formId) => this.names.get(formId) ?? '' };
  }

  private async readRevision(): Promise<string> {
    const [row] = await this.dataSource.query<{ revision: string }[]>(`select revision from form_library`);
    return row.revision;
  }

  private async refresh(): Promise<void> {
    // Read before the forms: what changes in between is read again the next time.
    const revision = await this.readRevision();
    const forms = await this.dataSource.manager.find(Form, { select: { id: true, name: true } });
    const present = new Map(forms.map(({ id, name }) => [id, name]));
    for (const formId of this.names.keys()) {
      if (present.has(formId)) continue;
      this.references.removeForm(formId);
      this.names.delete(formId);
    }
    const added = forms.filter(({ id }) => !this.names.has(id));
    for (let start = 0; start < added.length; start += formsPerRead) {
      await this.add(added.slice(start, start + formsPerRead));
    }
    this.revision = revision;
  }

  private async add(forms: readonly Form[]): Promise<void> {
    const pages = await this.dataSource.manager.find(FormPage, {
      where: { formId: In(forms.map(({ id }) => id)) },
      select: { formId: true, number: true, profile: true },
      order: { number: 'asc' },
    });
    for (const { id, name } of forms) {
      const own = pages.filter(({ formId }) => formId === id);
      this.references.setForm(
        id,
        own.map(({ number, profile }) => ({ pageNumber: number, profile })),
      );
      this.names.set(id, name);
    }
  }
}
