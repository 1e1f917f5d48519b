/** The files for which a rule of Claude Code counts. */
import { parse } from 'yaml';

import { isObject } from '../json.js';

/** Patterns of a rule’s `paths`, without those that fit every file; none: the rule is loaded at the start. */
export function rulePaths(text: string): string[] {
  const block = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
  if (block === undefined) return [];
  const patterns = listOf(pathsIn(block)).map((each) => each.trim());
  const named = patterns.filter((pattern) => pattern !== '');
  return named.every((pattern) => pattern === '**') ? [] : named;
}

/** Claude Code reads a value that is no YAML as it is written. */
function pathsIn(block: string): unknown {
  try {
    const values: unknown = parse(block, { logLevel: 'error' });
    return isObject(values) ? values['paths'] : undefined;
  } catch {
    return /^paths:[ \t]*(.+)$/m.exec(block)?.[1];
  }
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listOf);
  return typeof value === 'string' ? value.split(/,(?![^{]*\})/) : [];
}
