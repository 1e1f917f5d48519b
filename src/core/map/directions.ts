/** Ways over the map by arrow keys. Pure. */
import type { Point } from './point.js';

export type Direction = 'left' | 'right' | 'up' | 'down';

const VECTORS: Readonly<Record<Direction, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** How much farther a point counts that lies aside of the way. */
const ASIDE = 2;

/** Position of the nearest place in a direction, at most 45 degrees aside; undefined where there is none. */
export function nearestTowards(places: readonly Point[], from: Point, direction: Direction): number | undefined {
  const way = VECTORS[direction];
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, { x, y }] of places.entries()) {
    const [dx, dy] = [x - from.x, y - from.y];
    const along = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    if (along <= 0 || aside > along || along + ASIDE * aside >= least) continue;
    [best, least] = [at, along + ASIDE * aside];
  }
  return best;
}
