/** The words of commander itself, in the language of the program: headings of the help, remarks on options, and faults of a command line. */
import type { Argument, Help, HelpConfiguration, Option } from 'commander';

import { t, tPlural } from '../core/l10n.js';

const TITLES: Readonly<Record<string, () => string>> = {
  'Usage:': () => t('Usage:'),
  'Arguments:': () => t('Arguments:'),
  'Options:': () => t('Options:'),
  'Global Options:': () => t('Global options:'),
  'Commands:': () => t('Commands:'),
};

const withRemarks = (description: string, remarks: readonly string[]): string =>
  remarks.length === 0 ? description : `${description} (${remarks.join(', ')})`.trimStart();

const choicesRemark = ({ argChoices }: Pick<Option, 'argChoices'>): readonly string[] =>
  argChoices === undefined
    ? []
    : [t('choices: {choices}', { choices: argChoices.map((each) => JSON.stringify(each)).join(', ') })];

const defaultRemark = ({
  defaultValue,
  defaultValueDescription,
}: Pick<Option, 'defaultValue' | 'defaultValueDescription'>): string =>
  t('default: {value}', { value: defaultValueDescription ?? JSON.stringify(defaultValue) });

export const HELP_TEXTS: Pick<HelpConfiguration, 'styleTitle' | 'optionDescription' | 'argumentDescription'> = {
  styleTitle: (title) => TITLES[title]?.() ?? title,
  optionDescription(this: Help, option: Option) {
    const isShown =
      option.defaultValue !== undefined &&
      (option.required || option.optional || (option.isBoolean() && typeof option.defaultValue === 'boolean'));
    return withRemarks(option.description, [
      ...choicesRemark(option),
      ...(isShown ? [defaultRemark(option)] : []),
      ...(option.envVar === undefined ? [] : [t('env: {variable}', { variable: option.envVar })]),
    ]);
  },
  argumentDescription(this: Help, argument: Argument) {
    return withRemarks(argument.description, [
      ...choicesRemark(argument),
      ...(argument.defaultValue === undefined ? [] : [defaultRemark(argument)]),
    ]);
  },
};

const conflicting = (side: string): string =>
  side.startsWith('environment')
    ? t('environment variable {name}', { name: side.slice('environment variable '.length) })
    : side.slice('option '.length);

type Fault = readonly [form: RegExp, say: (...parts: readonly string[]) => string];

/** What commander says of a command line, and how Memdir says it. */
const FAULTS: readonly Fault[] = [
  [/^missing required argument '(.*)'$/s, (name) => t('Missing argument: {name}.', { name })],
  [/^option '(.*)' argument missing$/s, (option) => t('Missing value for option {option}.', { option })],
  [/^required option '(.*)' not specified$/s, (option) => t('Missing option: {option}.', { option })],
  [/^unknown option '(.*)'$/s, (option) => t('Unknown option: {option}.', { option })],
  [/^unknown command '(.*)'$/s, (command) => t('Unknown command: {command}.', { command })],
  [
    /^((?:option|environment variable) '.*') cannot be used with ((?:option|environment variable) '.*')$/s,
    (first, second) =>
      t('{first} can’t be combined with {second}.', { first: conflicting(first), second: conflicting(second) }),
  ],
  [
    /^option '(.*)' argument '(.*)' is invalid\. (.*)$/s,
    (option, value, reason) =>
      t('Invalid value “{value}” for option {option}: {reason}', { option, value, reason: reasonOf(reason) }),
  ],
  [
    /^option '(.*)' value '(.*)' from env '(.*)' is invalid\. (.*)$/s,
    (option, value, variable, reason) =>
      t('Invalid value “{value}” for option {option} from {variable}: {reason}', {
        option,
        value,
        variable,
        reason: reasonOf(reason),
      }),
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. (.*)$/s,
    (value, argument, reason) =>
      t('Invalid value “{value}” for argument {argument}: {reason}', { value, argument, reason: reasonOf(reason) }),
  ],
  [
    /^too many arguments(?: for '.*')?\. Expected (\d+) arguments? but got \d+: (.*)\.$/s,
    (expected, given) =>
      tPlural(
        Number(expected),
        'Too many arguments: {given}. Expected 1.',
        'Too many arguments: {given}. Expected {n}.',
        { given },
      ),
  ],
];

const reasonOf = (reason: string): string => {
  const [, choices] = /^Allowed choices are (.*)\.$/s.exec(reason) ?? [];
  return choices === undefined ? reason : t('Allowed: {choices}.', { choices });
};

const SUGGESTION = /\n\(Did you mean (?:one of )?(.*)\?\)$/s;

/** A fault of the command line as commander tells it, said anew. */
export function faultOfCommandLine(text: string): string {
  const told = text.trimEnd().replace(/^error: /, '');
  const [, near] = SUGGESTION.exec(told) ?? [];
  const bare = told.replace(SUGGESTION, '');
  for (const [form, say] of FAULTS) {
    const parts = form.exec(bare);
    if (parts !== null)
      return near === undefined
        ? say(...parts.slice(1))
        : `${say(...parts.slice(1))} ${t('Did you mean {near}?', { near })}`;
  }
  return told;
}
