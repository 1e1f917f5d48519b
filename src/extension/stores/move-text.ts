/** Texts about a planned move. */
import { t, tPlural } from '../../core/l10n.js';
import type { MovePlan, MoveReport, PlannedMove } from '../../core/stores/results.js';

const entriesOf = ({ indexes }: MovePlan): number => indexes.reduce((sum, { added }) => sum + added, 0);
const of = ({ files }: MovePlan, action: PlannedMove['action']): readonly PlannedMove[] =>
  files.filter((file) => file.action === action);

/** Whether carrying out the plan would change anything. */
export const movesAnything = (plan: MovePlan): boolean => plan.files.some(({ action }) => action !== 'stay');

/** A summary of the plan. */
function moveSummary(plan: MovePlan): string {
  const [moved, same, stays, entries] = [
    of(plan, 'move').length,
    of(plan, 'same').length,
    of(plan, 'stay').length,
    entriesOf(plan),
  ];
  return [
    tPlural(moved, '1 file moves from {from} to {to}.', '{n} files move from {from} to {to}.', {
      from: plan.from,
      to: plan.to,
    }),
    ...(same > 0 ? [tPlural(same, '1 file is already there.', '{n} files are already there.')] : []),
    ...(entries > 0 ? [tPlural(entries, '1 entry is added to MEMORY.md.', '{n} entries are added to MEMORY.md.')] : []),
    ...(stays > 0
      ? [
          tPlural(
            stays,
            '1 file stays where it is for the reason below.',
            '{n} files stay where they are for the reasons below.',
          ),
        ]
      : []),
  ].join('\n');
}

/** The complete plan, for the preview. */
export function movePreview(plan: MovePlan): string {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  return [
    t('Preview of the move. Nothing has been moved yet.'),
    '',
    moveSummary(plan),
    '',
    t('From: {path}', { path: plan.from }),
    t('To: {path}', { path: plan.to }),
    ...section(
      t('Moves'),
      of(plan, 'move').map(({ path, bytes }) => `${path}  (${tPlural(bytes, '1 byte', '{n} bytes')})`),
    ),
    ...section(
      t('Already there, with the same content'),
      of(plan, 'same').map(({ path }) => path),
    ),
    ...plan.indexes.flatMap(({ path, before, after, added }) =>
      section(
        tPlural(added, '1 entry added to {file}', '{n} entries added to {file}', { file: path }),
        newLines(before, after),
      ),
    ),
    ...section(
      t('Stays where it is'),
      of(plan, 'stay').map(({ path, why }) => `${path}: ${why ?? ''}`),
    ),
    ...section(t('Notes'), plan.notes),
    '',
  ].join('\n');
}

/** A move only adds lines to an index. */
function newLines(before: string, after: string): string[] {
  const known = new Map<string, number>();
  for (const line of before.split(/\r?\n/)) known.set(line, (known.get(line) ?? 0) + 1);
  return after.split(/\r?\n/).filter((line) => {
    const left = known.get(line) ?? 0;
    known.set(line, left - 1);
    return left <= 0;
  });
}

const MOST_NAMES = 3;

const namesOf = (files: MoveReport['stayed']): string =>
  [...files.slice(0, MOST_NAMES).map(({ path }) => path), ...(files.length > MOST_NAMES ? ['…'] : [])].join(', ');

export function reportText({ moved, same, entries, stayed }: MoveReport): string {
  const parts = [
    tPlural(moved, '1 file moved.', '{n} files moved.'),
    ...(same > 0 ? [tPlural(same, '1 file was already there.', '{n} files were already there.')] : []),
    ...(entries > 0 ? [tPlural(entries, '1 entry added to MEMORY.md.', '{n} entries added to MEMORY.md.')] : []),
    ...(stayed.length > 0 ? [t('Not moved: {files}.', { files: namesOf(stayed) })] : []),
  ];
  return parts.join(' ');
}
