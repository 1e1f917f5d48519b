import type { LanguageFeature } from './feature.js';

/** Every language feature there is. */
export const FEATURES: readonly LanguageFeature[] = [];
