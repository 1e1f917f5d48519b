/** Which rows are selected, as lists of VS Code do it: a click selects one, Ctrl adds one, Shift all up to it. */

export interface Selection {
  /** The row that keys are about; -1 without rows. */
  readonly active: number;
  /** Where a range starts. */
  readonly anchor: number;
  readonly ids: ReadonlySet<string>;
}

export const NO_SELECTION: Selection = { active: -1, anchor: -1, ids: new Set() };

export type Way =
  /** That row alone. */
  | 'one'
  /** That row more, or less. */
  | 'toggle'
  /** All from the anchor to that row. */
  | 'range'
  /** Only moves the active row. */
  | 'move';

/** @param ids of the rows in their order */
export function selected(before: Selection, ids: readonly string[], at: number, way: Way): Selection {
  const id = ids[at];
  if (id === undefined) return before;
  if (way === 'move') return { ...before, active: at };
  if (way === 'one') return { active: at, anchor: at, ids: new Set([id]) };
  if (way === 'toggle') {
    const next = new Set(before.ids);
    if (!next.delete(id)) next.add(id);
    return { active: at, anchor: at, ids: next };
  }
  const anchor = before.anchor < 0 ? at : before.anchor;
  return { active: at, anchor, ids: new Set(ids.slice(Math.min(anchor, at), Math.max(anchor, at) + 1)) };
}

/** What is left of a selection among other rows: those that are still there, and the active one at its new place. */
export function selectionAmong(before: Selection, idsBefore: readonly string[], ids: readonly string[]): Selection {
  const placeOf = (at: number): number => {
    const id = idsBefore[at];
    return id === undefined ? -1 : ids.indexOf(id);
  };
  const active = placeOf(before.active);
  return {
    // A row that is gone leaves its place to the next one.
    active: active >= 0 ? active : Math.min(before.active, ids.length - 1),
    anchor: placeOf(before.anchor),
    ids: before.ids.size === 0 ? before.ids : new Set(ids.filter((id) => before.ids.has(id))),
  };
}
