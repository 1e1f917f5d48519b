/** The memory directory of a project whose prompts hooks answer. */
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Terminal } from '../cli/support.js';
import { memoryText, type Seed } from './service.js';

/** A prompt that {@link DEPLOY} answers. */
export const PROMPT = 'How do we deploy the billing service to production?';
/** A secret in its form, of no account. */
export const TOKEN = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;

export const DEPLOY: Seed = {
  'deploy.md': memoryText({
    name: 'deploy-billing-production',
    description: 'How the billing service is deployed to production',
    type: 'feedback',
    body: 'Deploy the billing service to production with ship prod.',
  }),
};
export const PALETTE: Seed = {
  'palette.md': memoryText({ name: 'palette', description: 'Colours of the landing page', body: 'Teal.' }),
};

/** Writes memories where Claude Code keeps those of the working directory. Resolves with the path of the store. */
export async function writeProjectStore({ home, cwd }: Terminal, seed: Seed): Promise<string> {
  const store = join(home, '.claude', 'projects', (await realpath(cwd)).replace(/[^a-zA-Z0-9]/g, '-'), 'memory');
  await mkdir(store, { recursive: true });
  for (const [path, text] of Object.entries(seed)) await writeFile(join(store, path), text);
  return store;
}
