/** Moving the memory of a project whose folder was renamed. */

/** A store that may be memory of a folder from before it was renamed or moved. */
export interface MoveCandidate {
  /** Absolute path of the store. */
  readonly path: string;
  readonly label: string;
  /** Where the project was, when that is known. */
  readonly formerPath?: string;
  readonly files: number;
  /** Why it may belong here, one sentence each. */
  readonly reasons: readonly string[];
  /** Whether the reasons are strong: the same checkout, the same remote, the same folder name. */
  readonly likely: boolean;
}

export interface MoveRequest {
  /** Absolute path of the store to move. */
  readonly from: string;
  /** Absolute path of the folder whose store it becomes part of. */
  readonly folder: string;
}

export interface PlannedMove {
  /** Path inside both stores, slashes forward. */
  readonly path: string;
  /** `same`: the very bytes are there already. `merge`: its entries are added to the index that is there. `stay`: it is left where it is. */
  readonly action: 'move' | 'same' | 'merge' | 'stay';
  readonly bytes: number;
  /** Why it stays. */
  readonly why?: string;
}

export interface MovePlan extends MoveRequest {
  /** Absolute path of the store it becomes part of. */
  readonly to: string;
  readonly files: readonly PlannedMove[];
  /** Indexes that are added to: their text before and after. */
  readonly indexes: readonly {
    readonly path: string;
    readonly before: string;
    readonly after: string;
    readonly added: number;
  }[];
  /** What is to be known before, one sentence each. */
  readonly notes: readonly string[];
  /** Stands for all of the plan; see {@link StoreMoves.apply}. */
  readonly digest: string;
}

export interface MoveReport {
  /** Names the move for taking it back. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly moved: number;
  /** Files whose bytes were there already. */
  readonly same: number;
  /** Entries added to indexes. */
  readonly entries: number;
  readonly stayed: readonly { readonly path: string; readonly why: string }[];
  /** Absolute; holds the files of the old store byte for byte. */
  readonly archive: string;
}

export interface MoveUndone {
  readonly restored: number;
  /** What could not be taken back, one sentence each. */
  readonly left: readonly string[];
}
