/** Front matter of memory files: what it says, where each value stands, and what is wrong with it. */
export { fieldOf } from './frontmatter/fields.js';
export type { Field, FrontMatter, FrontMatterFault, FrontMatterState } from './frontmatter/model.js';
export { parseFrontMatter } from './frontmatter/parse.js';
export { quoteScalar } from './frontmatter/scalar.js';
