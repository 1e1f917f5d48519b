/** Output of Claude Code's tools as text. Each tool has its own shape, and MCP servers have another. */
import { isObject, type JsonObject, nonEmptyText } from '../json.js';

/** UTF-16 units that are kept of an output in no known shape. */
const MOST_UNKNOWN = 4_000;

/** Empty for an output without words: images, and to-do lists. */
export function toolOutput(tool: string, response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return blockTexts(response);
  if (!isObject(response)) return '';
  if (tool === 'TodoWrite') return '';
  return knownOutput(response) ?? JSON.stringify(response).slice(0, MOST_UNKNOWN);
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

function knownOutput(response: JsonObject): string | undefined {
  return (
    shellOutput(response) ??
    editOutput(response) ??
    readOutput(response) ??
    searchOutput(response) ??
    messageOutput(response)
  );
}

/** Bash. */
function shellOutput({ stdout, stderr, error }: JsonObject): string | undefined {
  if (typeof stdout !== 'string' && typeof stderr !== 'string') return undefined;
  return [nonEmptyText(stdout), nonEmptyText(stderr), nonEmptyText(error)]
    .filter((part) => part !== undefined)
    .join('\n');
}

/** Edit, MultiEdit and Write: the changed lines, not the file before. */
function editOutput({ filePath, structuredPatch, type, content }: JsonObject): string | undefined {
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
function readOutput({ type, file: read }: JsonObject): string | undefined {
  if (!isObject(read)) return undefined;
  return type === undefined || type === 'text' ? (nonEmptyText(read['content']) ?? '') : '';
}

/** Grep and Glob: the lines, or the file names. */
function searchOutput({ filenames, content }: JsonObject): string | undefined {
  if (!Array.isArray(filenames)) return undefined;
  return nonEmptyText(content) ?? filenames.filter((name) => typeof name === 'string').join('\n');
}

/** MCP tools, Task, WebFetch and others. */
function messageOutput(response: JsonObject): string | undefined {
  for (const key of ['content', 'result', 'results', 'output', 'text', 'message', 'error'] as const) {
    const value = response[key];
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return blockTexts(value);
  }
  return undefined;
}

/** The texts of content blocks. */
const blockTexts = (list: readonly unknown[]): string => list.flatMap((block) => blockText(block) ?? []).join('\n');

function blockText(block: unknown): string | undefined {
  if (typeof block === 'string') return block;
  if (!isObject(block)) return undefined;
  const { text, resource } = block;
  return nonEmptyText(text) ?? (isObject(resource) ? nonEmptyText(resource['text']) : undefined);
}
