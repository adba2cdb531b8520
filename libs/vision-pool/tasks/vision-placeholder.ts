import type { Raster } from '../../vision/raster.js';
export const PROFILE_VERSION = 0;
export const FRAME_LONG_SIDE = 1100;
export const PAGE_LONG_SIDE = 1100;
export interface PageProfile {
  mean: number;
}
export const describePage = (page: Raster): PageProfile => ({
  mean: page.data.reduce((a, b) => a + b, 0) / page.data.length,
});
export const encodeProfile = (p: PageProfile): Uint8Array =>
  new Uint8Array(new Float64Array([p.mean]).buffer);
export const decodeProfile = (b: Uint8Array): PageProfile => ({
  mean: new Float64Array(b.buffer, b.byteOffset, 1)[0] as number,
});
export class PageIndex {
  readonly pages: { formId: string; pageNumber: number; profile: PageProfile }[] = [];
  add(formId: string, pageNumber: number, profile: PageProfile): void {
    this.pages.push({ formId, pageNumber, profile });
  }
  removeForm(formId: string): void {
    this.pages.splice(0, Infinity, ...this.pages.filter((p) => p.formId !== formId));
  }
}
export function matchFrame(frame: Raster, index: PageIndex) {
  const mean = describePage(frame).mean;
  return {
    candidates: index.pages
      .map((p) => ({
        formId: p.formId,
        pageNumber: p.pageNumber,
        score: Math.abs(p.profile.mean - mean) / 255,
        inliers: 1,
      }))
      .sort((a, b) => a.score - b.score),
  };
}
export function normalizeFrame(
  frame: Raster,
  _reference: { page: Raster; profile: PageProfile; dpi: number } | null,
) {
  return { image: frame, dpi: 150, flag: 'no_page_found' as const };
}
