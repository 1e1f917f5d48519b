import type { Clock } from '../core/ports/clock.js';
import { ownLocale } from './locale.js';

export const systemClock: Clock = {
  now: () => Date.now(),
  offsetMinutes: (ms) => -new Date(ms).getTimezoneOffset(),
  locale: ownLocale,
};
