/** The part of an agent's environment that decides which memory is its own. It travels with each request, because the background process has the environment of the first agent. */

/** Everything that the code that finds memory reads, see the test of this list. */
export const VARIABLES = [
  'HOME',
  'USERPROFILE',
  'PWD',
  'MEMDIR_SETTINGS',
  'MEMDIR_RERANK_API_KEY',
  'MEMDIR_MODEL_API_KEY',
  'MEMDIR_TEAM_URL',
  'MEMDIR_INDEX_URL',
  'MEMDIR_INDEX_REPOSITORY',
  'OLLAMA_HOST',
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_MEMORY_DIR',
  'CLAUDE_MEMORY_STORES',
  'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE',
  'CLAUDE_CODE_PROJECT_DIR_NAME',
  'CLAUDE_CODE_REMOTE',
  'CLAUDE_CODE_REMOTE_MEMORY_DIR',
  'CLAUDE_CODE_DISABLE_AUTO_MEMORY',
  'CLAUDE_CODE_DISABLE_CLAUDE_MDS',
  'CLAUDE_CODE_SAFE_MODE',
  'CLAUDE_CODE_SIMPLE',
  'QWEN_CODE_MEMORY_BASE_DIR',
  'QWEN_CODE_MEMORY_LOCAL',
  'QWEN_CODE_MEMORY_PROJECT_SCOPE',
  'QWEN_RUNTIME_DIR',
  'GEMINI_CLI_HOME',
  'CODEX_HOME',
  'APPDATA',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'VSCODE_AGENT_FOLDER',
  'VSCODE_PORTABLE',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

export const variablesOf = (env: Environment): Record<string, string> =>
  Object.fromEntries(VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const])));

/** The environment of the background process with an agent's variables in place of its own. */
export const withVariables = (own: Environment, variables: Readonly<Record<string, string>>): Environment => ({
  ...Object.fromEntries(Object.entries(own).filter(([name]) => !(VARIABLES as readonly string[]).includes(name))),
  ...variables,
});
