export * from './contract.js';
export { VisionPool, type VisionPoolOptions, type VisionPoolStats } from './vision-pool.js';
export { ReferenceLibrary } from './reference-library.js';
export type { ProfiledPage } from './library-segment.js';
export type { TaskKind } from './messages.js';
