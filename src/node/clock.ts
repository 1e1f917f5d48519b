import type { Clock } from '../core/ports.js';

export const systemClock: Clock = { now: () => Date.now(), offsetMinutes: (ms) => -new Date(ms).getTimezoneOffset() };
