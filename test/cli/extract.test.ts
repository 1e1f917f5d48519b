/** One session, looked at by several processes while it goes on. */
import { spawn } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { ExtractReport, PrintedDraft } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/slug.js';
import { terminal, type Terminal } from './support.js';

let shell: Terminal;
let transcript: string;
let uuid = 0;
const line = (role: string, content: unknown): string => `${JSON.stringify({ type: role, message: { role, content }, uuid: `u${uuid++}`, timestamp: '2026-03-11T13:05:00Z', sessionId: 'a1b2', cwd: shell.cwd })}\n`;
const turn = (text: string): string => line('user', text) + line('assistant', 'Done.');

beforeEach(async () => {
  shell = await terminal();
  await mkdir(join(shell.home, 'data'));
  await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
  await mkdir(join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory'), { recursive: true });
  transcript = join(shell.home, 'session.jsonl');
});

/** In a process of its own. */
const extract = (): Promise<ExtractReport> =>
  new Promise((done, failed) => {
    let stdout = '';
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'extract', '--transcript', transcript, '--json'], { cwd: shell.cwd, env: shell.env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.on('error', failed).on('close', () => done(JSON.parse(stdout) as ExtractReport));
  });

it('makes each draft once, whoever looks and whatever is said meanwhile', async () => {
  const output = line('user', [{ type: 'tool_result', tool_use_id: 't', content: 'x'.repeat(200_000) }]);
  await writeFile(transcript, turn('We decided to use Celery instead of RQ because of retries.') + output.repeat(20) + turn('The importer must batch its inserts because SQLite locks the database on each write.'));
  const looking = [extract(), extract()];
  await appendFile(transcript, turn('The staging database is on port 5433 because 5432 is taken by the proxy.'));
  const reports = [...(await Promise.all(looking)), await shell.json<ExtractReport>('extract', '--transcript', transcript)];
  const made = reports.flatMap(({ drafts }) => drafts.filter(({ status }) => status === 'waiting'));
  expect(reports.every(({ status }) => ['extracted', 'busy', 'waiting'].includes(status))).toBe(true);
  expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
  const bodies = (await shell.json<PrintedDraft[]>('inbox')).map(({ body }) => body.slice(0, 24)).sort();
  expect(bodies).toEqual(['Decided: use Celery inst', 'The importer must batch ', 'The staging database is ']);
});
