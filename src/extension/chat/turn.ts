/** One request to the chat participant: the context of its commands. */
import type * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { SearchRequest, SearchResult } from '../../core/results.js';
import type { ChatCommandName } from '../../protocol/contributions.js';
import type { FeatureContext } from '../feature.js';

export interface Turn {
  readonly request: vscode.ChatRequest;
  readonly history: vscode.ChatContext['history'];
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
  readonly features: FeatureContext;
  /** Buttons, rendered last: VS Code collapses content that precedes text after a button. */
  readonly buttons: vscode.Command[];
}

/** A follow-up question. VS Code renders the label as markdown, so it never contains text of a memory. */
export interface FollowUp {
  readonly label: string;
  readonly prompt: string;
  readonly command?: ChatCommandName;
}

/** Metadata of an answer, stored by VS Code in the history of the chat: plain JSON, so its keys cannot be renamed. */
export interface ChatAnswer {
  /** The search query. */
  readonly query?: string;
  /** The model's reply, truncated. */
  readonly said?: string;
  readonly next: readonly FollowUp[];
}

/** Milliseconds a search waits for the model and for vectors: a chat searches once, not at every key. */
const VECTOR_TIMEOUT_MS = 2_000;
/** UTF-16 units of a query at most. */
const MAX_QUERY = 4_000;

export async function search(
  { features, stream, token }: Turn,
  query: string,
  more: Omit<SearchRequest, 'query'>,
): Promise<SearchResult> {
  stream.progress(t('Searching memories'));
  return features.host.request(
    'search',
    { query: query.slice(0, MAX_QUERY), vectorTimeoutMs: VECTOR_TIMEOUT_MS, ...more },
    token,
  );
}

/** Query of the last answer in this chat. */
export function lastQuery({ history }: Pick<Turn, 'history'>): string | undefined {
  for (const turn of [...history].reverse()) {
    const query = 'result' in turn ? (turn.result.metadata as Partial<ChatAnswer> | undefined)?.query : undefined;
    if (typeof query === 'string') return query;
  }
  return undefined;
}
