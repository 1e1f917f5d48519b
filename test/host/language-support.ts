/** Requests of an editor about a place in a text, the place written as ¦. */
import { expect } from 'vitest';
import {
  type CodeLens,
  CodeLensRequest,
  type CompletionItem,
  type CompletionList,
  CompletionRequest,
  CompletionTriggerKind,
  DefinitionRequest,
  type DocumentLink,
  DocumentLinkRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  type FoldingRange,
  FoldingRangeRequest,
  type Hover,
  HoverRequest,
  type Location,
  type Position,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  type TextEdit,
  WillRenameFilesRequest,
  type WorkspaceEdit,
  type WorkspaceSymbol,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';

import { type Client, uriOf } from './client.js';

/** A text without its ¦, and where that stood. */
export function marked(text: string): { readonly text: string; readonly position: Position } {
  const offset = text.indexOf('¦');
  expect(offset, 'the text has no ¦').toBeGreaterThanOrEqual(0);
  const plain = text.slice(0, offset) + text.slice(offset + 1);
  return { text: plain, position: TextDocument.create('', '', 0, plain).positionAt(offset) };
}

export class Typing {
  readonly #open = new Set<string>();

  constructor(readonly client: Client) {}

  /** Shows a text in the editor, unsaved, and answers where its ¦ stood. */
  async show(
    file: string,
    withMark: string,
  ): Promise<{ readonly textDocument: { readonly uri: string }; readonly position: Position }> {
    const { text, position } = marked(withMark);
    if (!this.#open.has(file)) await this.client.open(file, '');
    this.#open.add(file);
    await this.client.replace(file, text);
    return { textDocument: { uri: uriOf(file) }, position };
  }

  async completions(file: string, text: string, typed?: string): Promise<readonly CompletionItem[]> {
    const at = await this.show(file, text);
    const context =
      typed === undefined
        ? { triggerKind: CompletionTriggerKind.Invoked }
        : { triggerKind: CompletionTriggerKind.TriggerCharacter, triggerCharacter: typed };
    const list = (await this.client.connection.sendRequest(CompletionRequest.type, {
      ...at,
      context,
    })) as CompletionList | null;
    const items = list?.items ?? [];
    // What an editor requires of an edit: one line, around the place.
    for (const { textEdit } of items) {
      const { range } = textEdit as TextEdit;
      expect([range.start.line, range.end.line]).toEqual([at.position.line, at.position.line]);
      expect(range.start.character).toBeLessThanOrEqual(at.position.character);
      expect(range.end.character).toBeGreaterThanOrEqual(at.position.character);
    }
    return items;
  }

  /** Labels in the order in which the editor shows them. */
  async labels(file: string, text: string, typed?: string): Promise<readonly string[]> {
    const items = await this.completions(file, text, typed);
    return [...items]
      .sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1))
      .map(({ label }) => label);
  }

  /** The text once a suggestion was taken. */
  async completed(file: string, text: string, label: string): Promise<string> {
    const items = await this.completions(file, text);
    const item = items.find((each) => each.label === label);
    if (!item?.textEdit) throw new Error(`No ${label} among: ${items.map((each) => each.label).join('; ')}`);
    return TextDocument.applyEdits(TextDocument.create('', '', 0, this.client.text(file)), [item.textEdit as TextEdit]);
  }

  async hover(file: string, text: string): Promise<string | null> {
    const found: Hover | null = await this.client.connection.sendRequest(
      HoverRequest.type,
      await this.show(file, text),
    );
    return found === null ? null : (found.contents as { value: string }).value;
  }

  async definition(file: string, text: string): Promise<string | null> {
    const found = (await this.client.connection.sendRequest(
      DefinitionRequest.type,
      await this.show(file, text),
    )) as Location | null;
    return found === null ? null : where(found);
  }

  async references(file: string, text: string, includeDeclaration = false): Promise<readonly string[] | null> {
    const found = await this.client.connection.sendRequest(ReferencesRequest.type, {
      ...(await this.show(file, text)),
      context: { includeDeclaration },
    });
    return found === null ? null : found.map(where).sort();
  }

  async prepare(file: string, text: string): Promise<string | null> {
    const at = await this.show(file, text);
    const found = (await this.client.connection.sendRequest(PrepareRenameRequest.type, at)) as {
      range: { start: Position; end: Position };
      placeholder: string;
    } | null;
    return found === null
      ? null
      : `${this.client.text(file).split(/\r?\n/)[found.range.start.line]?.slice(found.range.start.character, found.range.end.character)} → ${found.placeholder}`;
  }

  async rename(file: string, text: string, newName: string): Promise<WorkspaceEdit | null> {
    return this.client.connection.sendRequest(RenameRequest.type, { ...(await this.show(file, text)), newName });
  }
}

const where = ({ uri, range }: Location): string =>
  `${URI.parse(uri).fsPath.split('/').slice(-1)[0]}:${range.start.line + 1}:${range.start.character + 1}-${range.end.character + 1}`;

const of = (file: string): { textDocument: { uri: string } } => ({ textDocument: { uri: uriOf(file) } });
export const linksIn = (client: Client, file: string): Promise<DocumentLink[] | null> =>
  client.connection.sendRequest(DocumentLinkRequest.type, of(file));
export const symbolsIn = async (client: Client, file: string): Promise<DocumentSymbol[]> =>
  (await client.connection.sendRequest(DocumentSymbolRequest.type, of(file))) as DocumentSymbol[];
export const foldsIn = (client: Client, file: string): Promise<FoldingRange[] | null> =>
  client.connection.sendRequest(FoldingRangeRequest.type, of(file));
export const lensesOn = (client: Client, file: string): Promise<CodeLens[] | null> =>
  client.connection.sendRequest(CodeLensRequest.type, of(file));
export const symbolsFor = async (client: Client, query: string): Promise<WorkspaceSymbol[]> =>
  (await client.connection.sendRequest(WorkspaceSymbolRequest.type, { query })) as WorkspaceSymbol[];
export const willRename = (client: Client, from: string, to: string): Promise<WorkspaceEdit | null> =>
  client.connection.sendRequest(WillRenameFilesRequest.type, { files: [{ oldUri: uriOf(from), newUri: uriOf(to) }] });
