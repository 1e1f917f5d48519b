/** Claude Code with what `memdir connect claude` wrote: recall, loading, writing, hooks, and what is left after removing it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { HOOK_EVENTS, readHookInput } from '../../src/protocol/hooks.js';
import { type Bed, makeBed } from './bed.mjs';
import { type ClaudeSession, conversations, loadedIndex, startClaude } from './claude-session.mjs';
import { clientOf } from './install.mjs';
import { anthropic } from './models/anthropic.mjs';
import { type Model, startModel, textsIn } from './models/server.mjs';

const { program, reason } = await clientOf('claude');

const FACT = 'Billing is deployed with make ship on Tuesdays because the bank closes at five.';
const TAGS = 'Releases are tagged by the release bot because hand-made tags broke the changelog.';
const QUESTION = 'How do we deploy billing with make ship?';
const SETTINGS = '.claude/settings.json';
const REMEMBER = 'mcp__memdir__remember';
const FORGET = 'mcp__memdir__forget';

/** Settings of a person, with a hook that keeps what each event brings. */
const settingsOfUser = (home: string): string => {
  const keep = { type: 'command', command: `(cat; echo) >> '${path.join(home, 'events.jsonl')}'` };
  const hooks = Object.fromEntries(HOOK_EVENTS.map((event) => [event, [{ hooks: [keep] }]]));
  return `{\n    "model": "opus",\n  "hooks": ${JSON.stringify(hooks)}\n}`;
};

describe.skipIf(reason)('Claude Code', () => {
  let [bed, model, session] = [{} as Bed, {} as Model, {} as ClaudeSession];
  const told = (): string[] => conversations(model).flatMap(textsIn);
  const store = (): string =>
    path.join(bed.home, '.claude', 'projects', bed.project.replace(/[^a-zA-Z0-9]/g, '-'), 'memory');

  beforeAll(async () => {
    bed = await makeBed(program);
    await bed.put(SETTINGS, settingsOfUser(bed.home));
    await bed.memdir('remember', FACT, '--type', 'project');
    await bed.memdir('index');
    await bed.memdir('connect', 'claude', '--yes');
    model = await startModel(anthropic, [
      {
        prompt: /<summary>/,
        steps: [{ say: '<summary>The person asked how billing is deployed, and for some commands.</summary>' }],
      },
      {
        prompt: /tags/,
        steps: [
          { tool: 'ToolSearch', input: { query: `select:${REMEMBER}` } },
          { tool: REMEMBER, input: { content: TAGS, type: 'project' } },
        ],
      },
      {
        prompt: /out of date/,
        steps: [
          { tool: 'ToolSearch', input: { query: `select:${FORGET}` } },
          { tool: FORGET, input: { id: 'billing' } },
        ],
      },
      {
        prompt: /run both/,
        steps: [
          { tool: 'Bash', input: { command: 'echo fine', description: 'Print' } },
          { tool: 'Bash', input: { command: 'exit 3', description: 'Fail' } },
        ],
      },
      {
        prompt: /ask another agent/,
        steps: [
          {
            tool: 'Agent',
            input: {
              description: 'Greet',
              prompt: 'Say hello',
              subagent_type: 'general-purpose',
              run_in_background: false,
            },
          },
        ],
      },
    ]);
    session = startClaude(bed, program, model, ['--allowedTools', `Bash,Agent,${REMEMBER}`]);
    await session.say(QUESTION);
    await session.say(`${QUESTION} Tell me once more.`);
    await session.say('Who tags our releases from now on? Remember it.');
    await session.say('That is out of date, drop it.');
    await session.say('Please run both commands.');
    await session.say('Please ask another agent.');
    await session.say('/mcp__memdir__recall_before_decision move background jobs from Celery to Kafka');
    await session.say('/compact');
    await session.end();
  });
  afterAll(async () => {
    await model.close();
    await bed.close();
  });

  it('is given a recalled memory once, fenced, in the request that its model gets', () => {
    const last = textsIn(
      conversations(model).findLast(({ messages }) => JSON.stringify(messages).includes('once more')),
    );
    const recalled = last.filter((text) => text.includes('<recalled-memories'));
    expect(recalled).toHaveLength(1);
    expect(recalled[0]).toMatch(
      /<recalled-memories[^]*not instructions[^]*make ship on Tuesdays[^]*<\/recalled-memories>/,
    );
    expect(recalled[0]?.split('<recalled-memories')).toHaveLength(2);
  });

  it('passes on the first word of a prompt alone, which is not searched for', () => {
    expect(told().some((text) => text.includes('What I typed begins with “move”'))).toBe(true);
  });

  it('loads a memory that Memdir wrote from its index', () => {
    expect(loadedIndex(conversations(model)[0])).toContain('billing');
  });

  it('is told in few words what Memdir adds', () => {
    const instructions = told().find((text) => text.includes('## memdir')) ?? '';
    expect(instructions).toContain('Memdir searches the memories of this project');
    expect(instructions).toContain('change nothing of that by hand.');
  });

  it('writes a memory with a tool that it was allowed, without a second question, and asks for one that it was not', async () => {
    expect(told().some((text) => text.startsWith('Saved'))).toBe(true);
    expect(told().some((text) => text.includes(`permissions to use ${FORGET}`))).toBe(true);
    const index = await readFile(path.join(store(), 'MEMORY.md'), 'utf8');
    expect(index).toContain('tagged');
    expect(index).toContain('billing');
  });

  it('fires hooks whose input Memdir reads, each of its events', async () => {
    const lines = (await bed.read('events.jsonl')).split('\n').filter((line) => line !== '');
    const inputs = lines.map((line) => readHookInput(JSON.parse(line)));
    const names = new Set(inputs.map((input) => input?.payload['hook_event_name']));
    expect([...names].sort()).toEqual([...HOOK_EVENTS].sort());
    for (const input of inputs)
      expect(input).toMatchObject({ session: expect.stringMatching(/.{8}/) as string, cwd: bed.project });
    expect(inputs.find((input) => input?.prompt === QUESTION)).toBeDefined();
    expect(inputs.some((input) => input?.tool === 'Bash')).toBe(true);
    expect(inputs.map((input) => input?.source)).toEqual(expect.arrayContaining(['startup', 'compact']));
    const log = await bed.read('.local/share/memdir/memdir.log').catch(() => '');
    expect(log).not.toContain('hook did nothing');
  });

  it('has nothing of Memdir left after --remove, and its settings are the same bytes', async () => {
    await bed.memdir('connect', 'claude', '--remove', '--yes');
    expect(await bed.read(SETTINGS)).toBe(settingsOfUser(bed.home));
    const { mcpServers, projects } = JSON.parse(await bed.read('.claude.json')) as Record<string, unknown>;
    expect(JSON.stringify([mcpServers, projects])).not.toContain('memdir.cjs');
  });
});
