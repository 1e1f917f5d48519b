/** Whether Claude Code uses memory: variables of the environment and of `env` in settings, and the switch in settings. */

export interface SwitchSource {
  /** How the settings file is named to people. */
  readonly name: string;
  readonly enabled?: boolean | undefined;
  /** The settings' `env`: variables for every session. */
  readonly env: Readonly<Record<string, string>>;
}

/** Variables with which Claude Code loads no memory, regardless of all others. */
const NOTHING_LOADED = ['CLAUDE_CODE_SAFE_MODE', 'CLAUDE_CODE_DISABLE_CLAUDE_MDS'] as const;

const isOn = (value: string | undefined): boolean => /^(?:1|true|yes|on)$/i.test(value?.trim() ?? '');
const isOff = (value: string | undefined): boolean => /^(?:0|false|no|off)$/i.test(value?.trim() ?? '');

/** Why memory is off; undefined when it is on. Sources in order of precedence; their `env` outranks the environment. */
export function memoryOffReason(
  sources: readonly SwitchSource[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const variable = (name: string): { readonly value: string | undefined; readonly where: string } => {
    const source = sources.find(({ env }) => env[name] !== undefined);
    return source === undefined
      ? { value: environment[name], where: '' }
      : { value: source.env[name], where: ` in ${source.name}` };
  };
  const says = (name: string, effect: string): string | undefined => {
    const { value, where } = variable(name);
    return isOn(value) ? `${name} is set${where}: ${effect}` : undefined;
  };
  const unused = 'Claude Code is not writing here.';
  const disabled = says('CLAUDE_CODE_DISABLE_AUTO_MEMORY', unused);
  if (disabled !== undefined) return disabled;
  for (const name of NOTHING_LOADED) {
    const why = says(name, 'Claude Code loads no memory.');
    if (why !== undefined) return why;
  }
  if (isOff(variable('CLAUDE_CODE_DISABLE_AUTO_MEMORY').value)) return undefined;
  const simple = says('CLAUDE_CODE_SIMPLE', 'Claude Code neither loads nor writes memory.');
  if (simple !== undefined) return simple;
  const first = sources.find(({ enabled }) => enabled !== undefined);
  return first?.enabled === false ? `autoMemoryEnabled is false in ${first.name}: ${unused}` : undefined;
}
