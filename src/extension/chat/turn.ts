/** One request to the chat participant, and what each of its commands has in hand. */
import type * as vscode from 'vscode';

import type { ChatCommandName } from '../../protocol/ids.js';
import { toHost } from '../../protocol/methods.js';
import type { SearchRequest, SearchResult } from '../../protocol/wire.js';
import type { FeatureContext } from '../feature.js';

export interface Turn {
  readonly request: vscode.ChatRequest;
  readonly history: vscode.ChatContext['history'];
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
  readonly features: FeatureContext;
  /** Buttons, to be shown when all else was said: VS Code folds away what stands before words that follow a button. */
  readonly buttons: vscode.Command[];
}

/** A question offered below an answer. Labels are markdown to VS Code, so none holds words of a memory. */
export interface FollowUp {
  readonly label: string;
  readonly prompt: string;
  readonly command?: ChatCommandName;
}

/** Kept with an answer: what it was about, and what is offered below it. Plain JSON. */
export interface ChatAnswer {
  /** What was searched for. */
  readonly query?: string;
  /** What the model said, cut. */
  readonly said?: string;
  readonly next: readonly FollowUp[];
}

/** Milliseconds that a question of a chat waits for the model and for vectors: it is asked once, not at every key. */
const PATIENCE_MS = 2_000;
/** UTF-16 units of a question that are searched for. */
const LONGEST_QUERY = 4_000;

export async function search(
  { features, stream, token }: Turn,
  query: string,
  more: Omit<SearchRequest, 'query'>,
): Promise<SearchResult> {
  stream.progress('Searching memory');
  return features.host.request(
    toHost.search,
    { query: query.slice(0, LONGEST_QUERY), patience: PATIENCE_MS, ...more },
    token,
  );
}

/** What the last answer of this chat was about. */
export function lastQuery({ history }: Pick<Turn, 'history'>): string | undefined {
  for (const turn of [...history].reverse()) {
    const query = 'result' in turn ? (turn.result.metadata as Partial<ChatAnswer> | undefined)?.query : undefined;
    if (typeof query === 'string') return query;
  }
  return undefined;
}
