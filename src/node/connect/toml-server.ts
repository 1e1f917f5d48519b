/**
 * The server “memdir” in TOML settings, as a table of its own: `[mcp_servers.memdir]`. Lines are added, replaced and removed as text, because no writer of
 * TOML leaves comments and layout alone; the text is parsed before and after, and nothing but the table may differ.
 */
import { parse } from 'smol-toml';

import { MemdirError, messageOf } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { t } from '../../core/l10n.js';
import type { JsonText } from './json-edit.js';
import { isOurServer, isSame, newServer, ownServer, type ServerEntry, startKeys } from './server-entry.js';

const SERVERS = 'mcp_servers';
/** A line that begins a table of ours; quotes around the names count as none. */
const OUR_TABLE =
  /^[ \t]*\[[ \t]*["']?mcp_servers["']?[ \t]*\.[ \t]*["']?memdir["']?[ \t]*(?:\.[^\]\r\n]*)?\][ \t]*(?:#.*)?$/;
const MAIN_TABLE = /^[ \t]*\[[^.\]]*\.[^.\]]*\]/;
const TABLE = /^[ \t]*\[/;
const BLANK_OR_COMMENT = /^[ \t]*(?:#.*)?$/;

export function withTomlServer(file: JsonText, entry: ServerEntry): JsonText {
  const servers = parsed(file)[SERVERS];
  const there = ownServer(isObject(servers) ? servers['memdir'] : undefined, file.path);
  const eol = file.text.includes('\r\n') ? '\r\n' : '\n';
  if (there === undefined) {
    const table = [`[${SERVERS}.memdir]`, ...linesOf(newServer(entry, {}))].join(eol);
    const gap = file.text.trim() === '' ? '' : `${file.text.endsWith('\n') ? '' : eol}${eol}`;
    return verified(file, `${file.text}${gap}${table}${eol}`);
  }
  const wanted = startKeys(there, entry, {});
  if (Object.entries(wanted).every(([key, value]) => isSame(there[key], value))) return file;
  const lines = file.text.split(eol);
  const start = lines.findIndex((line) => OUR_TABLE.test(line) && MAIN_TABLE.test(line));
  if (start < 0) throw byHand(file);
  const end = endOf(lines, start);
  const kept = lines.slice(start + 1, end).filter((line) => !/^[ \t]*(?:command|args|env)[ \t]*=/.test(line));
  const env = wanted['env'] === undefined && there['env'] !== undefined ? { env: there['env'] } : {};
  const table = [lines[start] as string, ...linesOf({ ...wanted, ...env }), ...kept];
  return verified(file, [...lines.slice(0, start), ...table, ...lines.slice(end)].join(eol));
}

export function withoutTomlServer(file: JsonText): JsonText {
  const servers = parsed(file)[SERVERS];
  const there = isObject(servers) ? servers['memdir'] : undefined;
  if (!isObject(there) || !isOurServer(there)) return file;
  const eol = file.text.includes('\r\n') ? '\r\n' : '\n';
  const lines = file.text.split(eol);
  for (let start = lines.findLastIndex((line) => OUR_TABLE.test(line)); start >= 0;) {
    const end = endOf(lines, start);
    // The blank line before the table is that of connecting.
    const from = start > 0 && lines[start - 1] === '' ? start - 1 : start;
    lines.splice(from, end - from);
    start = lines.findLastIndex((line) => OUR_TABLE.test(line));
  }
  return verified(file, lines.join(eol));
}

/** The line after the last that belongs to a table: comments before the next table are that one's. */
function endOf(lines: readonly string[], start: number): number {
  const next = lines.findIndex((line, at) => at > start && TABLE.test(line) && !isWithinList(lines, start, at));
  let end = next < 0 ? lines.length : next;
  while (end > start + 1 && BLANK_OR_COMMENT.test(lines[end - 1] as string)) end--;
  return end;
}

/** Whether a line that begins with a bracket goes on a list that was opened before it in the table. */
const isWithinList = (lines: readonly string[], start: number, at: number): boolean => {
  try {
    parse(lines.slice(start, at).join('\n'));
    return false;
  } catch {
    // The part before the line is no whole table.
    return true;
  }
};

const linesOf = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).map(([key, value]) => `${key} = ${tomlOf(value)}`);

/** Strings, lists and objects on one line. A JSON string is a TOML string. */
function tomlOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlOf).join(', ')}]`;
  if (isObject(value))
    return `{ ${Object.entries(value)
      .map(([key, each]) => `${JSON.stringify(key)} = ${tomlOf(each)}`)
      .join(', ')} }`;
  return JSON.stringify(value);
}

function parsed({ path, text }: JsonText): Readonly<Record<string, unknown>> {
  try {
    return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    const reason = messageOf(error).split('\n')[0] ?? '';
    throw new MemdirError(
      'bad-input',
      t('{path} isn’t valid TOML ({reason}). Nothing was changed: correct it and try again.', { path, reason }),
      { cause: error },
    );
  }
}

/** The new text, if nothing but our table differs from what the old one says. */
function verified(file: JsonText, text: string): JsonText {
  const after = { path: file.path, text };
  let others: [unknown, unknown];
  try {
    others = [withoutOurs(parsed(file)), withoutOurs(parsed(after))];
  } catch {
    throw byHand(file);
  }
  if (asText(others[0]) !== asText(others[1])) throw byHand(file);
  return after;
}

/** Integers above 2^53 included. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));

function withoutOurs(all: Readonly<Record<string, unknown>>): unknown {
  const servers = all[SERVERS];
  if (!isObject(servers)) return all;
  const others = without(servers, 'memdir');
  return Object.keys(others).length === 0 ? without(all, SERVERS) : { ...all, [SERVERS]: others };
}

const without = (values: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));

const byHand = ({ path }: JsonText): MemdirError =>
  new MemdirError(
    'bad-input',
    t(
      'The MCP server “memdir” in {path} is in a form that Memdir can’t change. Nothing was changed: make it a table of its own, [{table}], or remove it yourself.',
      { path, table: `${SERVERS}.memdir` },
    ),
  );
