/** Stack traces and panics: the error, and the nearest line that belongs to the project. */
import { brief, failure, firstMatch, programOf, quoted, type Recogniser, type Run } from './run.js';

/** Frames of libraries and of the platform. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.cargo|rustc|vendor\/bundle|gems|\.venv|venv)\/|^node:|\/lib\/python\d|\/usr\/(?:lib|local\/go)\/|\/src\/runtime\/|<frozen|^(?:java|javax|jdk|sun|org\.junit|org\.springframework|org\.apache|kotlin|scala)\./;

interface Frame {
  readonly place: string;
  readonly within?: string | undefined;
}

interface Trace {
  readonly error: string;
  /** An earlier error, and how the two are joined. */
  readonly earlier?: string | undefined;
  /** The nearest first. */
  readonly frames: readonly Frame[];
}

/** Frames among the lines from one on, as long as they are indented. Groups: `file`, `line`, `within`. */
function framesOf(lines: readonly string[], start: number, pattern: RegExp): Frame[] {
  const length = lines.slice(start).findIndex((line) => !/^\s/.test(line));
  return lines.slice(start, length < 0 ? undefined : start + length).flatMap((line) => {
    const groups = pattern.exec(line)?.groups;
    const file = groups?.['file'] ?? groups?.['within'];
    if (file === undefined) return [];
    return [
      { place: `${file}${groups?.['line'] === undefined ? '' : `:${groups['line']}`}`, within: groups?.['within'] },
    ];
  });
}

const JS_ERROR = /^(?:Uncaught |\(node:\d+\) \w*Warning: )?((?:\[?\w*(?:Error|Exception)\b|.*Error(?: \[\w+\])?: ).*)$/;

/** `TypeError: x` and `    at fn (/path/a.ts:10:5)` */
function javascript({ lines }: Run): Trace | undefined {
  const frame = /^\s+at (?:async )?(?:(?<within>.+?) \()?(?:file:\/\/)?(?<file>[^()\s]+):(?<line>\d+):\d+\)?/;
  const first = firstMatch(lines, frame)?.at ?? -1;
  const error = lines
    .slice(Math.max(0, first - 8), Math.max(0, first))
    .flatMap((line) => JS_ERROR.exec(line.trim())?.[1] ?? [])
    .at(-1);
  if (error === undefined) return undefined;
  const cause = firstMatch(lines.slice(first, first + 60), /^\s+\[cause\]: (\w*(?:Error|Exception)\b.*?)(?: \{)?$/)
    ?.match[1];
  return {
    error,
    frames: framesOf(lines, first, frame),
    earlier: cause === undefined ? undefined : `caused by ${quoted(cause, '`')}`,
  };
}

/** `Traceback (most recent call last):`; the last call is the nearest. */
function python({ lines }: Run): Trace | undefined {
  const start = lines.findLastIndex((line) => /^\s*Traceback \(most recent call last\):/.test(line));
  if (start === -1) return undefined;
  const frames = framesOf(
    lines,
    start + 1,
    /^\s+File "(?<file>[^"]+)", line (?<line>\d+)(?:, in (?!<module>)(?<within>\S+))?/,
  );
  const error = lines
    .slice(start + 1)
    .find((line) => /^\w/.test(line))
    ?.trim();
  if (error === undefined || !/^[\w.]+(?::|$)/.test(error)) return undefined;
  const during = lines
    .slice(0, start)
    .findLastIndex((line) =>
      /^\s*(?:During handling of the above exception|The above exception was the direct cause)/.test(line),
    );
  const before =
    lines
      .slice(0, Math.max(0, during))
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? '';
  const earlier = /^[\w.]+(?::|$)/.test(before) ? `after ${quoted(before, '`')}` : undefined;
  return { error, frames: frames.reverse(), earlier };
}

/** `Exception in thread "main" java.lang.X: message`, the last `Caused by:` says most; C# reads alike. */
function java({ lines }: Run): Trace | undefined {
  const head =
    /^\s*(?:Exception in thread "[^"]*" |Caused by: |Unhandled exception\. )?((?:[a-zA-Z_]\w*\.)+\w*(?:Exception|Error)\w*(?:: .*)?)$/;
  const cause = lines.findLastIndex((line) => /^\s*Caused by: /.test(line));
  const start = cause !== -1 ? cause : (firstMatch(lines, head)?.at ?? -1);
  const error = head.exec(lines[start] ?? '')?.[1];
  if (error === undefined) return undefined;
  const frames = framesOf(
    lines,
    start + 1,
    /^\s+at (?<within>[\w.$<>]+)\((?<file>[\w.]+):(?<line>\d+)\)|^\s+at (?<within>[\w.<>`]+)\(.*\)(?: in (?<file>.+?):line (?<line>\d+))?/,
  );
  return frames.length === 0 && cause === -1 && !/^Exception in thread|^Unhandled/.test(lines[start] ?? '')
    ? undefined
    : { error, frames: frames.filter(({ within }) => !FOREIGN.test(within ?? '')) };
}

/** `panic: message` and `goroutine 1 [running]:` */
function go({ lines }: Run): Trace | undefined {
  const start = firstMatch(lines, /^panic: (.*?)(?: \[recovered\])?$/);
  if (!start || !lines.some((line) => /^goroutine \d+ \[/.test(line))) return undefined;
  const frames = lines.slice(start.at).flatMap((line, at, all) => {
    const place = /^\s+(\/?\S+\.go:\d+)/.exec(line)?.[1];
    const within = (all[at - 1] ?? '')
      .replace(/\((?!\*).*$/, '')
      .replace(/^.*\//, '')
      .trim();
    return place === undefined ? [] : [{ place, within }];
  });
  return { error: `panic: ${start.match[1] ?? ''}`, frames };
}

/** `thread 'main' panicked at src/main.rs:4:5:` and the message below, or quoted before. */
function rust({ lines }: Run): Trace | undefined {
  const found = firstMatch(lines, /^thread '[^']*' (?:\(\d+\) )?panicked at (?:'(.*)', )?([^\s:]+:\d+)(?::\d+)?:?$/);
  if (!found) return undefined;
  return { error: `panic: ${found.match[1] ?? lines[found.at + 1] ?? ''}`, frames: [{ place: found.match[2] ?? '' }] };
}

/** `app/models/user.rb:12:in 'save': message (ArgumentError)`; `PHP Fatal error:  Uncaught Error: message in /a.php:12` */
function rubyOrPhp({ lines }: Run): Trace | undefined {
  const ruby = firstMatch(lines, /^\s*(\S+\.rb:\d+):in [`'](.+?)': (.*) \(([\w:]+)\)/)?.match;
  if (ruby) return { error: `${ruby[4] ?? ''}: ${ruby[3] ?? ''}`, frames: [{ place: ruby[1] ?? '', within: ruby[2] }] };
  const php = firstMatch(
    lines,
    /^(?:PHP )?(?:Fatal|Parse) error:\s+(?:Uncaught )?(.*?) in (\S+\.php)(?::| on line )(\d+)/,
  )?.match;
  return php ? { error: php[1] ?? '', frames: [{ place: `${php[2] ?? ''}:${php[3] ?? ''}` }] } : undefined;
}

export const stackTrace: Recogniser = (run) => {
  for (const read of [python, go, rust, java, javascript, rubyOrPhp]) {
    const trace = read(run);
    if (trace === undefined) continue;
    const frame =
      trace.frames.find(({ place }) => !FOREIGN.test(place)) ??
      trace.frames.find(({ place }) => !place.startsWith('node:'));
    const within =
      frame?.within === undefined || frame.within === '' || frame.within === frame.place
        ? ''
        : ` (\`${brief(frame.within, 60)}\`)`;
    return failure(
      `${programOf(run.command) || 'A program'} ${run.failed === true ? 'failed with' : 'printed'} ${`\`${brief(trace.error).replace(/`/g, "'")}\``}${frame === undefined ? '' : ` at ${run.short(frame.place)}${within}`}${trace.earlier === undefined ? '' : `, ${trace.earlier}`}`,
    );
  }
  return undefined;
};
