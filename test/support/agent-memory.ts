/** A home with memory of every agent that Memdir knows besides Claude Code, as they leave it on disk. */
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { projectSlug } from '../../src/core/stores/project-slug.js';

export async function put(file: string, text: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

/** The user folder of VS Code in a home on Linux. */
export const codeUser = (home: string): string => join(home, '.config', 'Code', 'User');
export const copilotUser = (user: string): string =>
  join(user, 'globalStorage', 'github.copilot-chat', 'memory-tool', 'memories');
export const copilotWorkspace = (user: string, hash: string): string =>
  join(user, 'workspaceStorage', hash, 'GitHub.copilot-chat', 'memory-tool', 'memories');

export const SESSION = '5f3a9c1e-8d2b-4c77-9a10-2f6e1b7d4c55';
/** As Copilot names the folder of a session. */
export const SESSION_FOLDER = Buffer.from(SESSION).toString('base64');

/** A workspace of the editor, opened on a folder. */
export async function openedWith(user: string, hash: string, workspace: Record<string, string>): Promise<string> {
  await put(join(user, 'workspaceStorage', hash, 'workspace.json'), JSON.stringify(workspace));
  return copilotWorkspace(user, hash);
}

export async function copilotMemory(home: string, project: string): Promise<void> {
  const user = codeUser(home);
  await put(join(project, 'scripts', 'pack.mjs'), '');
  await put(
    join(copilotUser(user), 'preferences.md'),
    '# Preferences\n\n- Prefers pnpm over npm in every project\n- Wants short commit messages in the imperative\n',
  );
  const memories = await openedWith(user, '3fa1b2', { folder: pathToFileURL(project).href });
  await put(
    join(memories, 'repo', 'build.md'),
    '# Build\n\n- The bundle is built with esbuild through `scripts/pack.mjs`\n- Snapshots are updated with `make snapshots`\n',
  );
  await put(join(memories, SESSION_FOLDER, 'plan.md'), '# Plan\n\n1. Replace the zebra parser\n2. Delete the shim\n');
}

export async function qwenMemory(home: string, project: string): Promise<string> {
  const store = join(home, '.qwen', 'projects', projectSlug(project), 'memory');
  await put(join(store, 'MEMORY.md'), '- [Queue](project/queue.md) — jobs run in Redis Streams\n');
  await put(
    join(store, 'project', 'queue.md'),
    '---\nname: queue\ndescription: jobs run in Redis Streams\ntype: project\n---\n\nBackground jobs run in Redis Streams with one consumer group.\n',
  );
  await put(join(home, '.qwen', 'memories', 'MEMORY.md'), '- [Tone](user/tone.md) — answers in German\n');
  await put(
    join(home, '.qwen', 'memories', 'user', 'tone.md'),
    '---\nname: tone\ndescription: answers in German\ntype: user\n---\n\nThe user reads answers in German.\n',
  );
  return store;
}

/** What Qwen Code keeps in the repository, for all who work in it. */
export async function qwenTeamMemory(project: string): Promise<string> {
  const store = join(project, '.qwen', 'team-memory');
  await put(join(store, 'MEMORY.md'), '- [Reviews](project/reviews.md) — two for migrations\n');
  await put(
    join(store, 'project', 'reviews.md'),
    '---\nname: reviews\ndescription: two for migrations\ntype: project\n---\n\nMigrations are reviewed by two people.\n',
  );
  return store;
}

export async function geminiMemory(home: string, project: string): Promise<void> {
  const gemini = join(home, '.gemini');
  await put(join(gemini, 'projects.json'), JSON.stringify({ projects: { [project]: 'shop' } }));
  await put(
    join(gemini, 'tmp', 'shop', 'memory', 'MEMORY.md'),
    '# Memory\n\n- The checkout service talks to Adyen, never to Stripe\n',
  );
  await put(join(gemini, 'tmp', 'shop', 'memory', 'testing.md'), '- End-to-end tests need the fixture database\n');
  await put(join(gemini, 'tmp', 'shop', 'logs', 'chat.md'), 'This is a log and no memory.\n');
  await put(join(gemini, 'GEMINI.md'), '## Gemini Added Memories\n- The user works on a Framework laptop\n');
  await put(join(gemini, 'notes.md'), 'This is something else.\n');
}

export async function codexMemory(home: string, project: string): Promise<void> {
  const memories = join(home, '.codex', 'memories');
  await put(join(memories, 'memory_summary.md'), '# Summary\n\nThe user prefers table tests in Go.\n');
  await put(
    join(memories, 'MEMORY.md'),
    `# Task Group: checkout\n\nscope: checkout service\napplies_to: cwd=${project}\n\n- Refunds are retried with exponential backoff\n\n# Task Group: Search index\n\napplies_to: cwd=${project}\n\n- Trigrams are built at night by the indexer\n`,
  );
  await put(join(memories, 'raw_memories.md'), 'Raw material that says the same again.\n');
  await put(
    join(memories, 'rollout_summaries', '2026-11-20T10-00-00-abcd-refunds.md'),
    `thread_id: abcd\ncwd: ${project}\n\nThe refund worker was moved to its own queue.\n`,
  );
}

export async function everyAgentMemory(home: string, project: string): Promise<void> {
  await copilotMemory(home, project);
  await qwenMemory(home, project);
  await geminiMemory(home, project);
  await codexMemory(home, project);
}

/** Sets the time of a file a number of days back. */
export async function age(file: string, days: number): Promise<void> {
  const then = new Date(Date.now() - days * 86_400_000);
  await utimes(file, then, then);
}
