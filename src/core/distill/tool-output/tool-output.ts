/** What a tool of an agent printed, as one factual sentence with file and cause. */
import { isoDay } from '../../absolute-date.js';
import { localDay, type Observation, type ToolUse } from '../../capture/observation.js';
import { maskSecrets } from '../../secrets/secrets.js';
import { factFaults } from '../fact-faults.js';
import { findContacts } from '../personal/contacts.js';
import { replaceParts } from '../personal/personal-data.js';
import { redactHomes } from '../personal/redact-home.js';
import type { Distilled } from '../text/text.js';
import { placedError, refusal } from './diagnostics.js';
import { gitStep } from './git.js';
import { migration } from './migrations.js';
import { packageChange } from './packages.js';
import { onlyReads, type Recogniser, type Run } from './run.js';
import { testRun } from './tests.js';
import { stackTrace } from './traces.js';

/** The one that says most comes first: a migration that fails shows a stack trace, too, and so does a test. */
const RECOGNISERS: readonly Recogniser[] = [
  migration,
  packageChange,
  gitStep,
  testRun,
  stackTrace,
  placedError,
  refusal,
];
/** UTF-16 units of an output that are looked at, from its start and from its end: causes stand at the end. */
const HEAD = 20_000;
const TAIL = 40_000;
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007/g;

/** What a tool that runs programs says of its run. */
function runOf({ input, output, failed }: ToolUse, cwd: string | undefined): Run {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  const command = typeof given['command'] === 'string' ? given['command'].slice(0, 4_000) : '';
  const shown = (output.length > HEAD + TAIL ? `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}` : output)
    .replace(COLOURS, '')
    .replace(/\r\n?/g, '\n');
  return {
    command,
    output: shown,
    lines: shown.split('\n').map((line) => withoutPackage(line.slice(0, 2_000).trimEnd())),
    failed,
    short: (path) => shortened(path, cwd),
  };
}

/** `packages/api build: src/a.ts(1,2): error …`, as pnpm prints of several packages at once: the file lies in the package. */
function withoutPackage(line: string): string {
  const [all = '', folder = ''] = /^((?:[\w@.-]+\/)+[\w.-]+) [\w:-]{2,30}: /.exec(line) ?? [];
  return all === ''
    ? line
    : line.slice(all.length).replace(/^(\s*(?:FAIL\s+)?)(?=(?:[\w.-]+\/)+[\w.-]+\.\w{1,5}\b)/, `$1${folder}/`);
}

/** From the working directory where it lies below, and without the home folder of a user. */
function shortened(path: string, cwd: string | undefined): string {
  const plain = path.replace(/^\.[/\\]/, '');
  const folder = cwd === undefined ? '' : withSlashes(cwd).replace(/\/$/, '');
  return redactHomes(
    folder.length > 1 && withSlashes(plain).startsWith(`${folder}/`) ? plain.slice(folder.length + 1) : plain,
  );
}

/** Windows writes paths either way, and its drives in either case. */
const withSlashes = (path: string): string =>
  path.replaceAll('\\', '/').replace(/^[a-z]:/, (drive) => drive.toUpperCase());

/** Paths within a message, shortened alike. */
function withoutFolders(text: string, cwd: string | undefined): string {
  const folder = cwd?.replace(/[/\\]$/, '') ?? '';
  return redactHomes(folder.length > 1 ? text.replaceAll(`${folder}/`, '').replaceAll(`${folder}\\`, '') : text);
}

/** Tools that only look at the project or change its files: what they did stands in the project. */
const SAYS_NOTHING =
  /^(?:Read|Write|Edit|MultiEdit|NotebookEdit|Glob|Grep|LS|TodoWrite|Task\w*|WebFetch|WebSearch|Skill|ToolSearch|AskUserQuestion)$/;

export function distillTool(tool: ToolUse, { at, cwd }: Pick<Observation, 'at' | 'cwd'>): Distilled {
  if (SAYS_NOTHING.test(tool.name))
    return { status: 'nothing', reason: `What ${tool.name} does can be seen in the project.` };
  const day = localDay(at);
  if (day === undefined) return { status: 'nothing', reason: 'Its time cannot be read.' };
  const run = runOf(tool, cwd);
  for (const recognise of onlyReads(run.command) ? [] : RECOGNISERS) {
    const outcome = recognise(run);
    if (outcome === undefined) continue;
    const text = `${nameless(maskSecrets(withoutFolders(outcome.text, cwd)))} (${isoDay(day)}).`;
    const faults = factFaults(text).filter((fault) => !ABOUT_PROSE.has(fault));
    return faults.length > 0
      ? { status: 'nothing', reason: `What is left of it ${faults.join(', ')}.` }
      : { status: 'facts', facts: [{ text, type: outcome.type }] };
  }
  return { status: 'nothing', reason: 'Nothing in it failed or changed what the project depends on.' };
}

/** Messages of programs are quoted as they are: "cannot load my_module" is no first person. */
const ABOUT_PROSE: ReadonlySet<string> = new Set([
  'speaks in the first person',
  'tells a feeling',
  'has more than 3 sentences',
  'names a person',
]);

const nameless = (text: string): string =>
  replaceParts(
    text,
    findContacts(text).filter(({ kind }) => kind !== 'handle'),
    ({ kind }) => `[${kind}]`,
  );
