import type { Memdir } from '../../core/memdir.js';
import type { OutputOf } from '../../protocol/tool-schemas.js';
import type { ToolName } from '../../protocol/tools.js';

export interface ToolContext {
  readonly memdir: Memdir;
  readonly signal?: AbortSignal | undefined;
}

/** The result of a tool: data, the same as text, and whether it is a refusal. */
export interface ToolOutcome<N extends ToolName> {
  readonly text: string;
  readonly structured: OutputOf<N>;
  readonly refused?: boolean;
}
