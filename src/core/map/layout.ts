/** Places of memories in the plane: alike ones near each other. The same input gives the same places. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';

import type { Point } from './point.js';
import { principalSteps } from './power-iteration.js';

export interface Spring {
  /** Positions in the list of vectors. */
  readonly from: number;
  readonly to: number;
  /** 0 to 1. */
  readonly strength: number;
}

/** Units between two that are alike, and around each. */
const DISTANCE = 30;
const RADIUS = 7;
const REPULSION = -40;
/** Units beyond which two do not repel each other: groups stay together. */
const REPULSION_REACH = 400;
const TICKS = 150;

/** A step after each round of the simulation. */
export function* layoutSteps(
  vectors: readonly Float32Array[],
  springs: readonly Spring[],
): Generator<void, readonly Point[]> {
  const size = DISTANCE * Math.sqrt(vectors.length);
  const start = yield* principalSteps(vectors);
  const nodes: SimulationNodeDatum[] = start.map(([x, y], index) => ({ index, x: x * size, y: y * size }));
  // The simulation starts a timer at once; it is stopped before it can fire.
  const simulation = forceSimulation(nodes)
    .stop()
    .alphaDecay(1 - 0.001 ** (1 / TICKS))
    .force(
      'springs',
      forceLink(springs.map(({ from, to, strength }) => ({ source: from, target: to, strength })))
        .distance(DISTANCE)
        .strength(({ strength }) => strength),
    )
    .force('repulsion', forceManyBody().strength(REPULSION).distanceMax(REPULSION_REACH))
    .force('room', forceCollide(RADIUS))
    .force('x', forceX(0).strength(0.03))
    .force('y', forceY(0).strength(0.03));
  for (let tick = 0; tick < TICKS; tick++) {
    simulation.tick();
    yield;
  }
  return nodes.map(({ x = 0, y = 0 }) => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }));
}
