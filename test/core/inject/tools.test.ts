import { describe, expect, it } from 'vitest';

import { documentedTool, type ToolMemory, toolNames } from '../../../src/core/inject/tools.js';

describe('names of a tool', () => {
  it.each([
    ['Edit', { file_path: '/a' }, ['Edit']],
    [
      'Bash',
      { command: 'cd /srv && PGHOST=x psql -c "select 1" | head; sudo docker compose up' },
      ['Bash', 'psql', 'docker'],
    ],
    ['Bash', { command: '/usr/local/bin/terraform plan\nnpx vitest run' }, ['Bash', 'terraform', 'vitest']],
    ['Bash', { command: 12 }, ['Bash']],
    ['Bash', null, ['Bash']],
    ['mcp__linear__create_issue', {}, ['linear', 'create_issue']],
  ])('%s %j', (tool, input, names) => {
    expect(toolNames(tool, input)).toEqual(names);
  });
});

const memory = (title: string, body = 'Say it so and so.', type = 'reference'): ToolMemory => ({
  name: title,
  description: '',
  type,
  body,
});

describe('memory about a tool that was used just now', () => {
  it.each([
    ['documentation of a program', memory('psql-usage-reference'), ['psql'], 'psql'],
    [
      'what the description says counts',
      { ...memory('database'), description: 'How to use psql: flags and meta commands' },
      ['psql'],
      'psql',
    ],
    ['a guide of another type', memory('docker-compose-cheat-sheet', 'up, down, ps', 'project'), ['docker'], 'docker'],
    [
      'a server of MCP, written as words',
      memory('Linear API reference', 'list_issues takes a team'),
      ['linear', 'create_issue'],
      'linear',
    ],
    ['an own tool that is called one', memory('edit-tool-reference'), ['Edit'], 'Edit'],
  ])('is left out: %s', (_, given, tools, tool) => {
    expect(documentedTool(given, tools)).toBe(tool);
  });

  it.each([
    ['it warns in its name', memory('psql-gotchas'), ['psql']],
    ['it warns in its text', memory('psql-reference', 'Never run it against production.'), ['psql']],
    ['it warns in another language', memory('psql-reference', '注意：不要在生产环境运行。'), ['psql']],
    ['it was taught by the user', memory('psql-usage', 'Use \\x first.', 'feedback'), ['psql']],
    [
      'it is a fact about the project, no documentation',
      memory('linear-team-is-PAY', 'Issues go to PAY.', 'project'),
      ['linear'],
    ],
    ['it is about another tool', memory('mysql-usage-reference'), ['psql']],
    ['its words are part of others', memory('gitlab-usage-reference'), ['git']],
    ['an everyday word is no tool', memory('how to read the reference docs'), ['Read']],
    ['a program everybody uses is no tool', memory('how to find the docs'), ['find']],
    ['no tool was used', memory('psql-usage-reference'), []],
  ])('is kept: %s', (_, given, tools) => {
    expect(documentedTool(given, tools)).toBeUndefined();
  });
});
