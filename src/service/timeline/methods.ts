import { timeline } from './timeline.js';

/** Methods of the service about when things happened. */
export const timelineMethods = { timeline };
