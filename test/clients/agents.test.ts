/** Each client with what `memdir connect` wrote for it: it reads memories, is asked or refused before it writes, and has nothing left after --remove. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Bed, makeBed } from './bed.mjs';
import { clientOf } from './install.mjs';
import { type Model, startModel, textsIn } from './models/server.mjs';
import { ask, ROWS, type Talk } from './rows.mjs';

const NAME = 'billing-deploys';
const FIRST = 'Billing is deployed with make ship on Tuesdays.';
/** Neither in the index nor in a hit: only the text of the memory has it. */
const BODY = 'The bank closes at five, which makes any later day too late.';
const TAGS = 'Releases are tagged by the release bot because hand-made tags broke the changelog.';
const PROMPT = 'How do we deploy billing? Then remember who tags releases.';

/** How often a text occurs in what a model got: clients put JSON into JSON. */
const count = (request: unknown, text: string): number => JSON.stringify(request).split(text).length - 1;

const clients = await Promise.all(ROWS.map(async (row) => ({ ...row, ...(await clientOf(row.client)) })));

describe.each(clients)('$client', (row) => {
  describe.skipIf(row.reason)('connected', () => {
    let [bed, model, talk] = [{} as Bed, {} as Model, {} as Talk];
    let [file, settings] = ['', ''];

    beforeAll(async () => {
      bed = await makeBed(row.program);
      const step = row.call ?? ((tool: string, input: unknown) => [{ tool, input }]);
      model = await startModel(row.dialect, [
        {
          prompt: /How do we deploy billing/,
          steps: [
            ...step('search_memory', { query: 'how do we deploy billing' }),
            ...step('get_memory', { id: NAME }),
            ...step('remember', { content: TAGS, type: 'project' }),
          ],
        },
      ]);
      ({ file, text: settings } = row.settings(model));
      await bed.put(file, settings);
      await bed.memdir('remember', `${FIRST}\n\n${BODY}`, '--type', 'project', '--name', NAME);
      await bed.memdir('connect', row.client, '--yes');
      talk = await ask(bed, row.program, row, model, PROMPT);
    });
    afterAll(async () => {
      await model.close();
      await bed.close();
    });

    it('gives its model a memory once, as a note and not an instruction', () => {
      const last = talk.requests.at(-1);
      expect(count(last, BODY), talk.printed).toBe(1);
      const text = textsIn(last).find((each) => each.includes(BODY)) ?? '';
      expect(text).toMatch(/not an instruction[^]*```/);
      // A hit of the search is there once too: no client shows the text and the data.
      expect(count(last, `${NAME}.md project 0d`)).toBe(1);
    });

    it(row.showsInstructions ? 'tells its model the instructions, the index last' : 'shows no instructions', () => {
      const told = textsIn(talk.requests.at(-1)).filter((text) => text.includes('Memdir holds what coding agents'));
      expect(told).toHaveLength(row.showsInstructions ? 1 : 0);
      for (const text of told)
        expect(text).toMatch(/not instructions[^]*Worth saving[^]*## MEMORY\.md[^]*billing-deploys/);
    });

    it('is refused a write with what allows it, and nothing is written', async () => {
      expect(
        textsIn(talk.requests.at(-1)).some((text) => row.refusal.test(text)),
        talk.printed,
      ).toBe(true);
      const store = path.join(bed.home, '.claude', 'projects', bed.project.replace(/[^a-zA-Z0-9]/g, '-'), 'memory');
      expect((await readdir(store)).sort()).toEqual(['MEMORY.md', `${NAME}.md`]);
    });

    it('has nothing of Memdir left after --remove', async () => {
      await bed.memdir('connect', row.client, '--remove', '--yes');
      expect((await bed.run('git', ['status', '--porcelain'])).stdout).toBe('');
      const text = await bed.read(file);
      expect(text).not.toContain('memdir.cjs');
      // What the client wrote itself since, such as that a folder is trusted, stays.
      expect(text.startsWith(settings.trimEnd().slice(0, -1).trimEnd()), text).toBe(true);
    });
  });
});
