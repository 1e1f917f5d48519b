/** Claude Code without a terminal, over several prompts: one start serves many questions. */
import { once } from 'node:events';

import type { Bed } from './bed.mjs';
import type { MessagesRequest } from './models/anthropic.mjs';
import { type Model, textsIn } from './models/server.mjs';

export interface ClaudeSession {
  /** Sends a prompt and waits for the end of the turn. Rejects when it does not come. */
  readonly say: (prompt: string) => Promise<void>;
  /** What it printed: one JSON object a line. */
  readonly printed: () => readonly Record<string, unknown>[];
  /** Ends it as its input ends, and waits for its last hooks. */
  readonly end: () => Promise<void>;
}

export const claudeEnv = ({ url }: Model): Record<string, string> => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'dummy',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  IS_SANDBOX: '1',
  // Whether a memory arrives is tested; how soon it does is measured elsewhere.
  MEMDIR_HOOK_MS: '8000',
});

const PATIENCE_MS = 60_000;

export function startClaude(bed: Bed, program: string, model: Model, args: readonly string[] = []): ClaudeSession {
  const flags = ['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json', ...args];
  const child = bed.start(program, flags, claudeEnv(model));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const printed = (): Record<string, unknown>[] =>
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const turns = (): number => stdout.split('\n').filter((line) => line.includes('"type":"result"')).length;
  return {
    printed,
    say: async (prompt) => {
      const before = turns();
      const message = { role: 'user', content: [{ type: 'text', text: prompt }] };
      child.stdin.write(`${JSON.stringify({ type: 'user', message })}\n`);
      for (const end = Date.now() + PATIENCE_MS; turns() === before;) {
        if (Date.now() > end || child.exitCode !== null)
          throw new Error(`“${prompt}” was not answered. ${stderr}${stdout.slice(-2_000)}`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    end: async () => {
      if (child.exitCode !== null) return;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

/** Requests in which the client asks its model for an answer to the person, without those for titles and the like. */
export const conversations = ({ requests }: Model): MessagesRequest[] =>
  (requests as MessagesRequest[]).filter(({ tools = [] }) => tools.length > 0);

/** The part of MEMORY.md in a request, as the client loaded it; undefined for none. */
export function loadedIndex(request: unknown): string | undefined {
  for (const text of textsIn(request)) {
    const found = /Contents of \S*MEMORY\.md \([^)]*\):\n\n([^]*?)\n<\/system-reminder>/.exec(text);
    if (found?.[1] !== undefined) return found[1];
  }
  return undefined;
}
