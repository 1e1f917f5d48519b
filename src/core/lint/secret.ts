import { type Field, parseFrontMatter, quoteScalar } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import { type Layout, layoutOf } from '../markdown/layout.js';
import type { StoreInfo } from '../memory.js';
import { relativeInside } from '../paths.js';
import type { Severity } from '../problem.js';
import { findSecrets, maskOf, maskSecrets, type SecretFinding } from '../secrets/secrets.js';
import { lineEnd, type Range, type TextEdit, type TextLines } from '../text.js';
import { firstLine, insert, replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { Finding, StoreRule } from './rule.js';
import { inEachText, type StoreText } from './store-texts.js';

/** A password, key or token in a text that agents are given, or in a file name. The message never contains it. */
export const secret: StoreRule = {
  code: 'secret',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    for (const finding of findings(store, only)) {
      yield isShared(store.info, finding.path ?? '')
        ? { ...finding, severity: SHARED, message: `${finding.message} ${sharedToo()}` }
        : finding;
    }
  },
};

const findings = inEachText(checkText);

const SHARED: Severity = 'error';
const sharedToo = (): string => t('Everyone who shares this folder can read it too.');

/** Whether others get the file: team folders, and directories that are committed with a project. */
function isShared({ kind, scope, path, project }: StoreInfo, file: string): boolean {
  if (kind === 'team' || kind === 'in-repo' || /^team\//i.test(file)) return true;
  if (kind === 'agent') return scope === 'project';
  return project !== undefined && Boolean(relativeInside(path, project));
}

function* checkText(text: StoreText): Generator<Finding> {
  for (const { kind } of findSecrets(text.source.path))
    yield { range: firstLine(text.lines), message: nameMessageOf(kind) };
  yield* checkContent(text);
}

const nameMessageOf = (kind: string): string =>
  t(
    'Possible secret in the file name ({kind}). Claude Code loads it into its context, and Git and other tools write it to logs. If it is real, revoke it and rename the file.',
    { kind },
  );

function* checkContent({ source, lines }: StoreText): Generator<Finding> {
  const found = findSecrets(source.text, { includeSamples: true });
  if (found.length === 0) return;
  const { path, text } = source;
  const frontMatter = /^\uFEFF?---/.test(text) ? parseFrontMatter(text) : undefined;
  const layout = layoutOf(lines);
  for (const each of found) {
    const at = lines.span(each.start, each.end);
    const inside = frontMatter?.state === 'yaml' && each.start < frontMatter.bodyOffset;
    const field = inside ? fieldAround(frontMatter.fields, each, lines) : undefined;
    const mask = inside ? yamlMask(field, each, at, lines) : replace(at, maskOf(each.kind));
    const allow = allowEdit(lines, layout, at, field);
    yield {
      range: at,
      message: messageOf(each),
      fixes: [
        ...(mask === undefined
          ? []
          : [fix(t('Mask this secret'), path, [mask], { preferred: each.confidence !== 'low' })]),
        ...(allow === undefined ? [] : [fix(t('Not a secret: ignore this value'), path, [allow])]),
      ],
    };
  }
}

const messageOf = ({ kind, confidence }: SecretFinding): string =>
  confidence === 'low'
    ? t(
        'Has the form of a secret ({kind}). Claude Code loads this into its context, where it can leak into commands and logs. If it is real, revoke it and note only where it is kept.',
        { kind },
      )
    : t(
        'Possible secret ({kind}). Claude Code loads this into its context, where it can leak into commands and logs. If it is real, revoke it and note only where it is kept.',
        { kind },
      );

const fieldAround = (fields: readonly Field[], { start, end }: SecretFinding, lines: TextLines): Field | undefined =>
  fields.find(({ valueRange }) => lines.offset(valueRange.start) <= start && end <= lines.offset(valueRange.end));

/** A mask in front matter: quoted where YAML would read its brackets and colon. Undefined where that is unclear. */
function yamlMask(
  field: Field | undefined,
  { start, end, kind }: SecretFinding,
  at: Range,
  lines: TextLines,
): TextEdit | undefined {
  if (field?.style === 'single' || field?.style === 'double' || field?.style === 'block')
    return replace(at, maskOf(kind));
  if (field?.style === 'plain' && field.text !== undefined)
    return replace(field.valueRange, quoteScalar(maskSecrets(field.text, { includeAllowed: false })));
  const isWhole =
    /(?:^|[\s[,:])$/.test(lines.text.slice(Math.max(0, start - 1), start)) &&
    /^[ \t]*(?:[\r\n,\]}]|$)/.test(lines.text.slice(end, end + 20));
  return isWhole ? replace(at, quoteScalar(maskOf(kind))) : undefined;
}

// eslint-disable-next-line memdir/user-text -- a mark in files.
const MARK = 'memdir: allow secret';
/** UTF-16 units of a line in which the allow comment is recognised. */
const LONGEST = 19_000;

/**
 * Inserts the allow comment: after the line, or before a value of several lines, in the comment syntax of the place.
 * `field` is the front matter field there. Undefined where a comment would become part of the value.
 */
export function allowEdit(lines: TextLines, { kinds }: Layout, at: Range, field?: Field): TextEdit | undefined {
  const { line } = at.start;
  const text = lines.line(line);
  const several = at.end.line !== line;
  const kind = kinds[line];
  if (
    kind === 'front' &&
    (several || field === undefined || field.style === 'block' || field.valueRange.end.line !== line)
  )
    return undefined;
  if (text.length > LONGEST || (several && kind === 'comment')) return undefined;
  const words = kind === 'comment' ? MARK : kind === 'text' ? `<!-- ${MARK} -->` : `# ${MARK}`;
  const blank = /^\uFEFF?[ \t]*/.exec(text)?.[0] ?? '';
  if (several)
    return insert(
      { line, character: blank.startsWith('\uFEFF') ? 1 : 0 },
      `${blank.replace('\uFEFF', '')}${words}${lineEnd(lines.text)}`,
    );
  return insert({ line, character: text.trimEnd().length }, ` ${words}`);
}
