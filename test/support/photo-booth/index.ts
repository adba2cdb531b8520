export type { SheetKind } from './bent-sheets.js';
export type { CaptureLevel } from './capture-level.js';
export { photographPage } from './photograph-page.js';
export { storedByApp } from './store-by-app.js';
export type { BoothOptions, Photograph, PhotographTruth } from './photograph-page.js';
