/**
 * A fix makes no memory newer. The editor writes a fixed file anew, and a memory without a date of its own takes its age
 * from the time of its file: when the saved text is exactly the one that fixes made of the file, the file gets its time
 * back. Any other text was edited by a person, and is new.
 */
import { readFile, stat, utimes } from 'node:fs/promises';

import { TextDocumentEdit, type WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';

import { memoryDate } from '../core/age.js';
import { isNamedLikeIndex } from '../core/file-kinds.js';
import { parseFrontMatter } from '../core/frontmatter/frontmatter.js';
import { withoutMark } from '../core/text.js';

interface Origin {
  /** Modification time of the file before the fixes. */
  readonly time: Date;
  /** The text of the file, and the texts that offered fixes make of it. */
  readonly texts: Set<string>;
}

/** Texts that are remembered of a file: each offered fix is one. */
const MOST_TEXTS = 100;

export class KeptAges {
  /** By uri, since the file was last saved. */
  readonly #origins = new Map<string, Promise<Origin | undefined>>();
  readonly #textOf: (uri: string) => string | undefined;

  /** @param textOf text of an open document */
  constructor(textOf: (uri: string) => string | undefined) {
    this.#textOf = textOf;
  }

  /** Notes what an edit that is offered to the editor makes of its files. */
  async offer({ documentChanges = [] }: WorkspaceEdit): Promise<void> {
    for (const change of documentChanges) {
      if (!TextDocumentEdit.is(change) || isNamedLikeIndex(change.textDocument.uri)) continue;
      const { uri } = change.textDocument;
      const origin = await this.#originOf(uri);
      if (origin === undefined) continue;
      const [onDisk = ''] = origin.texts;
      const now = withoutMark(this.#textOf(uri) ?? onDisk);
      if (!origin.texts.has(now) || origin.texts.size >= MOST_TEXTS) continue;
      const edits = change.edits.flatMap((edit) => ('newText' in edit ? [edit] : []));
      origin.texts.add(TextDocument.applyEdits(TextDocument.create(uri, 'markdown', 0, now), edits));
    }
  }

  /** Gives the file of a saved document its time back, where only fixes changed it. */
  async saved({ uri, getText }: Pick<TextDocument, 'uri' | 'getText'>): Promise<void> {
    const origin = await this.#origins.get(uri);
    this.#origins.delete(uri);
    const text = withoutMark(getText());
    if (origin === undefined || !origin.texts.has(text) || !isDatedByFile(uri, text)) return;
    await utimes(fileOf(uri), origin.time, origin.time);
  }

  closed(uri: string): void {
    this.#origins.delete(uri);
  }

  #originOf(uri: string): Promise<Origin | undefined> {
    const known = this.#origins.get(uri);
    if (known !== undefined) return known;
    const read = readOrigin(fileOf(uri));
    this.#origins.set(uri, read);
    return read;
  }
}

const fileOf = (uri: string): string => URI.parse(uri).fsPath;

/** Undefined for a file that is not there: a fix makes it. */
async function readOrigin(file: string): Promise<Origin | undefined> {
  try {
    const { mtime } = await stat(file);
    return { time: mtime, texts: new Set([withoutMark(await readFile(file, 'utf8'))]) };
  } catch {
    return undefined;
  }
}

const isDatedByFile = (uri: string, text: string): boolean =>
  memoryDate(parseFrontMatter(text).fields, fileOf(uri).replaceAll('\\', '/'), { modifiedMs: 0, size: 0, hash: '' })
    .dateSource === 'file time';
