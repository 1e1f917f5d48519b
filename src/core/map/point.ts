/** A point of the map; see {@link MapNode} for its units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
