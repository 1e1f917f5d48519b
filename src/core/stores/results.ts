/** Results of moving the memory of a renamed project. */

/** A store that may be memory of a folder from before it was renamed or moved. */
export interface MoveCandidate {
  /** Absolute path of the store. */
  readonly path: string;
  readonly label: string;
  /** Former path of the project, when known. */
  readonly formerPath?: string;
  readonly files: number;
  /** Evidence, one sentence each. */
  readonly reasons: readonly string[];
  /** Whether the evidence is strong: the same checkout, the same remote, the same folder name. */
  readonly likely: boolean;
  /** Set when it is named after the present path of the folder, in another spelling. */
  readonly twin?: boolean;
}

export interface MoveRequest {
  /** Absolute path of the store to move. */
  readonly from: string;
  /** Absolute path of the folder whose store it is merged into. */
  readonly folder: string;
}

export interface PlannedMove {
  /** Path inside both stores, slashes forward. */
  readonly path: string;
  /**
   * `same`: an identical file exists. `merge`: its entries are added to the existing index. `stay`: it is not moved.
   */
  readonly action: 'move' | 'same' | 'merge' | 'stay';
  readonly bytes: number;
  /** Why it is not moved. */
  readonly why?: string;
}

export interface MovePlan extends MoveRequest {
  /** Absolute path of the target store. */
  readonly to: string;
  readonly files: readonly PlannedMove[];
  /** Indexes with added entries: text before and after. */
  readonly indexes: readonly {
    readonly path: string;
    readonly before: string;
    readonly after: string;
    readonly added: number;
  }[];
  /** Remarks for the user, one sentence each. */
  readonly notes: readonly string[];
  /** Digest of the whole plan; see {@link StoreMoves.apply}. */
  readonly digest: string;
}

export interface MoveReport {
  /** Id for undo. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly moved: number;
  /** Identical files that existed already. */
  readonly same: number;
  /** Entries added to indexes. */
  readonly entries: number;
  readonly stayed: readonly { readonly path: string; readonly why: string }[];
  /** Absolute path of a byte-for-byte copy of the old store. */
  readonly archive: string;
}

export interface MoveUndone {
  readonly restored: number;
  /** What could not be undone, one sentence each. */
  readonly left: readonly string[];
}
