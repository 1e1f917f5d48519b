/** Memories that merely document a tool the agent is using anyway. */

/** Everyday programs: memories are not about them, or their name is an ordinary word. */
const EVERYDAY = new Set([
  'cat',
  'cd',
  'chmod',
  'cp',
  'date',
  'diff',
  'echo',
  'env',
  'export',
  'find',
  'for',
  'grep',
  'head',
  'if',
  'kill',
  'less',
  'ls',
  'mkdir',
  'mv',
  'printf',
  'pwd',
  'read',
  'rm',
  'set',
  'sleep',
  'sort',
  'source',
  'sudo',
  'tail',
  'test',
  'then',
  'time',
  'touch',
  'true',
  'which',
  'while',
  'xargs',
]);
const MOST_PROGRAMS = 6;
const LONGEST_COMMAND = 4_000;

/**
 * Names by which memories may refer to a tool call: the tool, its MCP server, the programs of a shell command.
 * @param input arguments of the tool as received
 */
export function toolNames(tool: string, input: unknown): string[] {
  const mcp = /^mcp__(.+?)__(.+)$/.exec(tool);
  if (mcp) return [mcp[1] as string, mcp[2] as string];
  const command = typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
  return typeof command === 'string' ? [tool, ...programsOf(command.slice(0, LONGEST_COMMAND))] : [tool];
}

function programsOf(command: string): string[] {
  const programs = new Set<string>();
  for (const part of command.split(/\|\|?|&&?|;|\n|\$\(/)) {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => !/^\w+=/.test(word) && word !== 'sudo' && word !== 'npx' && word !== 'time');
    const name = /^[\w.+-]+$/.exec((words[0] ?? '').replace(/^.*\//, ''))?.[0].toLowerCase();
    if (name !== undefined && name.length > 1 && !EVERYDAY.has(name)) programs.add(name);
  }
  return [...programs].slice(0, MOST_PROGRAMS);
}

export interface ToolMemory {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly body: string;
}

/** Claude Code's own tools: their names are everyday words, so a memory is about one only when it calls it a tool. */
const PLAIN_NAMES = new Set([
  'agent',
  'bash',
  'edit',
  'glob',
  'grep',
  'ls',
  'read',
  'skill',
  'task',
  'todowrite',
  'webfetch',
  'websearch',
  'write',
  'multiedit',
  'notebookedit',
]);

/** Types with lessons of a user or a failure: never mere documentation. */
const TEACHING = new Set(['feedback', 'user', 'failure', 'decision']);
const DOCUMENTS =
  /\b(?:usage|uses?|using|how[ -]to|reference|docs?|documentation|api|cli|commands?|flags?|options?|parameters?|arguments?|syntax|cheat ?sheets?|guide|manual|examples?|overview)\b|用法|使用|文档|命令|参考|使い方|ドキュメント|リファレンス|사용법|문서|명령|참고|использовани|документаци|команд|справочник/iu;
const WARNS =
  /\b(?:never|not|cannot|avoid|beware|careful(?:ly)?|caution|warn(?:s|ing|ings)?|gotchas?|pitfalls?|caveats?|traps?|fails?|failed|failure|breaks?|broken|bugs?|hangs?|crash(?:es|ed)?|workarounds?|known issues?|instead of|must|only works|danger(?:ous)?|destroys?|deletes?|loses?|limits?|deprecated|quirks?|unlike)\b|n['’]t\b|[⚠‼❗]|注意|警告|禁止|不要|避免|切勿|不能|失败|失敗|しない|危険|주의|경고|금지|하지 ?마|실패|осторожно|нельзя|не использ|ошибк|предупрежд/iu;

/** UTF-16 units of a text that are searched for warnings. */
const LOOKED_AT = 20_000;

/**
 * The tool that a memory merely documents; undefined when it is about none of them, or contains a warning.
 * @param tools as of {@link toolNames}
 */
export function documentedTool(memory: ToolMemory, tools: readonly string[]): string | undefined {
  if (tools.length === 0 || TEACHING.has(memory.type)) return undefined;
  const title = `${memory.name} ${memory.description}`;
  const words = wordsOf(title);
  if (memory.type !== 'reference' && !DOCUMENTS.test(words)) return undefined;
  if ([title, words, memory.body.slice(0, LOOKED_AT)].some((text) => WARNS.test(text))) return undefined;
  return tools.find((tool) => isAbout(words, tool));
}

/** Whether the words of the tool's name appear in the title in a row. */
function isAbout(words: string, tool: string): boolean {
  const name = wordsOf(tool).trim();
  if (name === '' || EVERYDAY.has(name)) return false;
  return words.includes(PLAIN_NAMES.has(name.replaceAll(' ', '')) ? ` ${name} tool ` : ` ${name} `);
}

/** Lower case words with one blank before, between and after them. */
const wordsOf = (text: string): string =>
  ` ${(
    text
      .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')} `;
