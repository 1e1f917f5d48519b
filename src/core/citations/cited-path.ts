import { decoded, foldPath } from '../links/target.js';

/** A cited path, parsed from the text alone. */
export interface CitedPath {
  /** Slashes forward, `.` and `..` resolved; relative, or absolute (`/…`, `C:/…`) as written. A folder ends with a slash. */
  readonly path: string;
  /** The last line it points at, from 1. */
  readonly line?: number;
}

export interface WrittenPath extends CitedPath {
  /** Offset of the path in the written text, its length, and its length with the line number; UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly wholeLength: number;
}

const CODE_EXTENSIONS =
  'ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi rb go rs java kt kts scala swift c cc cpp cxx h hh hpp m mm cs fs vb php pl pm lua ex exs erl hrl clj cljs hs ml mli elm dart r jl zig nim sol sql graphql gql proto tf hcl sh bash zsh fish ps1 psm1 bat cmd css scss sass less html htm xml gradle cmake mk ipynb prisma feature';
const OTHER_EXTENSIONS =
  'json jsonc json5 yaml yml toml ini cfg conf md mdx rst txt csv tsv svg lock env properties plist tmpl j2 hbs ejs pug';
const CODE = new Set(CODE_EXTENSIONS.split(' '));
const KNOWN = new Set([...CODE, ...OTHER_EXTENSIONS.split(' ')]);

const extensionOf = (path: string): string => /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? '';

const WITH_LINE = /^(.+?)(?::(\d{1,7})(?:[-–,:]\d{1,7}){0,20}|#L(\d{1,7})(?:-L?\d{1,7})?)$/;
/** `a.py::test_x`, `a.ts:name`, `a.ts#name`: a symbol inside the file. */
const WITH_NAME = /^([^:#]+\.[a-z0-9]{1,10})(?:::?|#)[A-Za-z_][\w.:$-]*(?:\(\))?$/;
/** Globs, placeholders, templates, quotes, calls, several paths at once. */
const NOT_A_PATH = /[*?{}<>|"'`$%,;=!&^…\s]|\.\.\.|[:#]/;
/** Build output and dependencies: they come and go, or are not part of this project. */
const BUILD_OUTPUT =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|\.next|\.nuxt|\.cache|\.turbo|__pycache__|\.venv|venv|site-packages|tmp|temp|\.git|\.memory|agent-memory(?:-local)?|worktrees)\//;
const STANDS_FOR =
  /(?:^|\/)(?:path\/to|path_to|your[-_][^/]*|my[-_][^/]*|some[-_][^/]*|foo|bar|baz|qux|xxx+|foobar)(?:\/|\.|$)|(?:^|[/._-])(?:N{2,}|X{2,}|YYYY|MM|DD|HASH|NAME|SLUG)(?=[/._-]|$)/;
const DOMAIN =
  /^(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|co|de|uk|eu|fr|nl|jp|cn|ru|br|gov|edu|info|me|sh|cloud|local|internal|localhost)(?:\/|$)/i;

/**
 * Parses the content of back-ticks, the target of a link, or a bare word as a path; undefined when it is none that can
 * be checked.
 */
export function readPath(written: string, form: 'code' | 'plain' | 'link'): WrittenPath | undefined {
  const offset = /^\s*(?:\.[/\\](?!\.))?/.exec(written)?.[0].length ?? 0;
  const whole = written.slice(offset).replace(form === 'plain' ? /[.,:;!?)\]]+$/ : /\s+$/, '');
  const numbered = WITH_LINE.exec(whole);
  const named = numbered === null ? WITH_NAME.exec(whole) : null;
  const cited = numbered?.[1] ?? named?.[1] ?? whole;
  const path = checkable(form === 'link' ? decoded(cited) : cited, form);
  if (path === undefined) return undefined;
  const line = lastLine(whole.slice(cited.length), numbered !== null);
  return { path, offset, length: cited.length, wholeLength: whole.length, ...(line === undefined ? {} : { line }) };
}

/** `:42`, `:42-50`, `:42:7` (column), `:42,57`, `#L42-L50`. */
function lastLine(suffix: string, numbered: boolean): number | undefined {
  if (!numbered) return undefined;
  const numbers = suffix.startsWith(':')
    ? suffix
        .slice(1)
        .split(/[-–,]/)
        .map((part) => Number(part.split(':')[0]))
    : suffix.split('-').map((part) => Number(part.replace(/\D/g, '')));
  return Math.max(...numbers);
}

function checkable(cited: string, form: 'code' | 'plain' | 'link'): string | undefined {
  if (cited.length > 300 || /^(?:~|@|-|#|\\\\|\/\/)/.test(cited)) return undefined;
  const drive = /^[a-z]:[\\/]/i.exec(cited)?.[0] ?? '';
  const text = cited.slice(drive.length);
  if (NOT_A_PATH.test(text) || (text.includes('\\') && text.includes('/')) || (form === 'plain' && drive !== ''))
    return undefined;
  const slashed = text.replaceAll('\\', '/');
  const absolute = drive !== '' || slashed.startsWith('/');
  const folder = slashed.endsWith('/');
  // The target of a link may climb: it is relative to the memory's folder, which only the service knows.
  const folded = form === 'link' && slashed.startsWith('../') ? slashed : foldPath(slashed);
  if (folded === undefined || folded === '' || !plausible(folded, folder, form)) return undefined;
  return `${drive.replace('\\', '/')}${drive === '' && absolute ? '/' : ''}${folded}${folder ? '/' : ''}`;
}

function plausible(path: string, folder: boolean, form: 'code' | 'plain' | 'link'): boolean {
  if (BUILD_OUTPUT.test(`${path}/`.replace(/[^/]+\/$/, '')) || STANDS_FOR.test(path) || DOMAIN.test(path)) return false;
  if (folder) return form === 'code' && path.includes('/') && /^[\w.@+()[\]/-]+$/.test(path);
  if (!KNOWN.has(extensionOf(path)) || /(?:^|\/)\.[a-z]+$/i.test(path)) return false;
  if (path.includes('/')) return true;
  return form === 'code' && CODE.has(extensionOf(path)) && /^[\w-][\w.-]*$/.test(path);
}
