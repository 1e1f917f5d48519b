/** Memory of Gemini CLI: free markdown, in a folder whose name `projects.json` gives to a path. */
import { basename, join } from 'node:path';

import * as z from 'zod';

import { t } from '../../core/l10n.js';
import { GEMINI_PARTS } from '../../core/stores/agent-places.js';
import { readRegular } from '../files/regular-file.js';
import { realPathOf } from '../paths.js';
import type { StoreCandidate } from './candidate.js';

const PROJECTS = z.object({ projects: z.record(z.string(), z.string()) }).catch({ projects: {} });
/** A name is that of a folder below `tmp`. */
const NAME = /^[^/\\]+$/;

/** Every project that Gemini CLI gave a name to: real path, and the folder of its memory. */
export async function geminiProjects(gemini: string): Promise<{ readonly path: string; readonly memory: string }[]> {
  const { projects } = PROJECTS.parse(parsed(await readRegular(join(gemini, 'projects.json')).catch(() => '')));
  const named = Object.entries(projects).filter(([, name]) => NAME.test(name) && name !== '..' && name !== '.');
  return await Promise.all(
    named.map(async ([path, name]) => ({ path: await realPathOf(path), memory: join(gemini, 'tmp', name, 'memory') })),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No file, or one that is being written.
    return undefined;
  }
}

export const geminiStore = (memory: string, project: string): StoreCandidate => ({
  path: memory,
  kind: 'gemini',
  scope: 'project',
  label: `Gemini CLI: ${basename(project) || project}`,
  why: t('Gemini CLI keeps the memories of {project} here.', { project }),
  project,
  always: false,
  readOnly: true,
});

export const geminiUserStore = (gemini: string): StoreCandidate => ({
  path: gemini,
  kind: 'gemini',
  scope: 'user',
  label: t('Gemini CLI: user'),
  parts: GEMINI_PARTS,
  why: t('Gemini CLI keeps what it knows about you in GEMINI.md here, for all projects.'),
  always: false,
  readOnly: true,
});
