/** Front matter of memory files: fields with their ranges, and faults. */
export type { Field, FrontMatter, FrontMatterFault, FrontMatterState } from './model.js';
export { fieldOf } from './model.js';
export { parseFrontMatter } from './parse.js';
export { quoteScalar } from './scalar.js';
