/** Finds facts in a range of a session: by a language model that may read memories before it answers, or by rules. */
import { callId, draftId } from '../../core/capture/observation.js';
import { bodyOf } from '../../core/distill/fact-body.js';
import type { Fact } from '../../core/distill/text/text.js';
import { addTokens } from '../../core/errors.js';
import { type ExtractAnswer, extractQuestion, MOST_ROUNDS } from '../../core/extract/model-question.js';
import { observationsOf, type SessionRange } from '../../core/extract/session-range.js';
import type { MemoryId } from '../../core/memory.js';
import type { TypeTable } from '../../core/memory-types.js';
import type { ChatModel } from '../../core/ports/chat-model.js';
import type { Transcripts } from '../../core/ports/transcripts.js';
import type { OfferedDraft } from '../../core/results.js';
import { storesOfFolder } from '../inject/candidates.js';
import { selectableMemories } from '../inject/selectable-memories.js';
import type { ServicePorts } from '../ports.js';
import type { SearchContext } from '../search/context.js';

export interface ExtractContext extends SearchContext {
  readonly ports: ServicePorts;
  readonly transcripts: Transcripts;
  readonly types: TypeTable;
}

export interface ExtractedFacts {
  readonly drafts: readonly OfferedDraft[];
  readonly refused: readonly string[];
  readonly engine: string;
  readonly tokens: number;
  readonly rounds: number;
}

/** Drafts of one run: a longer list would not be reviewed. */
const MOST_DRAFTS = 10;

const localeOf = ({ ports: { clock } }: Pick<ExtractContext, 'ports'>): { readonly locale?: string } =>
  clock.locale === undefined ? {} : { locale: clock.locale() };

const dayOf = ({ entries }: SessionRange): string => entries.at(-1)?.at ?? '';

/** The id of a draft depends on session and text only, not on the range: a fact that was decided once is not offered again. */
function draftsOf(
  { ports }: Pick<ExtractContext, 'ports'>,
  { session = '', cwd, entries }: SessionRange,
  engine: string,
  facts: readonly (Fact & {
    readonly at?: string;
    readonly updates?: MemoryId;
    readonly replaces?: readonly string[];
  })[],
): OfferedDraft[] {
  return facts.slice(0, MOST_DRAFTS).map(({ at, updates, replaces, ...fact }) => ({
    id: ports.hash(`${session}/${fact.text}`).slice(0, 16),
    type: fact.type,
    body: bodyOf(fact),
    ...(updates === undefined ? {} : { updates }),
    ...(replaces === undefined ? {} : { replaces }),
    origin: {
      source: 'transcript',
      engine,
      observedAt: at ?? entries.at(-1)?.at ?? '',
      ...(session === '' ? {} : { session }),
      ...(cwd === undefined ? {} : { cwd }),
    },
  }));
}

export async function extractByRules(context: ExtractContext, range: SessionRange): Promise<ExtractedFacts> {
  const { hash, rules } = context.ports;
  const facts: (Fact & { readonly at: string; readonly replaces?: readonly string[] })[] = [];
  for (const { failures, ...seen } of observationsOf(range, localeOf(context).locale)) {
    const distilled = await rules.distilled({ ...seen, id: '' });
    if (distilled.status !== 'facts') continue;
    // What a hook saw of a failure is in the inbox already, without its cause.
    const replaces = failures?.map((call) => draftId(hash, callId(hash, range.session ?? '', call), 0));
    facts.push(
      ...distilled.facts.map((fact) => ({ ...fact, at: seen.at, ...(replaces === undefined ? {} : { replaces }) })),
    );
  }
  const distinct = [...new Map(facts.map((fact) => [fact.text, fact])).values()];
  return {
    drafts: draftsOf(context, range, 'rules', distinct.slice(-MOST_DRAFTS)),
    refused: [],
    engine: 'rules',
    tokens: 0,
    rounds: 0,
  };
}

/** Rejects as {@link ChatModel.ask} does; the range is then retried later. */
export async function extractByModel(
  context: ExtractContext,
  chat: ChatModel,
  range: SessionRange,
  signal: AbortSignal | undefined,
): Promise<ExtractedFacts> {
  const memories = await selectableMemories(
    context,
    await storesOfFolder(context, range.cwd),
    signal ?? new AbortController().signal,
  );
  const byFile = new Map(memories.map(({ file, id }) => [file, id]));
  const read = new Map<string, string>();
  let tokens = 0;
  for (let round = 1; ; round++) {
    const reply = await chat
      .ask(
        extractQuestion({
          range,
          memories,
          read,
          types: Object.keys(context.types),
          day: dayOf(range).slice(0, 10),
          mayRead: round < MOST_ROUNDS,
        }),
        signal,
      )
      .catch((error: unknown) => {
        throw addTokens(error, tokens);
      });
    tokens += reply.tokens;
    const answer = reply.value as ExtractAnswer;
    const wanted = (answer.read ?? []).filter((file) => !read.has(file));
    if (wanted.length > 0 && round < MOST_ROUNDS) {
      const documents = await context.ports.index.documents(wanted.flatMap((file) => byFile.get(file) ?? []));
      for (const file of wanted) read.set(file, documents.get(byFile.get(file) ?? '')?.body ?? '');
      continue;
    }
    return {
      ...(await checked(context, range, chat.label, answer, byFile)),
      engine: chat.label,
      tokens,
      rounds: round,
    };
  }
}

async function checked(
  context: ExtractContext,
  range: SessionRange,
  engine: string,
  { facts = [] }: ExtractAnswer,
  byFile: ReadonlyMap<string, MemoryId>,
): Promise<Pick<ExtractedFacts, 'drafts' | 'refused'>> {
  const refused: string[] = [];
  const accepted: (Fact & { readonly updates?: MemoryId })[] = [];
  for (const { updates, ...fact } of facts) {
    const found = await context.ports.rules.checked({ facts: [fact] }, { at: dayOf(range), ...localeOf(context) });
    refused.push(...found.refused);
    const id = updates === undefined ? undefined : byFile.get(updates);
    accepted.push(...found.facts.map((fact) => ({ ...fact, ...(id === undefined ? {} : { updates: id }) })));
  }
  return { drafts: draftsOf(context, range, engine, accepted), refused };
}
