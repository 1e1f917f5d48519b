/** What is in the context of a real Claude Code is not recalled again: in a fork, after it read a memory, and until it is compacted. */
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Bed, makeBed } from './bed.mjs';
import { conversations, startClaude } from './claude-session.mjs';
import { clientOf } from './install.mjs';
import { anthropic } from './models/anthropic.mjs';
import { type Model, startModel, textsIn } from './models/server.mjs';

const { program, reason } = await clientOf('claude');

const QUESTION = 'How do we deploy billing with make ship?';
const LOOK = 'Please carry out step one of the plan.';
const COLOURS = 'Which colours has the landing page of the shop?';

describe.skipIf(reason)('the context of Claude Code', () => {
  let [bed, model] = [{} as Bed, {} as Model];
  /** Blocks of recalled memories in the request with which a prompt was asked. */
  const blocks = (prompt: string): number => {
    const request = conversations(model).findLast(({ messages }) => JSON.stringify(messages).includes(prompt));
    expect(request).toBeDefined();
    return textsIn(request).join('\n').split('<recalled-memories>').length - 1;
  };
  const say = async (prompt: string, ...args: readonly string[]): Promise<string> => {
    const session = startClaude(bed, program, model, ['--allowedTools', 'Read', ...args]);
    await session.say(prompt);
    await session.end();
    return String(session.printed().findLast(({ session_id: id }) => id !== undefined)?.['session_id']);
  };

  beforeAll(async () => {
    bed = await makeBed(program);
    const slug = bed.project.replace(/[^a-zA-Z0-9]/g, '-');
    const colours = path.join(bed.home, '.claude', 'projects', slug, 'memory', 'colours.md');
    await bed.put(
      path.relative(bed.home, colours),
      '---\nname: colours\ndescription: Colours of the landing page of the shop\ntype: reference\n---\n\nTeal.\n',
    );
    await bed.memdir('remember', 'Billing is deployed with make ship on Tuesdays because the bank closes at five.');
    await bed.memdir('connect', 'claude', '--yes');
    model = await startModel(anthropic, [
      { prompt: /<summary>/, steps: [{ say: '<summary>Billing was spoken of.</summary>' }] },
      { prompt: /step one of the plan/, steps: [{ tool: 'Read', input: { file_path: colours } }] },
    ]);
  });
  afterAll(async () => {
    await model.close();
    await bed.close();
  });

  it('has what was recalled in it, in a fork and after resuming too', async () => {
    const id = await say(QUESTION);
    expect(blocks(QUESTION)).toBe(1);
    await say(`${QUESTION} In a fork.`, '--resume', id, '--fork-session');
    expect(blocks('In a fork.')).toBe(1);
    await say(`${QUESTION} And here again.`, '--resume', id);
    expect(blocks('And here again.')).toBe(1);
    await say('/compact', '--resume', id);
    await say(`${QUESTION} After compacting.`, '--resume', id);
    // The summary took its place, so it is given anew.
    expect(blocks('After compacting.')).toBe(1);
  });

  it('has what the agent read in it', async () => {
    const id = await say(LOOK);
    await say(COLOURS, '--resume', id);
    expect(blocks(COLOURS)).toBe(0);
    await say(`${COLOURS} In a session of its own.`);
    expect(blocks('In a session of its own.')).toBe(1);
  });
});
