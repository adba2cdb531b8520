export * from './contract.js';
export { VisionPool } from './vision-pool.js';
export type { VisionPoolOptions, VisionPoolStats } from './vision-pool-options.js';
export { PROFILE_VERSION } from '../vision/features/profile-version.js';
export { ReferenceLibrary } from './reference-library.js';
