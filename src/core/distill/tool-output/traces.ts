/** Stack traces and panics: the error, and the nearest line that belongs to the project. */
import { brief, failure, firstMatch, programOf, quoted, type Recogniser, type Run } from './run.js';

/** Frames of libraries and of the platform say less than those of the project. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.cargo|rustc|vendor\/bundle|gems|\.venv|venv)\/|^node:|\/lib\/python\d|\/usr\/(?:lib|local\/go)\/|<frozen|^(?:java|javax|jdk|sun|org\.junit|org\.springframework|org\.apache|kotlin|scala)\./;

interface Trace {
  readonly error: string;
  /** What went wrong before, where the error says that, and how the two are joined. */
  readonly before?: string | undefined;
  readonly frames: readonly { readonly place: string; readonly within?: string }[];
}

/** `TypeError: x` and `    at fn (/path/a.ts:10:5)` */
function javascript({ lines }: Run): Trace | undefined {
  const frame = /^\s+at (?:async )?(?:(.+?) \()?((?:file:\/\/)?[^()\s]+):(\d+):\d+\)?/;
  const first = firstMatch(lines, frame);
  if (!first) return undefined;
  let at = first.at - 1;
  while (
    at >= 0 &&
    !/^(?:Uncaught |\(node:\d+\) \w*Warning: )?(?:\[?\w*(?:Error|Exception)\b|node:|.*Error(?: \[\w+\])?: )/.test(
      (lines[at] ?? '').trim(),
    ) &&
    first.at - at < 8
  )
    at--;
  const error = (lines[at] ?? '').trim().replace(/^(?:Uncaught |\(node:\d+\) \w*Warning: )/, '');
  if (!/Error|Exception/.test(error)) return undefined;
  const frames = [];
  for (let each = first.at; each < lines.length; each++) {
    const match = frame.exec(lines[each] ?? '');
    if (!match) break;
    frames.push({
      place: `${(match[2] ?? '').replace(/^file:\/\//, '')}:${match[3] ?? ''}`,
      ...(match[1] === undefined ? {} : { within: match[1] }),
    });
  }
  const cause = firstMatch(
    lines.slice(0, first.at + 60),
    /^\s+\[cause\]: (\w*(?:Error|Exception)\b.*?)(?: \{)?$/,
    first.at,
  )?.match[1];
  return { error, frames, before: cause === undefined ? undefined : `caused by ${quoted(cause, '`')}` };
}

/** `Traceback (most recent call last):`; the last call is the nearest. */
function python({ lines }: Run): Trace | undefined {
  const start = lines.findLastIndex((line) => /^\s*Traceback \(most recent call last\):/.test(line));
  if (start === -1) return undefined;
  const frames = [];
  let at = start + 1;
  for (
    ;
    at < lines.length && !/^\w/.test((lines[at] ?? '').trimStart() === lines[at] ? (lines[at] ?? '') : ' ');
    at++
  ) {
    const match = /^\s+File "([^"]+)", line (\d+)(?:, in (\S+))?/.exec(lines[at] ?? '');
    if (match)
      frames.unshift({
        place: `${match[1] ?? ''}:${match[2] ?? ''}`,
        ...(match[3] === undefined || match[3] === '<module>' ? {} : { within: match[3] }),
      });
  }
  const error = (lines[at] ?? '').trim();
  return /^[\w.]+(?::|$)/.test(error) ? { error, frames, before: handled(lines.slice(0, start)) } : undefined;
}

/** The error that was being handled when another came. */
function handled(lines: readonly string[]): string | undefined {
  const said = lines.findLastIndex((line) =>
    /^\s*(?:During handling of the above exception|The above exception was the direct cause)/.test(line),
  );
  const error =
    lines
      .slice(0, Math.max(0, said))
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? '';
  return /^[\w.]+(?::|$)/.test(error) ? `after ${quoted(error, '`')}` : undefined;
}

/** `Exception in thread "main" java.lang.X: message`, `Caused by:` last; C# reads alike. */
function java({ lines }: Run): Trace | undefined {
  const cause = lines.findLastIndex((line) => /^\s*Caused by: /.test(line));
  const head =
    /^\s*(?:Exception in thread "[^"]*" |Caused by: |Unhandled exception\. )?((?:[a-zA-Z_]\w*\.)+\w*(?:Exception|Error)\w*(?:: .*)?)$/;
  const start = cause !== -1 ? cause : (firstMatch(lines, head)?.at ?? -1);
  const error = head.exec(lines[start] ?? '')?.[1];
  if (error === undefined) return undefined;
  const frames = [];
  for (let at = start + 1; at < lines.length; at++) {
    const match = /^\s+at ([\w.$<>]+)\(([\w.]+:\d+)\)|^\s+at ([\w.<>`]+)\(.*\)(?: in (.+?):line (\d+))?/.exec(
      lines[at] ?? '',
    );
    if (!match && /^\s+(?:at |\.\.\.)/.test(lines[at] ?? '')) continue;
    if (!match) break;
    const within = match[1] ?? match[3] ?? '';
    if (FOREIGN.test(within)) continue;
    frames.push({ place: match[2] ?? (match[4] === undefined ? within : `${match[4]}:${match[5] ?? ''}`), within });
  }
  return frames.length === 0 && cause === -1 && !/^Exception in thread|^Unhandled/.test(lines[start] ?? '')
    ? undefined
    : { error, frames };
}

/** `panic: message` and `goroutine 1 [running]:` */
function go({ lines }: Run): Trace | undefined {
  const start = firstMatch(lines, /^panic: (.*?)(?: \[recovered\])?$/);
  if (!start || !lines.some((line) => /^goroutine \d+ \[/.test(line))) return undefined;
  const frames = [];
  for (let at = start.at + 1; at < lines.length; at++) {
    const match = /^\s+(\/?\S+\.go:\d+)/.exec(lines[at] ?? '');
    if (match)
      frames.push({
        place: match[1] ?? '',
        within: (lines[at - 1] ?? '')
          .replace(/\((?!\*).*$/, '')
          .replace(/^.*\//, '')
          .trim(),
      });
  }
  return {
    error: `panic: ${start.match[1] ?? ''}`,
    frames: frames.filter(({ place }) => !/\/src\/runtime\//.test(place)),
  };
}

/** `thread 'main' panicked at src/main.rs:4:5:` and the message below, or quoted before. */
function rust({ lines }: Run): Trace | undefined {
  const found = firstMatch(lines, /^thread '[^']*' (?:\(\d+\) )?panicked at (?:'(.*)', )?([^\s:]+:\d+)(?::\d+)?:?$/);
  if (!found) return undefined;
  return { error: `panic: ${found.match[1] ?? lines[found.at + 1] ?? ''}`, frames: [{ place: found.match[2] ?? '' }] };
}

/** `app/models/user.rb:12:in 'save': message (ArgumentError)`; `PHP Fatal error:  Uncaught Error: message in /a.php:12` */
function others({ lines }: Run): Trace | undefined {
  const ruby = firstMatch(lines, /^\s*(\S+\.rb):(\d+):in [`'](.+?)': (.*) \(([\w:]+)\)/)?.match;
  if (ruby)
    return {
      error: `${ruby[5] ?? ''}: ${ruby[4] ?? ''}`,
      frames: [{ place: `${ruby[1] ?? ''}:${ruby[2] ?? ''}`, within: ruby[3] ?? '' }],
    };
  const php = firstMatch(
    lines,
    /^(?:PHP )?(?:Fatal|Parse) error:\s+(?:Uncaught )?(.*?) in (\S+\.php)(?::| on line )(\d+)/,
  )?.match;
  return php ? { error: php[1] ?? '', frames: [{ place: `${php[2] ?? ''}:${php[3] ?? ''}` }] } : undefined;
}

const LANGUAGES: readonly ((run: Run) => Trace | undefined)[] = [python, go, rust, java, javascript, others];

export const stackTrace: Recogniser = (run) => {
  for (const read of LANGUAGES) {
    const trace = read(run);
    if (trace === undefined) continue;
    const frame =
      trace.frames.find(({ place }) => !FOREIGN.test(place)) ??
      trace.frames.find(({ place }) => !place.startsWith('node:'));
    const program = programOf(run.command);
    const place =
      frame === undefined
        ? ''
        : ` at ${run.short(frame.place)}${frame.within === undefined || frame.within === '' || frame.place === frame.within ? '' : ` (\`${brief(frame.within, 60)}\`)`}`;
    return {
      text: `${program === '' ? 'A program' : program} ${run.failed === true ? 'failed with' : 'printed'} \`${brief(trace.error).replace(/`/g, "'")}\`${place}${trace.before === undefined ? '' : `, ${trace.before}`}`,
      type: 'failure',
    };
  }
  return undefined;
};
