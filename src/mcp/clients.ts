/** What is known of clients by the name that they give when they connect. A client without a row gets what suits every one. */
export interface ClientTraits {
  /** Matches `clientInfo.name`. */
  readonly name: RegExp;
  /** Has a memory section of its own in every system prompt, and cuts instructions at 4,096 characters. */
  readonly hasMemorySection?: boolean;
  /** Asks its user before it calls a tool that writes, unless they let it call this tool unasked. A question of Memdir would be the second about the same thing. */
  readonly asksForTools?: boolean;
  /** May accept a question without showing it to anyone, if the form lets it; what it accepts is empty then. */
  readonly acceptsAlone?: boolean;
  /** Declines a question without showing it, because it runs without a person or never asks. */
  readonly declinesAlone?: boolean;
}

const ROWS: readonly ClientTraits[] = [
  { name: /^claude-code$/, hasMemorySection: true, asksForTools: true },
  // VS Code gives the long name of its product, which is another one for each of its builds.
  { name: /^(?:Visual Studio Code|Code - OSS|VSCodium|code-server|OpenVSCode Server)\b/, asksForTools: true },
  { name: /^codex-mcp-client$/, acceptsAlone: true, declinesAlone: true },
  { name: /^(?:github-)?copilot-cli\b/, declinesAlone: true },
];

export const traitsOf = (name: string | undefined): Omit<ClientTraits, 'name'> =>
  ROWS.find((row) => name !== undefined && row.name.test(name)) ?? {};
