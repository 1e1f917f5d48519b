/** A point of the map; see {@link MapNode} for its units. */
export interface Place {
  readonly x: number;
  readonly y: number;
}
