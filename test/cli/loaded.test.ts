import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { LoadedReport } from '../../src/core/results.js';
import { terminal } from './support.js';

describe('memdir loaded', () => {
  it('prints the text that an agent starts with, sizes, and why the rest is left out', async () => {
    const shell = await terminal();
    const put = async (file: string, text: string): Promise<void> => {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    };
    const [main] = await shell.json<readonly { readonly path: string }[]>('roots');
    await put(join(main?.path ?? '', 'MEMORY.md'), '- [One](one.md): a fact\n'.repeat(250));
    await put(
      join(shell.home, '.claude', 'CLAUDE.md'),
      'Answer in rhymes. Key: ghp_16C7e42F292c6912E7710c838347Ae178B4a\n',
    );
    await put(join(shell.cwd, 'CLAUDE.md'), '# Shop\n\n<!-- for people -->\n@docs/style.md @docs/gone.md\n');
    await put(join(shell.cwd, 'docs', 'style.md'), 'Tabs.\n');
    await put(join(shell.cwd, '.claude', 'rules', 'api.md'), '---\npaths: "api/**"\n---\nName errors.\n');
    const { parts, total } = await shell.json<LoadedReport>('loaded');
    const outline = parts.map(({ path, state, size }) => [path.slice(path.lastIndexOf('/') + 1), state, size.lines]);
    expect(outline).toStrictEqual([
      ['memory', 'unknown', 0],
      ['CLAUDE.md', 'loaded', 1],
      ['CLAUDE.md', 'loaded', 3],
      ['style.md', 'loaded', 1],
      ['gone.md', 'left-out', 0],
      ['api.md', 'later', 1],
      ['MEMORY.md', 'cut', 202],
    ]);
    expect(total.bytes).toBe(parts.filter(({ text }) => text !== '').reduce((sum, { size }) => sum + size.bytes, 0));
    const { stdout } = await shell.run('loaded');
    for (const shown of [
      'Tabs.',
      'Imported by CLAUDE.md.',
      'Cut at 200 lines or 25,000 characters: 200 of 250 lines are loaded.',
      'Loaded when Claude Code works with files that match api/**.',
      'The imported file doesn’t exist.',
      'Answer in rhymes.',
      '[masked: ',
    ])
      expect(stdout).toContain(shown);
    for (const hidden of ['for people', 'ghp_16C7', 'Name errors.']) expect(stdout).not.toContain(hidden);
  });
});
