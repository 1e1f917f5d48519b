/** `memdir loaded` shows what the real Claude Code puts before its model at the start of a session: the same files, in the same order, with the same text. */
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LoadedReport } from '../../src/core/results.js';
import { type Bed, makeBed } from './bed.mjs';
import { claudeEnv, conversations } from './claude-session.mjs';
import { INDEXES } from './indexes.mjs';
import { clientOf } from './install.mjs';
import { anthropic } from './models/anthropic.mjs';
import { type Model, startModel, textsIn } from './models/server.mjs';

const { program, reason } = await clientOf('claude');
/** Where the command is; only the node that runs it is needed. */
const CLI = path.resolve(process.env.MEMDIR_CLI ?? 'dist/cli.js');

interface File {
  readonly path: string;
  readonly text: string;
}

/** The files in a request, in their order. */
function filesIn(request: unknown): File[] {
  const text = textsIn(request).find((each) => each.startsWith('<system-reminder>') && each.includes('Contents of '));
  const inside = text?.replace(/\n<\/system-reminder>\s*$/, '') ?? '';
  const heads = [...inside.matchAll(/^Contents of (\/.*?) \([^()\n]*\):\n\n/gm)];
  return heads.map(({ 0: head, 1: file = '', index }, at) => ({
    path: file,
    text: inside
      .slice(index + head.length, heads[at + 1]?.index ?? Infinity)
      .replace(at + 1 < heads.length ? /\n\n$/ : /$/, ''),
  }));
}

describe.skipIf(reason)('what Claude Code loads', () => {
  let [bed, model] = [{} as Bed, {} as Model];
  const slug = (folder: string): string => folder.replace(/[^a-zA-Z0-9]/g, '-');
  /** What the client loads in a folder, and what Memdir says. */
  const compare = async (cwd: string, env: Readonly<Record<string, string>> = {}): Promise<LoadedReport> => {
    const asked = model.requests.length;
    const args = ['-p', 'Hello', '--strict-mcp-config'];
    const { code, stderr } = await bed.run(program, args, { cwd, env: { ...claudeEnv(model), ...env } });
    expect(`${code} ${stderr}`).toBe('0 ');
    const request = conversations({ ...model, requests: model.requests.slice(asked) }).at(-1);
    const ran = await bed.run(process.execPath, [CLI, 'loaded', '--json'], { cwd, env });
    expect(ran.stderr).toBe('');
    const report = JSON.parse(ran.stdout) as LoadedReport;
    const shown = report.parts.filter(({ state }) => state === 'loaded' || state === 'cut');
    expect(shown.map((part) => ({ path: part.path, text: part.text }))).toStrictEqual(filesIn(request));
    return report;
  };
  const put = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [file, text] of Object.entries(files)) await bed.put(file, text);
  };

  beforeAll(async () => {
    model = await startModel(anthropic);
  });
  afterAll(async () => await model.close());

  describe('with instructions everywhere', () => {
    beforeAll(async () => {
      bed = await makeBed();
      const outside = path.join(bed.home, 'outside.md');
      await put({
        '.claude/CLAUDE.md':
          '---\nfront: yes\n---\nMine\n\n<!-- hidden -->\n\n@~/notes.md and `@code.md`, (@paren.md), me@example.md\n\n```\n@fence.md\n```\n',
        'notes.md': 'Notes\n@deep1.md\n',
        ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`deep${n}.md`, `Deep ${n}\n@deep${n + 1}.md\n`])),
        '.claude/rules/always.md': 'A rule of mine\n',
        '.claude/rules/sub/nested.md': 'A nested rule\n',
        '.claude/rules/some.md': '---\npaths:\n  - "src/**"\n---\nFor sources @~/by-rule.md\n',
        'by-rule.md': 'Imported by a rule for some files\n',
        'CLAUDE.md': 'Of the folder around\n@shop/early.md\n',
        'CLAUDE.local.md': 'Mine of the folder around\n',
        'outside.md': 'Outside\n',
        'shop/early.md': 'Early @CLAUDE.md\n',
        'shop/CLAUDE.md': `# Shop\r\n\r\n@docs/a.md @docs/folder @none.md @docs/p.png @docs/d.json, @docs/with\\ blank.md\r\n> @quoted.md **@bold.md** [@link.md](x)\r\n\r\n<div>\r\n@html.md\r\n</div>\r\n@${outside} @~/outside.md\r\n`,
        'shop/docs/a.md': '---\nx: 1\n---\nA <!-- inline --> b @../CLAUDE.md\n',
        'shop/docs/p.png': 'PNG',
        'shop/docs/d.json': '{}',
        'shop/docs/with blank.md': 'With a blank\n',
        ...Object.fromEntries(['quoted', 'bold', 'link', 'html'].map((name) => [`shop/${name}.md`, `${name}\n`])),
        'shop/.claude/CLAUDE.md': 'Second\n',
        'shop/CLAUDE.local.md': '<!-- only a comment -->\n',
        'shop/AGENTS.md': 'For other agents\n',
        'shop/.claude/rules/one.md': 'One @../../docs/rule.md\n',
        'shop/docs/rule.md': 'By rule\n',
        'shop/.claude/rules/all.md': '---\npaths: "**"\n---\nAll files\n',
        'shop/.claude/rules/none.md': '---\npaths: []\n---\nNo paths\n',
        'shop/.claude/rules/many.md': '---\npaths: "src/**/*.{ts,tsx}, lib/**"\n---\nMany\n',
        'shop/.claude/rules/broken.md': '---\npaths: [a\n---\nBroken\n',
        'shop/.claude/rules/note.txt': 'No rule\n',
        'shop/pkg/CLAUDE.md': 'Package @../docs/a.md\n',
        'shop/pkg/.claude/rules/p.md': 'Rule of the package\n',
        [`.claude/projects/${slug(bed.project)}/memory/MEMORY.md`]: `- [One](one.md): a fact\n${'- more\n'.repeat(300)}`,
      });
      await symlink(outside, path.join(bed.project, '.claude/rules/linked.md'));
    });
    afterAll(async () => await bed.close());

    it('is the same at the top of the project', async () => {
      const { parts } = await compare(bed.project);
      const fates = Object.fromEntries(parts.map((part) => [path.relative(bed.home, part.path), part.state]));
      expect(fates).toMatchObject({
        'deep4.md': 'left-out',
        '.claude/rules/some.md': 'later',
        'outside.md': 'left-out',
        'shop/AGENTS.md': 'left-out',
        'shop/docs/p.png': 'left-out',
        [`.claude/projects/${slug(bed.project)}/memory/MEMORY.md`]: 'cut',
      });
    });

    it('is the same in a folder of the project', async () => {
      await compare(path.join(bed.project, 'pkg'));
    });

    it('is the same once imports from outside are approved', async () => {
      await bed.put(
        '.claude.json',
        JSON.stringify({ projects: { [bed.project]: { hasClaudeMdExternalIncludesApproved: true } } }),
      );
      const { parts } = await compare(bed.project);
      expect(parts.find((part) => part.path === path.join(bed.home, 'outside.md'))?.state).toBe('loaded');
    });

    it('is the same without what a setting excludes', async () => {
      await bed.put(
        '.claude/settings.json',
        JSON.stringify({ claudeMdExcludes: [path.join(bed.home, 'CLAUDE.md'), '**/rules/one.md', '**/a.md'] }),
      );
      await compare(bed.project);
    });

    it.each(['CLAUDE_CODE_DISABLE_CLAUDE_MDS', 'CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_DISABLE_AUTO_MEMORY'])(
      'is the same with %s',
      async (name) => {
        await compare(bed.project, { [name]: '1' });
      },
    );
  });

  describe('with AGENTS.md alone', () => {
    beforeAll(async () => {
      bed = await makeBed();
    });
    afterAll(async () => await bed.close());

    it('is the same', async () => {
      await put({
        'AGENTS.md': 'Around\n',
        'shop/AGENTS.md': 'Agents @x.md\n',
        'shop/x.md': 'X\n',
        'shop/.claude/AGENTS.md': 'Dot\n',
        'shop/.claude/rules/r.md': 'Rule\n',
        '.claude/CLAUDE.md': 'Mine\n',
      });
      await compare(bed.project);
    });
  });

  describe('of a file', () => {
    beforeAll(async () => {
      bed = await makeBed();
    });
    afterAll(async () => await bed.close());

    it('is the same whatever is in it', async () => {
      // Each file is a rule: one session loads them all.
      const rules = path.join(bed.project, '.claude', 'rules');
      for (const [at, { bytes }] of INDEXES.entries()) {
        await bed.put(`shop/.claude/rules/r${at}.md`, '');
        await writeFile(path.join(rules, `r${at}.md`), bytes);
      }
      await compare(bed.project);
    });
  });
});
