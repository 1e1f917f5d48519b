/** Intercepts what this process asks of the file system, so that something else can happen between any two of its steps. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export interface FileCall {
  /** Position among the intercepted calls, from 0. */
  readonly index: number;
  /** Name in `node:fs`; those of an open file begin with `handle.`. */
  readonly name: string;
  /** Path the call is about; of two the one that is written. */
  readonly path: string;
  readonly args: readonly unknown[];
}

const SYNC = [
  'appendFileSync',
  'fstatSync',
  'ftruncateSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'readFileSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'statSync',
  'unlinkSync',
  'utimesSync',
  'writeFileSync',
  'writeSync',
] as const;
const CALLBACKS = ['mkdir', 'rmdir', 'stat', 'utimes'] as const;
const PROMISES = [
  'access',
  'copyFile',
  'link',
  'lstat',
  'mkdir',
  'open',
  'readdir',
  'readFile',
  'realpath',
  'rename',
  'rm',
  'stat',
  'unlink',
  'utimes',
  'writeFile',
] as const;
const HANDLE = ['chmod', 'read', 'stat', 'sync', 'write', 'writeFile'] as const;

type Functions = Record<string, (...args: unknown[]) => unknown>;

/**
 * Calls `before` ahead of each call whose path is `watched`. What `before` itself does is not intercepted; what it throws becomes the result of the
 * call. Answers how to stop.
 */
export function interceptFileCalls(watched: (path: string) => boolean, before: (call: FileCall) => void): () => void {
  let index = 0;
  let inside = false;
  const undo: (() => void)[] = [];
  const step = (name: string, path: unknown, args: readonly unknown[]): void => {
    if (inside || typeof path !== 'string' || !watched(path)) return;
    inside = true;
    try {
      before({ index: index++, name, path, args });
    } finally {
      inside = false;
    }
  };
  const replace = (
    on: Functions,
    name: string,
    made: (real: (...args: unknown[]) => unknown) => (...args: unknown[]) => unknown,
  ): void => {
    const real = on[name];
    if (real === undefined) return;
    undo.push(() => void (on[name] = real));
    on[name] = made(real);
  };
  const written = (args: readonly unknown[]): unknown => (typeof args[1] === 'string' ? args[1] : args[0]);
  const ofFd = (target: unknown): unknown => (typeof target === 'number' ? pathOfFd(target) : target);
  for (const name of [...SYNC, ...CALLBACKS])
    replace(fs as unknown as Functions, name, (real) => (...args) => {
      step(name, name === 'linkSync' || name === 'renameSync' ? written(args) : ofFd(args[0]), args);
      return real.apply(fs, args);
    });
  let patched = false;
  const patchHandles = (handle: object): void => {
    if (patched) return;
    patched = true;
    const prototype = Object.getPrototypeOf(handle) as Functions;
    for (const name of HANDLE)
      replace(
        prototype,
        name,
        (real) =>
          async function (this: { readonly fd: number }, ...args: unknown[]) {
            step(`handle.${name}`, pathOfFd(this.fd), args);
            return await real.apply(this, args);
          },
      );
  };
  for (const name of PROMISES)
    replace(fs.promises as unknown as Functions, name, (real) => async (...args) => {
      step(name, name === 'link' || name === 'rename' || name === 'copyFile' ? written(args) : args[0], args);
      const result = await real.apply(fs.promises, args);
      if (name === 'open') patchHandles(result as object);
      return result;
    });
  syncBuiltinESMExports();
  return () => {
    for (const one of undo.reverse()) one();
    syncBuiltinESMExports();
  };
}

/** Path of an open file, as Linux tells it; empty elsewhere. */
function pathOfFd(fd: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // Closed, or no such folder on this system.
    return '';
  }
}

const { readlinkSync } = fs;
