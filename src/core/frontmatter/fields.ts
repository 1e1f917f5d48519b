import type { Field, FrontMatter } from './model.js';

/** The first field at a path (`name`, `metadata.type`). A key written twice has two fields; the first counts. */
export const fieldOf = (frontMatter: Pick<FrontMatter, 'fields'>, path: string): Field | undefined =>
  frontMatter.fields.find((field) => field.path === path);
