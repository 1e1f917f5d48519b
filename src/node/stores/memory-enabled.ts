/** Whether Claude Code uses memory: variables of the environment and of `env` in settings, and the switch in settings. */
import { t } from '../../core/l10n.js';

export interface SwitchSource {
  /** How the settings file is named to people. */
  readonly name: string;
  readonly enabled?: boolean | undefined;
  /** Whether it may switch memory on; every source may switch it off. Default true. */
  readonly believed?: boolean;
  /** The settings' `env`: variables for every session. */
  readonly env: Readonly<Record<string, string>>;
}

const isOn = (value: string | undefined): boolean => /^(?:1|true|yes|on)$/i.test(value?.trim() ?? '');
const isOff = (value: string | undefined): boolean => /^(?:0|false|no|off)$/i.test(value?.trim() ?? '');

/** Whether a variable says that memory is off, rather than on or where it is. */
export const isOffSwitch = (name: string, value: string): boolean =>
  isOn(value) && ['CLAUDE_CODE_SAFE_MODE', 'CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_DISABLE_AUTO_MEMORY'].includes(name);

/** A switch and what it does, such as `autoMemoryEnabled is false in …` and a sentence about Claude Code. */
interface Switched {
  readonly by: string;
  readonly effect: string;
}

export interface MemorySwitches {
  /** Why memory is off; undefined when it is on. */
  readonly off?: Switched;
  /** The switch by which neither instructions nor MEMORY.md are loaded. */
  readonly instructionsOff?: string;
  /** What is switched off of memory that is on, a sentence each. */
  readonly notes: readonly string[];
}

/** What the switches say, in the order in which Claude Code asks them. Sources in order of precedence; their `env` outranks the environment. */
export function memorySwitches(
  sources: readonly SwitchSource[],
  environment: Readonly<Record<string, string | undefined>>,
): MemorySwitches {
  const variable = (name: string): { readonly value: string | undefined; readonly where: string | undefined } => {
    const source = sources.find(({ env }) => env[name] !== undefined);
    return source === undefined
      ? { value: environment[name], where: undefined }
      : { value: source.env[name], where: source.name };
  };
  const says = (name: string, effect: string): Switched | undefined => {
    const { value, where } = variable(name);
    if (!isOn(value)) return undefined;
    return {
      by: where === undefined ? t('{name} is set', { name }) : t('{name} is set in {file}', { name, file: where }),
      effect,
    };
  };
  const reason = (): Switched | undefined => {
    const always =
      says('CLAUDE_CODE_SAFE_MODE', t('Claude Code loads no memories.')) ??
      says('CLAUDE_CODE_SIMPLE', t('Claude Code neither loads nor writes memories.')) ??
      says('CLAUDE_CODE_DISABLE_AUTO_MEMORY', unused());
    if (always !== undefined || isOff(variable('CLAUDE_CODE_DISABLE_AUTO_MEMORY').value)) return always;
    const remote = says('CLAUDE_CODE_REMOTE', unused());
    if (remote !== undefined && !PLACES.some((name) => variable(name).value))
      return { ...remote, by: t('{name} without CLAUDE_CODE_REMOTE_MEMORY_DIR', { name: remote.by }) };
    const nearest = sources.filter(({ enabled }) => enabled !== undefined);
    const first = nearest[0]?.enabled === true ? nearest.find(({ believed = true }) => believed) : nearest[0];
    return first?.enabled === false
      ? { by: t('autoMemoryEnabled is false in {file}', { file: first.name }), effect: unused() }
      : undefined;
  };
  const off = reason();
  const unread = says(
    'CLAUDE_CODE_DISABLE_CLAUDE_MDS',
    t('Claude Code doesn’t load MEMORY.md, but knows this directory and may read and write it.'),
  );
  const instructions =
    says('CLAUDE_CODE_SAFE_MODE', '') ?? says('CLAUDE_CODE_SIMPLE', '') ?? says('CLAUDE_CODE_DISABLE_CLAUDE_MDS', '');
  return {
    ...(off === undefined ? {} : { off }),
    ...(instructions === undefined ? {} : { instructionsOff: instructions.by }),
    notes: unread === undefined ? [] : [`${unread.by}: ${unread.effect}`],
  };
}

const unused = (): string => t('Claude Code doesn’t write here.');

/** Where a remote session may keep its memory. */
const PLACES = ['CLAUDE_CODE_REMOTE_MEMORY_DIR', 'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE'];
