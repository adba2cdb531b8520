export { photographPage } from './photograph-page.js';
export type { BoothOptions, CaptureLevel, Photograph, PhotographTruth } from './photograph-page.js';
