/** Output of Claude Code's tools as text. Each tool has its own shape, and MCP servers have another. */
import { isObject, type JsonObject, nonEmptyText } from '../json.js';

/** UTF-16 units that are kept of an output in no known shape. */
const MOST_UNKNOWN = 4_000;

/** Empty for an output without words: images, and to-do lists. */
export function toolOutput(tool: string, response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return blocks(response);
  if (!isObject(response)) return '';
  if (tool === 'TodoWrite') return '';
  return known(response) ?? JSON.stringify(response).slice(0, MOST_UNKNOWN);
}

/** Whether the output reports failure; undefined when it reports neither. */
export function toolFailed(response: unknown): boolean | undefined {
  if (!isObject(response)) return undefined;
  if (response['interrupted'] === true) return true;
  for (const key of ['is_error', 'isError'] as const) if (typeof response[key] === 'boolean') return response[key];
  if (typeof response['success'] === 'boolean') return !response['success'];
  for (const key of ['exit_code', 'exitCode', 'code'] as const) {
    const code = response[key];
    // For a fetched page this is the HTTP status.
    if (typeof code === 'number') return key === 'code' && code >= 100 ? code >= 400 : code !== 0;
  }
  return nonEmptyText(response['error']) === undefined ? undefined : true;
}

function known(response: JsonObject): string | undefined {
  return shell(response) ?? change(response) ?? file(response) ?? found(response) ?? said(response);
}

/** Bash. */
function shell({ stdout, stderr, error }: JsonObject): string | undefined {
  if (typeof stdout !== 'string' && typeof stderr !== 'string') return undefined;
  return [nonEmptyText(stdout), nonEmptyText(stderr), nonEmptyText(error)]
    .filter((part) => part !== undefined)
    .join('\n');
}

/** Edit, MultiEdit and Write: the changed lines, not the file before. */
function change({ filePath, structuredPatch, type, content }: JsonObject): string | undefined {
  if (typeof filePath !== 'string') return undefined;
  const head = type === 'create' ? `created ${filePath}` : `changed ${filePath}`;
  const hunks: readonly unknown[] = Array.isArray(structuredPatch) ? structuredPatch : [];
  const lines = hunks
    .flatMap((hunk) => (isObject(hunk) && Array.isArray(hunk['lines']) ? (hunk['lines'] as readonly unknown[]) : []))
    .filter((line) => typeof line === 'string');
  return [head, ...(lines.length > 0 ? lines : [nonEmptyText(content)].filter((part) => part !== undefined))].join(
    '\n',
  );
}

/** Read; nothing for pictures and notebooks. */
function file({ type, file: read }: JsonObject): string | undefined {
  if (!isObject(read)) return undefined;
  return type === undefined || type === 'text' ? (nonEmptyText(read['content']) ?? '') : '';
}

/** Grep and Glob: the lines, or the file names. */
function found({ filenames, content }: JsonObject): string | undefined {
  if (!Array.isArray(filenames)) return undefined;
  return nonEmptyText(content) ?? filenames.filter((name) => typeof name === 'string').join('\n');
}

/** MCP tools, Task, WebFetch and others. */
function said(response: JsonObject): string | undefined {
  for (const key of ['content', 'result', 'results', 'output', 'text', 'message', 'error'] as const) {
    const value = response[key];
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return blocks(value);
  }
  return undefined;
}

/** The texts of content blocks. */
const blocks = (list: readonly unknown[]): string =>
  list
    .flatMap((block) =>
      typeof block === 'string'
        ? [block]
        : isObject(block)
          ? (nonEmptyText(block['text']) ??
            (isObject(block['resource']) ? (nonEmptyText(block['resource']['text']) ?? []) : []))
          : [],
    )
    .join('\n');
