/**
 * A fix makes no memory newer. The editor writes a fixed file anew, and a memory without a date of its own takes its age
 * from the time of its file: when the saved text is exactly the one that fixes made of the file, the file gets its time
 * back. Any other text was edited by a person, and is new. A preview opens and closes files before it changes them, so what
 * was offered outlives that.
 */
import { readFile, stat, utimes } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

import { TextDocumentEdit, type WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';

import { memoryDate } from '../core/age.js';
import { editsBetween } from '../core/diff.js';
import { isNamedLikeIndex } from '../core/file-kinds.js';
import { parseFrontMatter } from '../core/frontmatter/frontmatter.js';
import { type TextEdit, withoutMark } from '../core/text.js';

interface Origin {
  /** Modification time of the file before the fixes. */
  readonly time: Date;
  /** The text of the file, and the texts that offered fixes make of it. */
  readonly texts: Set<string>;
  /** Single edits of the text of the file: a preview makes those that stay checked. */
  readonly edits: Set<string>;
}

/** Texts that are remembered of a file: each offered fix is one. */
const MOST_TEXTS = 100;
/** Milliseconds within which an editor saves what it changed, and after which its file is looked at again. */
const [SAVED_MS, LOOK_MS] = [15_000, 200];
/** Files that are remembered. */
const MOST_FILES = 1_000;

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
      const fixed = TextDocument.applyEdits(TextDocument.create(uri, 'markdown', 0, now), edits);
      origin.texts.add(fixed);
      if (now === onDisk) for (const edit of editsBetween(now, fixed)) origin.edits.add(keyOf(edit));
    }
  }

  /** Gives the file of a saved document its time back, where only fixes changed it. */
  async saved({ uri, getText }: Pick<TextDocument, 'uri' | 'getText'>): Promise<void> {
    const origin = await this.#origins.get(uri);
    this.#origins.delete(uri);
    const text = withoutMark(getText());
    if (origin === undefined || !isMadeByFixes(text, origin) || !isDatedByFile(uri, text)) return;
    await utimes(fileOf(uri), origin.time, origin.time);
  }

  /** Drops what was offered for a file that is gone. */
  forget(uri: string): void {
    this.#origins.delete(uri);
  }

  /** The same after an edit that the editor made and saves by itself, in its own time: of files without an editor it does not tell. */
  async applied(uris: readonly string[]): Promise<void> {
    await Promise.all(uris.map((uri) => this.#whenSaved(uri)));
  }

  async #whenSaved(uri: string): Promise<void> {
    const origin = await this.#origins.get(uri);
    if (origin === undefined) return;
    const [before] = origin.texts;
    for (const end = Date.now() + SAVED_MS; Date.now() < end; await setTimeout(LOOK_MS, undefined, { ref: false })) {
      if ((await this.#origins.get(uri)) !== origin) return;
      const text = await readFile(fileOf(uri), 'utf8');
      if (withoutMark(text) !== before) return await this.saved({ uri, getText: () => text });
    }
  }

  /** The file as it is now, unless it is open since an earlier offer. */
  #originOf(uri: string): Promise<Origin | undefined> {
    const known = this.#origins.get(uri);
    if (known !== undefined && this.#textOf(uri) !== undefined) return known;
    const read = readOrigin(fileOf(uri));
    this.#origins.delete(uri);
    this.#origins.set(uri, read);
    const [oldest] = this.#origins.keys();
    if (this.#origins.size > MOST_FILES && oldest !== undefined) this.#origins.delete(oldest);
    return read;
  }
}

const keyOf = ({ range, newText }: TextEdit): string => JSON.stringify([range, newText]);

/** Whether a text is one that fixes make, or has some of their edits and no other. */
function isMadeByFixes(text: string, { texts, edits }: Origin): boolean {
  if (texts.has(text)) return true;
  const [onDisk = ''] = texts;
  return edits.size > 0 && editsBetween(onDisk, text).every((edit) => edits.has(keyOf(edit)));
}

const fileOf = (uri: string): string => URI.parse(uri).fsPath;

/** Undefined for a file that is not there: a fix makes it. */
async function readOrigin(file: string): Promise<Origin | undefined> {
  try {
    const { mtime } = await stat(file);
    return { time: mtime, texts: new Set([withoutMark(await readFile(file, 'utf8'))]), edits: new Set() };
  } catch {
    return undefined;
  }
}

const isDatedByFile = (uri: string, text: string): boolean =>
  memoryDate(parseFrontMatter(text).fields, fileOf(uri).replaceAll('\\', '/'), { modifiedMs: 0, size: 0, hash: '' })
    .dateSource === 'file time';
