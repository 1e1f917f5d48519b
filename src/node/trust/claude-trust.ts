/** The folders that a person trusted in Claude Code's own dialog. */
import { join } from 'node:path';

import * as z from 'zod';

import { readRegular } from '../files/regular-file.js';
import { isGone } from '../paths.js';
import { claudeConfigDir } from '../stores/base-folders.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Claude Code's file of projects and servers. */
export const claudeStateFile = (env: Environment, home: string): string =>
  join(
    env['CLAUDE_CONFIG_DIR'] ? claudeConfigDir({ env, home, platform: process.platform }).path : home,
    '.claude.json',
  );

const STATE = z.object({ projects: z.record(z.string(), z.unknown()) });
const TRUSTED = z.object({ hasTrustDialogAccepted: z.literal(true) });

/** Absolute paths; none of a file that is missing or is no such file. Rejects when it cannot be read. */
export async function claudeTrustedFolders(file: string): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readRegular(file);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
  const state = STATE.safeParse(parsed(text));
  if (!state.success) return [];
  return Object.entries(state.data.projects)
    .filter(([, project]) => TRUSTED.safeParse(project).success)
    .map(([path]) => path);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Claude Code may be writing it; without it nothing is trusted.
    return undefined;
  }
}
