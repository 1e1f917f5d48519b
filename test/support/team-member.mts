/**
 * A member of a team that edits and syncs as fast as it can, in this process or as one of its own: `team-member.mts NAME HOME URL SECONDS`. Prints as JSON what it
 * wrote and what it saw.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { TeamReport } from '../../src/core/results.js';
import { openMemdir } from '../../src/node/compose.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';

/** Memories that all members write to. */
const COMMON = ['common-1.md', 'common-2.md', 'common-3.md'];

export interface Written {
  /** Memories of this member alone, by key: their last text. */
  readonly own: Readonly<Record<string, string>>;
  /** Texts written into a common memory that after the sync were neither sent nor kept beside it nor still in it. */
  readonly lost: readonly string[];
  /** Texts written into a common memory that lost against the server's and were kept beside it. */
  readonly kept: number;
  readonly syncs: number;
  /** Why a sync did not reach the server, each once. */
  readonly faults: readonly string[];
}

export interface Member {
  readonly name: string;
  /** Its team folder. */
  readonly folder: string;
  readonly sync: () => Promise<TeamReport>;
  /** Edits and syncs for so many milliseconds. */
  readonly work: (ms: number) => Promise<Written>;
  readonly close: () => Promise<void>;
}

const text = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: About ${name}\nmetadata:\n  node_type: memory\n  type: project\n---\n\n${body}\n`;

export async function openMember(name: string, home: string, url: string, repository: string): Promise<Member> {
  const store = path.join(home, 'memory');
  const folder = path.join(store, 'team');
  mkdirSync(folder, { recursive: true });
  const opened = await openMemdir({
    distDir: path.resolve('dist'),
    dataDir: path.join(home, 'data'),
    scope: { folders: [], directories: [store] },
    settings: { ...DEFAULT_SETTINGS, 'embedding.provider': 'none', 'team.repository': repository },
    env: { HOME: home, MEMDIR_TEAM_URL: url },
    home,
  });
  const sync = (): Promise<TeamReport> => opened.memdir.team.sync({ pull: true, push: true, asked: true });
  return {
    name,
    folder,
    sync,
    close: () => opened.close(),
    work: async (ms) => {
      const own: Record<string, string> = {};
      const lost: string[] = [];
      let kept = 0;
      const faults = new Set<string>();
      const until = performance.now() + ms;
      const write = (key: string, content: string): void => writeFileSync(path.join(folder, key), content);
      let at = 0;
      for (; performance.now() < until; at++) {
        const key = `${name}-${at % 40}.md`;
        // One that is new, and one that is changed again and again.
        for (const each of [key, `${name}-again.md`]) {
          own[each] = text(each.slice(0, -3), `Round ${at} of ${name}.`);
          write(each, own[each]);
        }
        const shared = COMMON[at % COMMON.length] ?? '';
        const content = text(shared.slice(0, -3), `Round ${at} of ${name} in common.`);
        write(shared, content);
        const index = path.join(folder, 'MEMORY.md');
        if (at < 40) {
          const before = readdirSync(folder).includes('MEMORY.md') ? readFileSync(index, 'utf8') : '';
          const listed = at === 0 ? [key, `${name}-again.md`] : [key];
          const entries = listed.map((each) => `- [${each.slice(0, -3)}](${each}) — of ${name}\n`);
          writeFileSync(index, before + entries.join(''));
        }
        const { folders, pushed, conflicts } = await sync();
        const copies = conflicts.flatMap((conflict) => (conflict.path.endsWith(shared) ? (conflict.kept ?? []) : []));
        const isKept = copies.some((copy) => readFileSync(copy, 'utf8') === content);
        if (isKept) kept++;
        else if (
          !pushed.some((file) => file.endsWith(shared)) &&
          readFileSync(path.join(folder, shared), 'utf8') !== content
        )
          lost.push(content);
        for (const { reason } of folders) if (reason !== null) faults.add(reason);
      }
      return { own, lost, kept, syncs: at, faults: [...faults] };
    },
  };
}

if (process.argv[1]?.endsWith('team-member.mts')) {
  const [name = '', home = '', url = '', repository = '', seconds = '60'] = process.argv.slice(2);
  const member = await openMember(name, home, url, repository);
  const written = await member.work(Number(seconds) * 1_000);
  for (let at = 0; at < 3; at++) await member.sync();
  await member.close();
  process.stdout.write(`${JSON.stringify(written)}\n`);
}
