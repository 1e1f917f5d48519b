/** Front matter of memory files: what it says, where each value stands, and what is wrong with it. */
export type { Field, FrontMatter, FrontMatterFault, FrontMatterState } from './model.js';
export { fieldOf } from './model.js';
export { parseFrontMatter } from './parse.js';
export { quoteScalar } from './scalar.js';
