/** The clients that Memdir is tested with: a newer version is one constant. */
export interface ClientPackage {
  /** Package in the npm registry. */
  readonly name: string;
  readonly version: string;
  /** Command that it brings. */
  readonly command: string;
}

export const CLIENTS = {
  claude: { name: '@anthropic-ai/claude-code', version: '2.1.332', command: 'claude' },
  codex: { name: '@openai/codex', version: '0.171.0', command: 'codex' },
  gemini: { name: '@google/gemini-cli', version: '0.61.0', command: 'gemini' },
  qwen: { name: '@qwen-code/qwen-code', version: '0.24.4', command: 'qwen' },
  opencode: { name: 'opencode-ai', version: '1.18.33', command: 'opencode' },
  copilot: { name: '@github/copilot', version: '1.0.102', command: 'copilot' },
} as const satisfies Record<string, ClientPackage>;

export type ClientName = keyof typeof CLIENTS;
export const CLIENT_NAMES = Object.keys(CLIENTS) as readonly ClientName[];

/** Environment variable with other versions, as `codex=1.2.3,qwen=4.5.6`. */
export const VERSIONS_VARIABLE = 'MEMDIR_CLIENT_VERSIONS';

/** The version to run: that of the variable, or the one that Memdir is tested with. */
export function versionOf(name: ClientName): string {
  const others = new Map(
    (process.env[VERSIONS_VARIABLE] ?? '').split(',').map((each) => each.split('=') as [string, string]),
  );
  return others.get(name) ?? CLIENTS[name].version;
}
