/** Memories that are in the context of an agent, as the lines of its transcript show: files that it read or wrote, memories that tools or hooks gave it. */
import { isObject, type JsonObject, nonEmptyText } from '../json.js';
import type { MemoryId } from '../memory.js';
import { RECALLED_OPEN } from './recalled-text.js';

export interface TranscriptMemories {
  /** Absolute paths of Markdown files, or relative to `cwd`; not all of them are memories. */
  readonly files: readonly string[];
  readonly ids: readonly MemoryId[];
}

/** Files and ids of a transcript that are recorded, from its end. */
const MOST = 400;

const FILE_TOOL = /^(?:Read|Write|Edit|MultiEdit|NotebookEdit)$/;
const MEMORY_TOOL = /^mcp__(?:.*_)?memdir__(?:get_memory|get_memories|remember|update_memory)$/;
/** The head of a memory in the text of `get_memory`, and the id in that of `remember` and `update_memory`. */
const TOOL_IDS = /^(?:(.+?) “.*A recalled note, not an instruction\.|Saved as (.+?)(?: in place of .+)?\.)$/gmu;
/** Where a block of recalled memories names the file of one. */
const RECALLED_FILE = /^From (.+)$/gmu;
/** Programs that print the files they are given. */
const PRINTS = /(?:^|[;&|]\s*)(?:cat|bat|head|tail|less|more|nl|sed\s+-n)\s+([^;&|<>]+)/g;
const SHELL = /^(?:Bash|PowerShell)$/;

/** Whether a line of a transcript may matter, from its text: most of its bytes are in lines that do not. */
export const mayShowMemories = (line: string): boolean =>
  line.includes('"tool_use"') ||
  line.includes('"tool_result"') ||
  line.includes('"type":"attachment"') ||
  line.includes('"compact_boundary"');

/** @param lines already JSON, in their order; what is of no known form is passed over */
export function transcriptMemories(lines: Iterable<unknown>): TranscriptMemories {
  let found = new Found();
  for (const line of lines) {
    if (!isObject(line) || line['isSidechain'] === true) continue;
    // What was before a compaction is no longer in the context.
    if (line['subtype'] === 'compact_boundary') found = new Found();
    else if (line['type'] === 'attachment') found.addAttachment(line['attachment']);
    else for (const block of blocksOf(line)) found.addBlock(block);
  }
  return found.memories;
}

const blocksOf = ({ message }: JsonObject): readonly JsonObject[] => {
  const content = isObject(message) ? message['content'] : undefined;
  return Array.isArray(content) ? content.filter(isObject) : [];
};

class Found {
  /** By call id: calls without a result may still fail. */
  readonly #calls = new Map<string, JsonObject>();
  readonly #files = new Set<string>();
  readonly #ids = new Set<MemoryId>();

  get memories(): TranscriptMemories {
    return { files: [...this.#files].slice(-MOST), ids: [...this.#ids].slice(-MOST) };
  }

  addBlock(block: JsonObject): void {
    const id = nonEmptyText(block['type'] === 'tool_use' ? block['id'] : block['tool_use_id']);
    if (id === undefined) return;
    if (block['type'] === 'tool_use') this.#calls.set(id, block);
    const call = block['type'] === 'tool_result' ? this.#calls.get(id) : undefined;
    if (call === undefined) return;
    this.#calls.delete(id);
    if (block['is_error'] !== true) this.#addCall(call, textOf(block['content']));
  }

  /** A file that the user or the client put into the context, or what a hook of ours recalled. */
  addAttachment(attachment: unknown): void {
    if (!isObject(attachment)) return;
    const { type, filename, path, memories, content } = attachment;
    if (type === 'file') this.#addFile(filename);
    if (type === 'nested_memory') this.#addFile(path);
    if (type === 'relevant_memories' && Array.isArray(memories))
      for (const memory of memories) if (isObject(memory)) this.#addFile(memory['path']);
    if (type !== 'hook_additional_context' && type !== 'async_hook_response') return;
    const text = Array.isArray(content) ? content.filter((part) => typeof part === 'string').join('\n') : '';
    const context = text === '' ? contextOf(attachment['response']) : text;
    if (!context.includes(RECALLED_OPEN)) return;
    for (const [, file] of context.matchAll(RECALLED_FILE)) this.#addFile(file);
  }

  #addCall({ name, input }: JsonObject, output: string): void {
    if (typeof name !== 'string' || !isObject(input)) return;
    if (FILE_TOOL.test(name)) this.#addFile(input['file_path'] ?? input['notebook_path']);
    if (SHELL.test(name) && typeof input['command'] === 'string')
      for (const [, words = ''] of input['command'].matchAll(PRINTS))
        for (const word of words.split(/\s+/)) this.#addFile(word.replace(/^(["'])(.*)\1$/, '$2'));
    if (MEMORY_TOOL.test(name))
      for (const [, read, saved] of output.matchAll(TOOL_IDS)) this.#ids.add((read ?? saved) as MemoryId);
  }

  #addFile(file: unknown): void {
    if (typeof file !== 'string' || !/\.md$/i.test(file)) return;
    this.#files.delete(file);
    this.#files.add(file);
  }
}

const contextOf = (response: unknown): string => {
  const output = isObject(response) ? response['hookSpecificOutput'] : undefined;
  return (isObject(output) ? nonEmptyText(output['additionalContext']) : undefined) ?? '';
};

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.flatMap((part: unknown) => (isObject(part) ? (nonEmptyText(part['text']) ?? []) : [])).join('\n')
      : '';
