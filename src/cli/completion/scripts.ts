/** The scripts that tell shells what memdir takes. */
import { bash } from './bash.js';
import type { CommandShape } from './command-shapes.js';
import { fish } from './fish.js';
import { powershell } from './powershell.js';
import { zsh } from './zsh.js';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (shapes: readonly CommandShape[]) => string>> = { bash, zsh, fish, powershell };

/** A whole script, with a line end at its end. */
export const completionScript = (shell: Shell, shapes: readonly CommandShape[]): string => SCRIPTS[shell](shapes);
