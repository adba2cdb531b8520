import type { Alignment } from './alignment.js';
import type { FrameCopies } from './frame-copies.js';
import {
  alignFromOutline,
  alignFromRolledOut,
  alignKnownPage,
  isDoubtfullyBent,
  type NormalizationReference,
} from './known-page.js';
import { alignByOutline } from './own-outline.js';

/**
 * Where the page that a frame shows lies in it: the known page by its print, else by what its own lines roll out, else
 * by its outline; an unknown one by its outline.
 *
 * @param reference the form and page it shows; null when unknown
 */
export function alignFrame(copies: FrameCopies, reference: NormalizationReference | null): Alignment {
  if (!reference) return alignByOutline(copies);
  const known = alignKnownPage(copies, reference);
  if (known && !isDoubtfullyBent(known)) return known;
  const byOutline = alignByOutline(copies);
  const { outline, mesh, diagnostics } = byOutline;
  const rolledOut = diagnostics.rolledOut ? alignFromRolledOut(copies, reference, byOutline) : null;
  const bent = known && rolledOut ? surerOf(known, rolledOut) : (known ?? rolledOut);
  if (bent) return bent;
  // Too few features hold: the outline may still lay the page roughly enough for its patches to be found.
  const byPatches =
    outline && alignFromOutline(copies, reference, { outline, wide: mesh.width > mesh.height });
  return byPatches ?? { ...byOutline, flag: 'unregistered' };
}

function surerOf(a: Alignment, b: Alignment): Alignment {
  return (b.diagnostics.agreement ?? 0) > (a.diagnostics.agreement ?? 0) ? b : a;
}
