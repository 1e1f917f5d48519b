import type { Range } from './text.js';

/** Short stable key of a store: 6 characters of the hash of its real path. */
export type StoreKey = string;

/** `<store key>/<path inside the store>`, slashes forward. Stable as long as the file is not moved. */
export type MemoryId = string;
export const storeOfId = (id: MemoryId): StoreKey => id.slice(0, id.indexOf('/'));
export const pathOfId = (id: MemoryId): string => id.slice(id.indexOf('/') + 1);

/** In display order. */
export const LEVELS = ['short-term', 'long-term', 'shared'] as const;
export type Level = (typeof LEVELS)[number];
export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  'short-term': 'Short-term',
  'long-term': 'Long-term',
  shared: 'Shared',
};

/**
 * Kind of a store. Rules differ between a main index, a sub-agent notebook and a team index. The last four are memory of other agents than Claude
 * Code: see `AGENT_FORMS` in core/stores/agent-forms.
 */
export type StoreKind =
  | 'main'
  | 'custom'
  | 'in-repo'
  | 'agent'
  | 'team'
  | 'logs'
  | 'session'
  | 'extra'
  | 'copilot'
  | 'qwen'
  | 'gemini'
  | 'codex';

/** `session` is a scope of Copilot: one conversation. `repository` is one too, a workspace, and for Qwen Code what is committed with a repository. */
export type StoreScope = 'managed' | 'command-line' | 'user' | 'project' | 'local' | 'repository' | 'session';

/** A directory in which memories live. */
export interface StoreInfo {
  readonly key: StoreKey;
  /** Absolute real path. */
  readonly path: string;
  readonly kind: StoreKind;
  readonly scope: StoreScope;
  /** Folder or project name, for people. */
  readonly label: string;
  /** One sentence: why this store belongs to the working directory. */
  readonly why: string;
  /** Real path of the project the store belongs to, or its folder name when the path is not known. */
  readonly project?: string;
  readonly agent?: string;
  readonly exists: boolean;
  /** Markdown files in it, the index included. */
  readonly files: number;
  /** Other projects whose memory lands in the same folder. */
  readonly sharedWith: readonly string[];
  readonly readOnly: boolean;
  /** Real path of the project that names the store by a link out of its own folder: agents are not given it. */
  readonly linkedFrom?: string;
  /** Why Claude Code ignores the existing store (memory switched off, say). */
  readonly off?: string;
  /** Name of the settings by which Claude Code consolidates the store by itself. */
  readonly consolidatedBy?: string;
  /** Remarks on the store, one sentence each: ignored settings with the reason, other notebooks of the same agent. */
  readonly notes?: readonly string[];
}

/** State of a file when it was read: cheap to compare, decides whether it must be read again. */
export interface FileStamp {
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** Bytes. */
  readonly size: number;
  /** See {@link ListedFile.version}. Absent when the file may change again without a new one, so that it must be read again. */
  readonly version?: string | undefined;
  /** First 16 hex digits of the SHA-256 of the bytes. */
  readonly hash: string;
}

/** A file as read. Reading never fails: an unreadable file has `unreadable` set and an empty text. */
export interface SourceFile {
  /** Path inside the store, slashes forward, spelled as on disk. */
  readonly path: string;
  readonly stamp: FileStamp;
  /** Decoded text, byte order mark kept; invalid bytes are U+FFFD. */
  readonly text: string;
  readonly encoding: 'utf8' | 'utf8-invalid' | 'utf16' | 'binary';
  /** Why it cannot be read: a sentence. */
  readonly unreadable?: string;
  /** Real path of the file, when it is a symbolic link out of the store. */
  readonly linkTarget?: string;
  /** Paths inside the store of symbolic links to this file: its other names. */
  readonly aliases?: readonly string[];
}

/** A source for a text that is not on the disk. */
export const sourceOfText = (path: string, text: string): SourceFile => ({
  path,
  text,
  encoding: 'utf8',
  stamp: { modifiedMs: 0, size: 0, hash: '' },
});

export type AgeSource = 'metadata.modified' | 'modified' | 'updated' | 'created' | 'file name' | 'file time';

/** One memory: the parsed meaning of a markdown file, of any version of the format. */
export interface Memory {
  /** Path inside the store. */
  readonly path: string;
  /** `name` of the front matter, or the file's stem when there is none. */
  readonly name: string;
  /** Whether `name` came from the front matter. */
  readonly named: boolean;
  readonly description: string;
  /** `metadata.type` or top-level `type`, lower case; `unknown` when there is none. */
  readonly type: string;
  readonly level: Level;
  readonly repos: readonly string[];
  readonly tags: readonly string[];
  readonly agentId?: string | undefined;
  /** `id` of the front matter. */
  readonly ownId?: string | undefined;
  /** Milliseconds since the epoch, and where it was found. */
  readonly dateMs: number;
  readonly dateSource: AgeSource;
  /** The memory it replaces, and the one that replaced it, as the front matter names them. */
  readonly supersedes?: string | undefined;
  readonly supersededBy?: string | undefined;
  /** Milliseconds since the epoch; set when it is forgotten. */
  readonly deletedMs?: number | undefined;
  /** Text after the front matter. */
  readonly body: string;
  /** Line on which the body starts, from 0. */
  readonly bodyLine: number;
  /** Whether the text can be searched (that of unreadable, binary and UTF-16 files cannot). */
  readonly searchable: boolean;
  readonly links: readonly MemoryLink[];
}

/** A link from a memory to another: `[[name]]` or `[text](file.md)`. */
export interface MemoryLink {
  readonly kind: 'wiki' | 'markdown';
  readonly target: string;
  /** Range of the target alone. */
  readonly range: Range;
}
