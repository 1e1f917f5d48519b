/** Texts about a planned move. */
import { plural } from '../../core/plural.js';
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
    `${plural(moved, 'file')} of ${plan.from} will be moved to ${plan.to}.`,
    ...(same > 0 ? [`${plural(same, 'file')} ${same === 1 ? 'is' : 'are'} there already.`] : []),
    ...(entries > 0 ? [`${plural(entries, 'entry', 'entries')} will be added to MEMORY.md.`] : []),
    ...(stays > 0
      ? [`${plural(stays, 'file')} will stay where ${stays === 1 ? 'it is' : 'they are'}; the preview says why.`]
      : []),
  ].join('\n');
}

/** The complete plan, for the preview. */
export function movePreview(plan: MovePlan): string {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  return [
    'What moving this memory would do. Nothing is moved yet.',
    '',
    moveSummary(plan),
    '',
    `From  ${plan.from}`,
    `To    ${plan.to}`,
    ...section(
      'Moved',
      of(plan, 'move').map(({ path, bytes }) => `${path}  (${plural(bytes, 'byte')})`),
    ),
    ...section(
      'There already, with the same content',
      of(plan, 'same').map(({ path }) => path),
    ),
    ...plan.indexes.flatMap(({ path, before, after, added }) =>
      section(`Added to ${path}: ${plural(added, 'entry', 'entries')}`, newLines(before, after)),
    ),
    ...section(
      'Left where it is',
      of(plan, 'stay').map(({ path, why }) => `${path}: ${why ?? ''}`),
    ),
    ...section('To be known', plan.notes),
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

export function reportText({ moved, same, entries, stayed }: MoveReport): string {
  const parts = [
    `${plural(moved, 'file')} moved`,
    ...(same > 0 ? [`${same} there already`] : []),
    ...(entries > 0 ? [`${plural(entries, 'entry', 'entries')} added to MEMORY.md`] : []),
    ...(stayed.length > 0
      ? [
          `${stayed.length} left: ${stayed
            .slice(0, 3)
            .map(({ path }) => path)
            .join(', ')}${stayed.length > 3 ? ' …' : ''}`,
        ]
      : []),
  ];
  return `${parts.join('; ')}.`;
}
