import { packSegment, type ProfiledPage } from './library-segment.js';

/** A form of the library in the state that a change left it. */
interface Entry {
  /** Version of the library that the change made. */
  version: number;
  /** The form's profiles; null when the form was removed. */
  segment: SharedArrayBuffer | null;
  pages: number;
}

/** What a thread has to take over to be where the library is. Cloning it shares the profiles' memory. */
export interface LibraryChanges {
  /** Tells libraries of one process apart. */
  library: number;
  /** Version that the thread must have at least; 0 when the changes are the whole library. */
  from: number;
  /** Version of the library when the changes were listed. */
  to: number;
  /** The forms set since, oldest change first. */
  set: { formId: string; version: number; segment: SharedArrayBuffer }[];
  /** The forms removed since. */
  removed: { formId: string; version: number }[];
}

/** Removals remembered; a thread that missed older ones gets the whole library. */
const MAX_REMEMBERED_REMOVALS = 1_000;

let libraries = 0;

/**
 * The profiles of all reference forms, held once in memory for all threads. Lives on the main thread;
 * a thread gets with each classification the changes that it has not seen, so that a change takes effect with
 * the next task of every thread, and tasks at work are not disturbed.
 */
export class ReferenceLibrary {
  private readonly id = ++libraries;
  private readonly entries = new Map<string, Entry>();
  private readonly removals: string[] = [];
  private current = 0;
  /** Threads at an older version cannot be brought up by changes alone. */
  private oldestKnown = 0;
  private forms = 0;
  private pages = 0;

  /** Counts the changes made so far. */
  get version(): number {
    return this.current;
  }

  /** What the library holds. */
  get size(): { forms: number; pages: number } {
    return { forms: this.forms, pages: this.pages };
  }

  /**
   * Adds a form or replaces all its pages. The profiles are copied.
   * @param pages at least one, else the form is removed
   */
  setForm(formId: string, pages: readonly ProfiledPage[]): void {
    if (pages.length === 0) return this.removeForm(formId);
    this.put(formId, packSegment(pages), pages.length);
  }

  /** Removes a form; nothing happens when it is not there. */
  removeForm(formId: string): void {
    if (!this.entries.get(formId)?.segment) return;
    this.put(formId, null, 0);
    this.removals.push(formId);
    if (this.removals.length > MAX_REMEMBERED_REMOVALS) this.forgetRemoval(this.removals.shift() as string);
  }

  /** What a thread that holds `version` lacks; for 0, the whole library. */
  changesSince(version: number): LibraryChanges {
    const from = version < this.oldestKnown ? 0 : version;
    const changes: LibraryChanges = { library: this.id, from, to: this.current, set: [], removed: [] };
    if (from === this.current) return changes;
    for (const [formId, entry] of this.entries) {
      if (entry.version <= from) continue;
      const { version: changed, segment } = entry;
      if (segment) changes.set.push({ formId, version: changed, segment });
      else if (from > 0) changes.removed.push({ formId, version: changed });
    }
    return changes;
  }

  /** Whether a thread that says it holds a version of a library speaks of this one. */
  is(library: number): boolean {
    return library === this.id;
  }

  private put(formId: string, segment: SharedArrayBuffer | null, pages: number): void {
    const before = this.entries.get(formId);
    this.forms += (segment ? 1 : 0) - (before?.segment ? 1 : 0);
    this.pages += pages - (before?.pages ?? 0);
    // Deleted first, so that the map stays in the order of the changes.
    this.entries.delete(formId);
    this.entries.set(formId, { version: ++this.current, segment, pages });
  }

  private forgetRemoval(formId: string): void {
    const entry = this.entries.get(formId);
    if (!entry || entry.segment || this.removals.includes(formId)) return;
    this.entries.delete(formId);
    this.oldestKnown = Math.max(this.oldestKnown, entry.version);
  }
}
