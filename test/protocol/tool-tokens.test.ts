import { getEncoding } from 'js-tiktoken';
import { expect, it } from 'vitest';

import { inputSchema } from '../../src/protocol/tool-schemas.js';
import { TOOL_NAMES, TOOLS } from '../../src/protocol/tools.js';

it('the tools cost a model under 1,400 tokens in each session: names, descriptions and inputs', () => {
  const tools = TOOL_NAMES.map((name) => ({
    name,
    description: TOOLS[name].description,
    inputSchema: inputSchema(name),
  }));
  expect(TOOL_NAMES).toHaveLength(8);
  expect(getEncoding('o200k_base').encode(JSON.stringify(tools)).length).toBeLessThan(1_400);
});

it('every tool takes the id of an agent', () => {
  for (const name of TOOL_NAMES) expect(inputSchema(name)['properties'], name).toHaveProperty('agent_id');
});
