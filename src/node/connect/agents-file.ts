/** Whether Claude Code reads the AGENTS.md of a folder: Memdir's section in it would be a second one beside Claude Code's own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isGone, realPathOf } from '../paths.js';

/** It does where there is no CLAUDE.md, and where CLAUDE.md imports or is the file. */
export async function isReadByClaude(folder: string): Promise<boolean> {
  const agentsFile = await realPathOf(join(folder, 'AGENTS.md'));
  let instructions = 0;
  for (const file of [join(folder, 'CLAUDE.md'), join(folder, '.claude', 'CLAUDE.md')]) {
    if ((await realPathOf(file)) === agentsFile) return true;
    const text = await textOf(file);
    if (text === undefined) continue;
    instructions++;
    if (/(?:^|\s)@(?:\.{1,2}\/)*AGENTS\.md\b/m.test(text)) return true;
  }
  return instructions === 0;
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}
