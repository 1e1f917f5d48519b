/** Port of the instruction files that Claude Code loads beside memory. */
import type { LoadedForm, LoadedScope } from '../loaded/results.js';
import type { RootScope } from './roots.js';

/**
 * Why a file is loaded, or is not: `excluded` by a setting; `external`: outside of the folder and not approved; `deep`: too many imports away; `kind`: not
 * the kind of file that is imported; `missing`; `unreadable`; `agents-md`: there is a CLAUDE.md beside it.
 */
export type InstructionFate =
  | { readonly state: 'loaded' }
  | { readonly state: 'later'; readonly patterns: readonly string[] }
  /** Claude Code loads it, but it is a link out of a folder that isn’t trusted, so it was not read. */
  | { readonly state: 'unread' }
  | {
      readonly state: 'left-out';
      readonly why: 'excluded' | 'external' | 'deep' | 'kind' | 'missing' | 'unreadable' | 'agents-md';
      /** The reason of the system, for `unreadable`. */
      readonly detail?: string;
    };

export interface InstructionFile {
  readonly form: Extract<LoadedForm, 'instructions' | 'rule' | 'import'>;
  readonly scope: Exclude<LoadedScope, 'memory'>;
  /** Absolute. */
  readonly path: string;
  readonly importedBy?: string | undefined;
  readonly fate: InstructionFate;
  /** As it would be loaded; empty for what is left out. */
  readonly text: string;
}

export interface FoundInstructions {
  /** In the order in which Claude Code loads them. */
  readonly files: readonly InstructionFile[];
  /** Why Claude Code loads no instructions and no MEMORY.md here: the switch, without a full stop. */
  readonly off?: string;
}

export interface Instructions {
  /** What there is for a session that starts in an absolute folder. Never rejects for a file that cannot be read. */
  find(folder: string, trusted: RootScope['trusted']): Promise<FoundInstructions>;
}
