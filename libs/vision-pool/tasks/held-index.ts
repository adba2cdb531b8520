import { unpackSegment } from '../library-segment.js';
import { StaleLibraryError, type HeldLibrary } from '../messages.js';
import type { LibraryChanges } from '../reference-library.js';
import { PageIndex, decodeProfile } from '../../vision/index.js';

/** The index of reference pages that one thread searches, kept in step with the main thread's library. */
export class HeldIndex {
  index = new PageIndex();
  private held: HeldLibrary | null = null;
  private readonly forms = new Set<string>();

  get library(): HeldLibrary | null {
    return this.held;
  }

  /**
   * Takes over changes that are new to this thread.
   * @returns profiles that could not be read, in words; their pages are left out
   * @throws StaleLibraryError when older changes are missing
   */
  follow(changes: LibraryChanges): string[] {
    if (this.held?.library !== changes.library) {
      if (changes.from > 0) throw new StaleLibraryError();
      this.index = new PageIndex();
      this.forms.clear();
      this.held = { library: changes.library, version: 0 };
    }
    const held = this.held;
    if (changes.to <= held.version) return [];
    if (changes.from > held.version) throw new StaleLibraryError();

    if (changes.from === 0) {
      const listed = new Set(changes.set.map(({ formId }) => formId));
      for (const formId of this.forms) if (!listed.has(formId)) this.remove(formId);
    }
    for (const { formId } of changes.removed) this.remove(formId);
    const warnings: string[] = [];
    for (const { formId, version, segment } of changes.set)
      if (version > held.version) warnings.push(...this.set(formId, segment));
    held.version = changes.to;
    return warnings;
  }

  private set(formId: string, segment: SharedArrayBuffer): string[] {
    this.remove(formId);
    this.forms.add(formId);
    const warnings: string[] = [];
    for (const { pageNumber, profile } of unpackSegment(segment)) {
      try {
        this.index.add(formId, pageNumber, decodeProfile(profile));
      } catch (error) {
        warnings.push(`profile of form ${formId} page ${pageNumber} cannot be read: ${String(error)}`);
      }
    }
    return warnings;
  }

  private remove(formId: string): void {
    if (this.forms.delete(formId)) this.index.removeForm(formId);
  }
}
