/** The memory of a team in its database: Markdown files by repository. */

/** What is known of a file without its text. */
export interface TeamHead {
  /** Path inside of the repository, parts separated by slashes. */
  readonly key: string;
  /** SHA-256 of the content in UTF-8, 64 hexadecimal digits. */
  readonly hash: string;
  /** Larger with each change, and never given twice. */
  readonly version: number;
  /** Login role of who wrote the content. */
  readonly author: string;
  /** By the server's clock, milliseconds since the epoch. */
  readonly updatedMs: number;
}

export interface TeamFile extends TeamHead {
  readonly content: string;
  /** Versions before this one, as far as the server remembers them. */
  readonly past: readonly number[];
}

/** A text to save. */
export interface TeamChange {
  readonly key: string;
  readonly content: string;
  /** Version that the text was made from; 0 for a file that is new. */
  readonly version: number;
}

export interface SavedChanges {
  readonly saved: readonly TeamHead[];
  /** Keys of files that have another version by now, were removed, or exist already: nothing of them was changed. */
  readonly conflicts: readonly string[];
}

/**
 * Sees the repositories that the login role may read and no other: names, counts and errors of others are those of repositories that do not exist.
 * Rejects with errors for people: `unavailable` when the same can succeed later, `declined` without the right to it, `bad-input`.
 */
export interface TeamStore {
  /** Host and database, for people. */
  readonly place: string;
  /** Every file by key. */
  heads(repository: string, signal?: AbortSignal): Promise<ReadonlyMap<string, TeamHead>>;
  /** By key; files that do not exist are left out. */
  read(repository: string, keys: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, TeamFile>>;
  /** In one transaction. */
  save(repository: string, changes: readonly TeamChange[], signal?: AbortSignal): Promise<SavedChanges>;
  close(): Promise<void>;
}

export interface TeamMember {
  readonly role: string;
  readonly repositories: readonly { readonly name: string; readonly mayRead: boolean; readonly mayWrite: boolean }[];
}

export interface RepositoryMembers {
  readonly name: string;
  /** Number of members that may read it. */
  readonly members: number;
}

/** Answer to {@link TeamAdministration.addMember}. */
export interface AddedMember {
  readonly role: string;
  /** Set where a login role was created; shown once and stored nowhere. */
  readonly password?: string | undefined;
}

/** What members of the role memdir_owner and superusers may do. */
export interface TeamAdministration {
  readonly place: string;
  /** Creates or updates schema, roles, policies and grants in one transaction. Repeating it changes nothing. */
  init(): Promise<{ readonly before: number; readonly version: number }>;
  /** Creates a login role when there is none of this name. */
  addMember(role: string): Promise<AddedMember>;
  /** The login role itself stays: it may own other things. */
  removeMember(role: string): Promise<void>;
  members(): Promise<readonly TeamMember[]>;
  addRepository(name: string): Promise<void>;
  /** Takes the right to write away where `mayWrite` is false. */
  grant(repository: string, role: string, mayWrite: boolean): Promise<void>;
  revoke(repository: string, role: string): Promise<void>;
  repositories(): Promise<readonly RepositoryMembers[]>;
  close(): Promise<void>;
}
