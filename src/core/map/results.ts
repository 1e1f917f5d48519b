/** The map: memories as points, near where they are alike, with what connects them. */
import type { MemoryId, StoreKey } from '../memory.js';

/** `index`: MEMORY.md lists it. `link`: one names the other. `duplicate`: nearly the same text. */
export const EDGE_KINDS = ['link', 'index', 'supersedes', 'duplicate', 'contradiction'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

export interface MapNode {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** Empty for a MEMORY.md. */
  readonly type: string;
  readonly store: StoreKey;
  /** In units of which about 30 lie between two that are alike. The middle of the map is 0, 0. */
  readonly x: number;
  readonly y: number;
  /** Position in {@link MemoryMap.clusters}; -1 for a MEMORY.md. */
  readonly cluster: number;
}

/** Between two positions in {@link MemoryMap.nodes}; of `supersedes` the newer memory first, of `index` the MEMORY.md. */
export interface MapEdge {
  readonly kind: EdgeKind;
  readonly from: number;
  readonly to: number;
}

export interface MapCluster {
  /** What its memories have in common and others lack, at most three words; none where nothing stands out. */
  readonly words: readonly string[];
  /** The middle of its memories. */
  readonly x: number;
  readonly y: number;
  readonly memories: number;
}

export interface MemoryMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  readonly clusters: readonly MapCluster[];
  /** What likeness is told by: without vectors it is words. */
  readonly by: 'meaning' | 'words';
  /** Older memories that are left out, because there are too many to draw. */
  readonly left: number;
}
