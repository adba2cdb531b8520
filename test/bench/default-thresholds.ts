import 'reflect-metadata';
import type { Thresholds } from '../../src/classification/verdict.js';
import { Settings } from '../../src/config/settings.js';

const settings = new Settings();

/** What the service recognizes where nothing is set. */
export const DEFAULT_THRESHOLDS: Thresholds = {
  maxScore: settings.CLASSIFICATION_MAX_SCORE,
  minConfidence: settings.CLASSIFICATION_MIN_CONFIDENCE,
};
/** The share of print missing from which it looks closer. */
export const DEFAULT_CLOSER_LOOK = settings.CLASSIFICATION_CLOSER_LOOK;
