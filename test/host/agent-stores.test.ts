import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, it } from 'vitest';

import { codeUser, copilotUser, copilotWorkspace, openedWith, put } from '../support/agent-memory.js';
import { lensesOn } from './language-support.js';
import { connect, engineIn, optionsOf, place } from './support.js';

it('shows the Copilot of the editor that runs, of its open workspace too, and no other', async () => {
  const at = await place();
  const [own, other] = [join(at.dir, 'editor', 'User'), codeUser(join(at.dir, 'home'))];
  await put(join(copilotUser(own), 'own.md'), '- Of this editor\n');
  await put(join(copilotUser(other), 'other.md'), '- Of another one\n');
  // In a remote window nothing on this machine names the folder of the workspace.
  await put(join(copilotWorkspace(own, 'open'), 'repo', 'here.md'), '- Of the open workspace\n');
  await openedWith(own, 'else', { folder: pathToFileURL(join(at.dir, 'elsewhere')).href });
  await put(join(copilotWorkspace(own, 'else'), 'repo', 'elsewhere.md'), '- Of another folder\n');
  const client = connect(engineIn(at));
  const editor = { user: own, workspace: join(own, 'workspaceStorage', 'open') };
  await client.initialize(at.project, { ...optionsOf(at), editor });
  const views = (await client.request('view')).filter(({ store }) => store.kind === 'copilot');
  expect(views.map(({ store, memories }) => [store.scope, ...memories.map(({ name }) => name)])).toEqual([
    ['repository', 'here'],
    ['user', 'own'],
  ]);
  // Copilot has no index that could be missing.
  const note = join(copilotUser(own), 'own.md');
  await client.open(note);
  expect((await lensesOn(client, note))?.map(({ command }) => command?.title)).toEqual([
    expect.stringMatching(/^File changed today/),
    'not used in Memdir',
  ]);
});

it('moves a note between scopes as it was shown, and takes the move back', async () => {
  const at = await place();
  const own = join(at.dir, 'editor', 'User');
  const user = await put(join(copilotUser(own), 'build.md'), '- Built with make\n');
  const repo = join(copilotWorkspace(own, 'open'), 'repo');
  await put(join(repo, 'a.md'), '- Of the open workspace\n');
  const client = connect(engineIn(at));
  const editor = { user: own, workspace: join(own, 'workspaceStorage', 'open') };
  await client.initialize(at.project, { ...optionsOf(at), editor });
  const plan = await client.request('planTransfer', { how: 'move', ids: ['build.md'], scope: 'repository' });
  expect(plan.changes).toEqual([
    { path: join(repo, 'build.md'), after: '- Built with make\n' },
    { path: user, before: '- Built with make\n' },
  ]);
  await put(user, '- Built with ninja\n');
  await expect(client.request('transfer', { ...plan.request, digest: plan.digest })).rejects.toThrow(
    'changed in the meantime',
  );
  const again = await client.request('planTransfer', plan.request);
  const report = await client.request('transfer', { ...again.request, digest: again.digest });
  expect(report.status).toBe('done');
  expect(await readFile(join(repo, 'build.md'), 'utf8')).toBe('- Built with ninja\n');
  for (const id of report.created) await client.request('forget', { id });
  for (const id of report.forgotten) await client.request('restore', { id });
  expect(await readFile(user, 'utf8')).toBe('- Built with ninja\n');
});
