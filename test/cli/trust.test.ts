/** What a folder that somebody else made reaches from a terminal and from a hook, before a person trusts it and after. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectSlug } from '../../src/core/stores/project-slug.js';
import { memoryText } from '../support/service.js';
import { type Ended, runInProcess, type Terminal, terminal } from './support.js';

const NEEDLE = 'zirconvault';
const OUTSIDE = memoryText({
  name: 'creds',
  description: `The safe combination of the ${NEEDLE}`,
  body: `The safe combination of the ${NEEDLE} is kept.`,
});
const PROMPT = { session_id: 's', prompt: 'Where is the safe combination kept?' };

interface Clone extends Terminal {
  readonly outside: string;
  readonly write: (path: string, text: string) => Promise<void>;
  /** Runs a command line with somebody at the keyboard who types this. */
  readonly typing: (answer: string, ...args: string[]) => Promise<Ended>;
  readonly own: string;
}

async function clone(): Promise<Clone> {
  const shell = await terminal();
  const outside = join(shell.home, 'keys');
  const own = join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory');
  const put = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  await put(join(outside, 'creds.md'), OUTSIDE);
  await put(join(shell.env['MEMDIR_DATA_DIR'] ?? '', 'settings.json'), '{"embedding.provider":"none"}');
  await put(
    join(own, 'own.md'),
    memoryText({ name: 'own', description: 'Lanterns are lit at dusk', body: 'Lanterns are lit at dusk.' }),
  );
  await put(join(own, 'MEMORY.md'), '- [Own](own.md) — Lanterns are lit at dusk\n');
  return {
    ...shell,
    outside,
    own,
    write: (path, text) => put(join(shell.cwd, path), text),
    typing: (answer, ...args) =>
      runInProcess({ args, cwd: shell.cwd, env: shell.env, input: `${answer}\n`, isTerminal: true }),
  };
}

async function withSettings(file = 'settings.json'): Promise<Clone> {
  const at = await clone();
  await at.write(`.claude/${file}`, JSON.stringify({ autoMemoryDirectory: at.outside }));
  return at;
}

async function withLink(): Promise<Clone> {
  const at = await clone();
  await at.write(
    '.claude/memory/welcome.md',
    memoryText({ name: 'welcome', description: 'How to build', body: 'Run make.' }),
  );
  await symlink(at.outside, join(at.cwd, '.claude', 'memory', 'sub'));
  return at;
}

const searched = async ({ run }: Clone): Promise<string> => (await run('search', 'safe combination', '--json')).stdout;
const recalled = async ({ cwd, hook }: Clone): Promise<string> =>
  (await hook('UserPromptSubmit', { ...PROMPT, cwd })).stdout;

describe('a setting of a folder that is not trusted', () => {
  it.each(['settings.json', 'settings.local.json'])(
    'in %s is ignored with one sentence, and nothing goes to where it leads',
    async (file) => {
      const at = await withSettings(file);
      const { stderr } = await at.run('list');
      expect(stderr).toBe(
        `Ignored because this folder isn’t trusted: autoMemoryDirectory in .claude/${file}. To trust it: “memdir trust”.\n`,
      );
      expect(await searched(at)).not.toContain(NEEDLE);
      expect(await recalled(at)).toBe('');
      await at.run('remember', 'The importer needs two hours each night.', '--type', 'project');
      expect(await readdir(at.outside)).toEqual(['creds.md']);
      expect((await readdir(at.own)).join()).toContain('importer');
      expect((await at.run('search', 'lanterns')).stdout).toContain('dusk');
      expect((await at.run('list', '--quiet')).stderr).toBe('');
    },
  );

  it('counts everywhere after “memdir trust”, and nowhere after it was taken back', async () => {
    const at = await withSettings();
    expect((await at.run('trust')).code).toBe(0);
    expect(await searched(at)).toContain(NEEDLE);
    expect(await recalled(at)).toContain(NEEDLE);
    expect(await at.json<unknown[]>('trust', '--list')).toMatchObject([{ path: at.cwd, by: 'memdir' }]);
    expect((await at.run('search', 'safe combination', '--json', '--untrusted')).stdout).not.toContain(NEEDLE);
    await at.run('trust', '--revoke');
    expect(await searched(at)).not.toContain(NEEDLE);
    expect(await at.json<unknown[]>('trust', '--list')).toEqual([]);
  });

  it('counts where Claude Code was told that the folder is trusted', async () => {
    const at = await withSettings();
    await writeFile(
      join(at.home, '.claude.json'),
      JSON.stringify({ projects: { [at.cwd]: { hasTrustDialogAccepted: true } } }),
    );
    expect(await searched(at)).toContain(NEEDLE);
    expect(await recalled(at)).toContain(NEEDLE);
  });
});

describe('a data folder inside the folder', () => {
  async function withDataFolder(): Promise<Clone> {
    const at = await clone();
    await at.write(
      '.memdir/settings.json',
      JSON.stringify({ directories: [at.outside], 'embedding.provider': 'none', 'model.provider': 'ollama' }),
    );
    return at;
  }
  const found = async ({ run }: Clone): Promise<string> =>
    (await run('search', 'safe combination', '--json', '--data-dir', '.memdir')).stdout;
  const hooked = async ({ cwd, hook }: Clone): Promise<string> =>
    (await hook('UserPromptSubmit', { ...PROMPT, cwd }, { MEMDIR_DATA_DIR: join(cwd, '.memdir') })).stdout;

  it('gives no settings, and the doctor says why', async () => {
    const at = await withDataFolder();
    expect(await found(at)).not.toContain(NEEDLE);
    expect(await hooked(at)).not.toContain(NEEDLE);
    const { stdout } = await at.run('doctor', '--data-dir', '.memdir');
    expect(stdout).toContain(`isn’t used: it is in ${at.cwd}, which isn’t trusted.`);
  });

  it('gives them where Claude Code was told that the folder is trusted', async () => {
    const at = await withDataFolder();
    await writeFile(
      join(at.home, '.claude.json'),
      JSON.stringify({ projects: { [at.cwd]: { hasTrustDialogAccepted: true } } }),
    );
    expect(await found(at)).toContain(NEEDLE);
    expect(await hooked(at)).toContain(NEEDLE);
  });
});

describe('somebody at a terminal', () => {
  it.each([
    ['y', true],
    ['n', false],
    ['', false],
  ])('who answers %j is asked once, and the answer is kept', async (answer, trusts) => {
    const at = await withSettings();
    const first = await at.typing(answer, 'search', 'safe combination');
    expect(first.stderr).toContain('leads to places outside it: autoMemoryDirectory in .claude/settings.json.');
    expect(first.stderr).toContain('Do you trust this folder? [y/N]');
    expect(first.stdout.includes(NEEDLE)).toBe(trusts);
    const second = await at.typing(answer, 'search', 'safe combination');
    expect(second.stderr).not.toContain('Do you trust');
    expect(second.stdout.includes(NEEDLE)).toBe(trusts);
  });

  it('is not asked about a folder that leads nowhere, nor with --json', async () => {
    const at = await clone();
    await at.write('.claude/memory/welcome.md', 'Run make.');
    await at.write('.claude/settings.json', JSON.stringify({ autoMemoryDirectory: join(at.cwd, 'notes') }));
    expect((await at.typing('y', 'list')).stderr).not.toContain('Do you trust');
    await at.write('.claude/settings.json', JSON.stringify({ autoMemoryDirectory: at.outside }));
    expect((await at.typing('y', 'list', '--json')).stderr).not.toContain('Do you trust');
  });
});

describe.runIf(process.platform !== 'win32')('a link out of memory that comes with a folder', () => {
  it('is not followed, and said to be left out', async () => {
    const at = await withLink();
    expect((await at.run('list')).stderr).toContain('the link .claude/memory/sub');
    expect(await searched(at)).not.toContain(NEEDLE);
    expect(await recalled(at)).not.toContain(NEEDLE);
    const exported = join(at.home, 'export.jsonl');
    await at.run('export', exported);
    expect(await readFile(exported, 'utf8')).not.toContain(NEEDLE);
    expect((await at.run('lint', '--fail-on', 'never')).stdout).not.toContain(NEEDLE);
  });

  it('is followed for people who trust the folder, and never for agents', async () => {
    const at = await withLink();
    await at.run('trust');
    expect(await searched(at)).toContain(NEEDLE);
    expect((await at.run('recall', '--prompt', PROMPT.prompt)).stdout).not.toContain(NEEDLE);
    expect(await recalled(at)).not.toContain(NEEDLE);
  });

  it('is not followed in a directory that is named, nor is a directory that is itself a link', async () => {
    const at = await withLink();
    await at.write('.git/HEAD', 'ref: refs/heads/main\n');
    await symlink(at.outside, join(at.cwd, 'memory'));
    for (const folder of ['.claude/memory', 'memory'])
      expect((await at.run('search', 'safe combination', '--dir', folder)).stdout).not.toContain(NEEDLE);
  });

  it('is not followed when the directory is named from a folder around both', async () => {
    const at = await clone();
    const repo = join(at.cwd, 'clones', 'nice');
    await mkdir(join(repo, '.git'), { recursive: true });
    await mkdir(join(at.cwd, 'keys'));
    await writeFile(join(at.cwd, 'keys', 'creds.md'), OUTSIDE);
    await symlink(join(at.cwd, 'keys'), join(repo, 'notes'));
    const { stdout } = await at.run('search', 'safe combination', '--dir', join(repo, 'notes'));
    expect(stdout).not.toContain(NEEDLE);
  });

  it('at a file of instructions is not written through', async () => {
    const at = await clone();
    await writeFile(join(at.home, 'profile'), 'x\n');
    await symlink(join(at.home, 'profile'), join(at.cwd, 'AGENTS.md'));
    const { code, stderr } = await at.run('connect', 'agents', '--yes');
    expect([code, await readFile(join(at.home, 'profile'), 'utf8')]).toEqual([2, 'x\n']);
    expect(stderr).toContain('points outside this folder');
  });
});

describe('memdir trust', () => {
  it('takes a folder by any of its paths, and what is inside it', async () => {
    const at = await withSettings();
    await symlink(at.cwd, join(at.home, 'link'));
    await at.run('trust', join(at.home, 'link'));
    expect(await at.json<unknown[]>('trust', '--list')).toMatchObject([{ path: at.cwd }]);
    expect(await searched(at)).toContain(NEEDLE);
  });

  it.each([
    [['trust', 'not-there'], 'isn’t a folder'],
    [['trust', '--list', '--revoke'], '--list can’t be combined with a folder'],
    [['trust', '--data-dir', 'inside'], 'is inside the folder itself'],
  ])('%j fails: %s', async (args, says) => {
    const at = await clone();
    const { code, stderr } = await at.run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});
