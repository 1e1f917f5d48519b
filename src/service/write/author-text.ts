/** What becomes of a text before it is saved, by who wrote it: see docs/writes.md. */
import { localNow } from '../../core/capture/local-time.js';
import { datedMarkdown, type DatedPhrase, datedText } from '../../core/dated-text.js';
import { trifle } from '../../core/distill/trifle.js';
import { MemdirError, messageOf, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { dayAt } from '../../core/local-day.js';
import { maskedLine } from '../../core/markdown/prose.js';
import type { RememberRequest, RememberResult, UpdateRequest, UpdateResult, WordReport } from '../../core/results.js';
import type { ServiceContext } from '../context.js';
import { bodyOfText } from './content.js';
import type { WriteContext } from './context.js';
import { findWritable, isActive, locationOf } from './find-memory.js';
import { remember } from './remember.js';
import { updateMemory } from './update.js';

type AuthorContext = WriteContext & Pick<ServiceContext, 'settings'>;
type AuthorRequest = Pick<RememberRequest, 'content' | 'description' | 'raw' | 'author' | 'insist'>;

interface AuthorText {
  readonly content: string;
  readonly description?: string;
  readonly report: WordReport;
}

/** A model that takes longer is not waited for: an agent waits. */
const PATIENCE_MS = 20_000;
/** UTF-16 units of a text that a model may put in other words. */
const MOST_FOR_MODEL = 1_000;
/** Share of the telling words that a model repeats at least: it has others for many. */
const SAME_WORDS = 0.3;

export async function rememberText(
  context: AuthorContext,
  request: RememberRequest,
  signal?: AbortSignal,
): Promise<RememberResult> {
  const reason = trifleIn(context, request);
  if (reason !== undefined) return { status: 'rejected', reason, trifle: true, redacted: 0 };
  const { report, ...text } = await authorText(context, request, signal);
  const titled = report.distilled === undefined ? undefined : bodyOfText(report.distilled, context.types);
  const result = await remember(context, { ...request, ...text }, signal, titled);
  return result.status === 'saved' ? { ...result, ...report } : result;
}

export async function updateText(
  context: AuthorContext,
  request: UpdateRequest,
  signal?: AbortSignal,
): Promise<UpdateResult> {
  const reason = trifleIn(context, request);
  if (reason !== undefined) {
    const location = locationOf(await findWritable(context, request.id, isActive, request.reader));
    return { status: 'rejected', ...location, reason, trifle: true, redacted: 0 };
  }
  const { report, ...text } = await authorText(context, request, signal);
  const result = await updateMemory(context, { ...request, ...text }, signal);
  return result.status === 'updated' ? { ...result, ...report } : result;
}

/** Why a text is no memory, as capture has it too; undefined where it may be one, or a person insists. */
function trifleIn(
  { types, settings }: AuthorContext,
  { content, raw = false, author, insist = false }: AuthorRequest,
): string | undefined {
  if (author === undefined || (author === 'person' && (raw || insist))) return undefined;
  const body = raw ? content : bodyOfText(content, types);
  if (body.trim() === '') return undefined;
  const { longestText } = settings.capture;
  const reason = trifle(body, longestText);
  return reason !== undefined && body.trim().length > longestText
    ? `${reason} ${t('Save each fact as its own memory.')}`
    : reason;
}

async function authorText(
  context: AuthorContext,
  { content, description, raw = false, author }: AuthorRequest,
  signal: AbortSignal | undefined,
): Promise<AuthorText> {
  const described = description === undefined ? {} : { description };
  if (author === undefined || raw) return { content, ...described, report: {} };
  const day = dayAt(context.ports.clock.now());
  const dated = datedMarkdown(content, day);
  const line = description === undefined ? undefined : datedText(description, day, maskedLine(description));
  const report = { ...listed('dates', unique([...dated.phrases, ...(line?.phrases ?? [])])) };
  const text = { content: dated.text, ...(line === undefined ? {} : { description: line.text }) };
  if (author === 'agent') return await distilledText(context, text, report, signal);
  const distilled = PERSONAL.test(dated.text) ? (await context.ports.rules.reworded(dated.text)).text : dated.text;
  return { ...text, report: { ...report, ...(distilled === dated.text ? {} : { distilled }) } };
}

/** A quick look: the rules take a moment to start, and most texts do not need them. */
const PERSONAL = /(?<![\p{L}\p{N}'’.-])(?:I|we|my|our|me|us)(?![\p{L}\p{N}-])|(?<![\w./])@[a-z]|[\w.+-]@[\w-]+\./iu;

/** By rules, or in the words of the model where there is one and the text is a short paragraph: of a longer one it would leave something out. */
async function distilledText(
  context: AuthorContext,
  { content, description }: Omit<AuthorText, 'report'>,
  report: WordReport,
  signal: AbortSignal | undefined,
): Promise<AuthorText> {
  const { rules } = context.ports;
  const { text, changes, personal } = await rules.reworded(content);
  const after = personal && isParagraph(content) ? await modelText(context, content, signal) : undefined;
  const line = description === undefined ? undefined : await rules.reworded(description);
  const all = [...(after === undefined ? changes : [{ before: content, after }]), ...(line?.changes ?? [])];
  return {
    content: after ?? text,
    ...(line === undefined ? {} : { description: line.text }),
    report: { ...report, ...listed('reworded', all) },
  };
}

const isParagraph = (text: string): boolean =>
  text.trim().length <= MOST_FOR_MODEL &&
  !/\n\s*\n|^\s*(?:[-*+>|#]|\d{1,9}[.)]\s|```|~~~|---)|\*\*|\[\[/m.test(text.trim());

/** The text in a model's words; undefined where there is no model, it does not answer, or it left something out. */
async function modelText(
  { ports, types, settings }: AuthorContext,
  content: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { chat, clock, log, rules } = ports;
  if (chat === undefined) return undefined;
  const limits = [AbortSignal.timeout(PATIENCE_MS), ...(signal === undefined ? [] : [signal])];
  try {
    const { distill } = await import('../distill/distill.js');
    const distilled = await distill(
      { ports, types, longest: settings.capture.longestText },
      { id: '', ...localNow(clock), source: 'command', text: content },
      AbortSignal.any(limits),
    );
    if (distilled.status === 'nothing' || distilled.engine === 'rules') return undefined;
    const text = distilled.facts.map((fact) => fact.text).join(' ');
    if (await rules.saysAsMuch(content, text, SAME_WORDS)) return text;
    log.info(`What ${distilled.engine} made of a memory left something out. Rules did it instead.`);
  } catch (error) {
    throwIfAborted(signal);
    if (!(error instanceof MemdirError)) throw error;
    log.info(`${messageOf(error)} Rules distilled a memory instead.`);
  }
  return undefined;
}

const listed = <K extends string, T>(key: K, items: readonly T[]): Partial<Record<K, readonly T[]>> =>
  items.length === 0 ? {} : ({ [key]: items } as Record<K, readonly T[]>);

const unique = (phrases: readonly DatedPhrase[]): DatedPhrase[] => [
  ...new Map(phrases.map((each) => [`${each.phrase} ${each.date}`, each])).values(),
];
