/** Settings of agents in YAML and TOML: what a person wrote around the server keeps its bytes, also when it was edited between connecting and taking out. */
import { describe, expect, it } from 'vitest';

import { withoutTomlServer, withTomlServer } from '../../src/node/connect/toml-server.js';
import { withoutYamlServer, withYamlServer } from '../../src/node/connect/yaml-server.js';

const ENTRY = { program: 'memdir', args: [], env: {} };
const HEAD = 'name: Local\nversion: 1.0.0\nschema: v1\n';
const LATER = '# later\nextra:   {a: 1}\n';

describe('YAML', () => {
  it.each([
    ["name:   'x'   # odd\nmodels:\n    - name: a\n      provider:    b\n"],
    ['name: x\nmcpServers:\n    -   name: other\n        command: "y"   # keep\n\nrules: [a,   b]\n'],
  ])('keeps its bytes: %j', (text) => {
    const connected = withYamlServer({ path: 'c.yaml', text }, ENTRY, HEAD);
    expect(connected.text).toContain('name: memdir');
    for (const line of text.split('\n')) expect(connected.text).toContain(line);
    expect(withoutYamlServer({ ...connected, text: connected.text + LATER }).text).toBe(text + LATER);
  });

  it('of comments alone gets what it needs below them', () => {
    const text = '# only a comment\n';
    expect(withYamlServer({ path: 'c.yaml', text }, ENTRY, HEAD).text).toMatch(/^# only a comment\nname: Local\n/);
  });

  it('with a list on one line still gets the server', () => {
    const text = 'name: x\nmcpServers: [{name: o, command: c}]\n';
    expect(withYamlServer({ path: 'c.yaml', text }, ENTRY, HEAD).text).toMatch(/name: o.*name: memdir/s);
  });
});

it('TOML with an integer above 2^53 keeps its bytes', () => {
  const text = 'big = 9223372036854775807\n[a]\nb = 1\n';
  const connected = withTomlServer({ path: 'c.toml', text }, ENTRY);
  expect(connected.text).toBe(`${text}\n[mcp_servers.memdir]\ncommand = "memdir"\nargs = ["mcp"]\n`);
  expect(withoutTomlServer(connected).text).toBe(text);
});
