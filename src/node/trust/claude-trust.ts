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

const APPROVED = z.object({ hasClaudeMdExternalIncludesApproved: z.literal(true) });

/** Absolute paths; none of a file that is missing or is no such file. Rejects when it cannot be read. */
export const claudeTrustedFolders = async (file: string): Promise<readonly string[]> =>
  Object.entries(await projectsIn(file))
    .filter(([, project]) => TRUSTED.safeParse(project).success)
    .map(([path]) => path);

/** Whether a person approved that the instructions of one of these projects import files from outside of it. */
export async function approvedImports(file: string, projects: readonly string[]): Promise<boolean> {
  const known = await projectsIn(file);
  return projects.some((path) => APPROVED.safeParse(known[path]).success);
}

async function projectsIn(file: string): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = await readRegular(file);
  } catch (error) {
    if (isGone(error)) return {};
    throw error;
  }
  const state = STATE.safeParse(parsed(text));
  return state.success ? state.data.projects : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Claude Code may be writing it; without it nothing is trusted.
    return undefined;
  }
}
