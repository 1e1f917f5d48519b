/** Sessions are of one person: their ids lead to what was said there, and the folder of their transcripts bears the name of a home folder. */
import type { FrontMatter } from '../../frontmatter/model.js';

const FIELDS = new Set(['originsessionid', 'sessionid', 'session', 'sourcesession', 'conversationid']);
const UUID = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`;
const IS_UUID = new RegExp(`^${UUID}$`, 'i');
const WORD = 'session|conversation|transcript|sitzung|gespräch|セッション|会话|對話|对话';
/** What a text calls a session, resumes, or lists after another one; and the file of a transcript. */
const NAMED = new RegExp(
  String.raw`(?<=(?:(?:${WORD})s?[\s_-]?(?:ids?|was|is|no)?|--resume|--session-id|(?<!\S)-r|\[session\](?:,| and| und| &)?)[^\p{L}\p{N}\n]{0,6})${UUID}(?![\w-])|(?<![\w-])${UUID}(?=\.jsonl)`,
  'giu',
);
const PROJECT = /(?<=\.claude[\\/]{1,2}projects[\\/]{1,2})(?:-|[A-Za-z]--)[^\\/\s"'`:)]+/g;

/** The sessions that the front matter names. */
export const sessionsOf = ({ fields }: Pick<FrontMatter, 'fields'>): string[] =>
  fields.flatMap(({ path, text = '' }) => {
    const key = path.replace(/^metadata\./, '').replaceAll(/[_-]/g, '');
    return FIELDS.has(key.toLowerCase()) && /^(?=.*\d)[\w-]{8,}$/.test(text.trim()) ? [text.trim()] : [];
  });

/** The text without ids of sessions: those given, also cut to their beginning as terminals show them, and those that it calls one. */
export function redactSessions(text: string, sessions: readonly string[]): string {
  const ids = sessions.flatMap((id) => (IS_UUID.test(id) ? [id, id.slice(0, 8)] : [id]));
  let safe = text.replace(PROJECT, '[project]');
  for (const id of ids) safe = safe.replaceAll(new RegExp(String.raw`(?<![\w-])${id}(?![\w-])`, 'gi'), '[session]');
  for (let before = ''; before !== safe;) {
    before = safe;
    safe = safe.replace(NAMED, '[session]');
  }
  return safe;
}
