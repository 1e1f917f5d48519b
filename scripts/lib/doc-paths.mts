/** Files that the pages for developers name and that do not exist: a map that names them leads nowhere. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from './project.mjs';

const PAGES = [
  'docs/architecture.md',
  'docs/ranking.md',
  'docs/processes.md',
  'docs/writes.md',
  'docs/glossary.md',
  'CONTRIBUTING.md',
];
/** Paths in code font that begin with a folder of the repository or a layer of `src`, without wildcards. */
const PATH =
  /`((?:src|test|scripts|docs|webview|media|core|protocol|service|store|embed|llm|node|host|mcp|cli|hook|extension)\/[\w./-]*\w)\/?`/g;

/** `page: path` of each path that exists neither below the repository nor below `src`. */
export const missingDocPaths = (): string[] =>
  PAGES.flatMap((page) => {
    const named = [...readFileSync(path.join(root, page), 'utf8').matchAll(PATH)].map(([, name = '']) => name);
    const missing = named.filter(
      (name) => ![root, path.join(root, 'src')].some((base) => existsSync(path.join(base, name))),
    );
    return [...new Set(missing)].map((name) => `${page}: ${name}`);
  });
