import type { Clock } from '../core/ports.js';

export const systemClock: Clock = { now: () => Date.now() };
