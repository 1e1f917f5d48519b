/** How the table looks, as it is kept: what an older version or another hand wrote is read as far as it makes sense. */
import * as z from 'zod/mini';

import { type ColumnId, COLUMNS, FIRST_COLUMNS } from './columns.js';
import { type Chosen, type FacetId, FACETS } from './facets.js';
import { FIRST_SORT, type Sort } from './sort.js';

export interface TableLook {
  readonly columns: readonly ColumnId[];
  /** Pixels of columns that were resized. */
  readonly widths: Readonly<Partial<Record<ColumnId, number>>>;
  readonly sort: Sort;
  readonly chosen: Chosen;
  /** Words that all must occur. */
  readonly words: string;
  readonly showsFacets: boolean;
  readonly showsPreview: boolean;
}

export const FIRST_LOOK: TableLook = {
  columns: FIRST_COLUMNS,
  widths: {},
  sort: FIRST_SORT,
  chosen: {},
  words: '',
  showsFacets: true,
  showsPreview: false,
};

const IDS = COLUMNS.map(({ id }) => id) as [ColumnId, ...ColumnId[]];
const columnId = z.enum(IDS);
const facetId = z.enum(FACETS as unknown as [FacetId, ...FacetId[]]);

const look = z.partial(
  z.object({
    columns: z.array(columnId).check(z.minLength(1)),
    widths: z.partialRecord(columnId, z.number().check(z.positive())),
    sort: z.array(z.object({ column: columnId, descending: z.boolean() })).check(z.minLength(1)),
    chosen: z.partialRecord(facetId, z.array(z.string())),
    words: z.string(),
    showsFacets: z.boolean(),
    showsPreview: z.boolean(),
  }),
);

export const readLook = (kept: unknown): TableLook => ({
  ...FIRST_LOOK,
  ...(look.safeParse(kept).data as TableLook | undefined),
});
