/** Reads instruction files and what they import, each once. */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { reasonOf } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
import { importsOf, isImportable, looksLikePath, MOST_HOPS } from '../../core/loaded/imports.js';
import { instructionText } from '../../core/loaded/instruction-text.js';
import { rulePaths } from '../../core/loaded/rule-paths.js';
import { isInside } from '../../core/paths.js';
import type { InstructionFate, InstructionFile } from '../../core/ports/instructions.js';
import { readRegular } from '../files/regular-file.js';
import { isDirectory, isFile, isGone, realPathOf } from '../paths.js';

export interface CollectorOptions {
  /** Absolute real folder in which the session starts. */
  readonly folder: string;
  readonly home: string;
  /** Whether a setting excludes an absolute path. */
  readonly isExcluded: (path: string) => boolean;
  /** Whether the project’s files may import others from outside of the folder. */
  readonly followsOut: boolean;
  /** Whether links that leave the folder are read. */
  readonly isTrusted: boolean;
}

type Scope = InstructionFile['scope'];

interface Import {
  readonly scope: Scope;
  readonly importedBy: string;
  readonly hops: number;
}

/** A file as Claude Code names it, and where it is. */
interface Place {
  readonly path: string;
  readonly real: string;
}

export class InstructionCollector {
  readonly found: InstructionFile[] = [];
  /** Real paths. */
  readonly #seen = new Set<string>();
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** A CLAUDE.md, where there is one. */
  async file(path: string, scope: Scope): Promise<void> {
    const real = await this.#unseen(path);
    if (real === undefined) return;
    const about = { form: 'instructions', scope, path } as const;
    if (this.#isExcluded(path, scope)) return this.#leaveOut(about, { why: 'excluded' });
    const text = await this.#read({ path, real }, about);
    if (text !== undefined) await this.#add({ ...about, fate: { state: 'loaded' }, text }, real, 0);
  }

  /** The `.md` files of a folder of rules and of those in it, in the order in which the file system lists them. */
  async rules(folder: string, scope: Scope): Promise<void> {
    for (const { name, parentPath } of await entriesOf(folder)) {
      const path = join(parentPath, name);
      const real = await realPathOf(path);
      if (await isDirectory(real)) await this.#ruleFolder({ path, real }, scope);
      else if (name.endsWith('.md') && (await isFile(real))) await this.#rule({ path, real }, scope);
    }
  }

  async #ruleFolder({ path, real }: Place, scope: Scope): Promise<void> {
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    if (this.#isOutside({ path, real }, scope))
      this.#leaveOut({ form: 'rule', scope, path: real }, { why: 'external' });
    else await this.rules(path, scope);
  }

  async #rule(place: Place, scope: Scope): Promise<void> {
    const { real } = place;
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    const about = { form: 'rule', scope, path: real } as const;
    if (this.#isExcluded(place.path, scope)) return this.#leaveOut(about, { why: 'excluded' });
    if (this.#isOutside(place, scope)) return this.#leaveOut(about, { why: 'external' });
    const raw = await this.#read(place, about);
    if (raw === undefined) return;
    const patterns = rulePaths(raw);
    const fate: InstructionFate = patterns.length > 0 ? { state: 'later', patterns } : { state: 'loaded' };
    await this.#add({ ...about, fate, text: raw }, real, 0);
  }

  /** An AGENTS.md of a project that has instructions of its own. */
  async leaveOutAgentsFile(path: string): Promise<void> {
    if ((await this.#unseen(path)) !== undefined)
      this.#leaveOut({ form: 'instructions', scope: 'project', path }, { why: 'agents-md' });
  }

  /** Whether the project has instructions of its own. */
  get hasOwn(): boolean {
    return this.found.some(
      ({ form, scope, fate }) =>
        form === 'instructions' && (scope === 'project' || scope === 'local') && fate.state !== 'left-out',
    );
  }

  async #import(target: string, from: string, { scope, importedBy, hops }: Import): Promise<void> {
    const expanded = expandHome(target, this.#options.home);
    const path = isAbsolute(expanded) ? resolve(expanded) : resolve(dirname(from), expanded);
    const about = { form: 'import', scope, path, importedBy } as const;
    if (await isDirectory(path)) return;
    if (!(await isFile(path))) {
      if (looksLikePath(target)) this.#leaveOut(about, { why: 'missing' });
      return;
    }
    const real = await this.#unseen(path);
    if (real === undefined) return;
    const why =
      hops > MOST_HOPS
        ? 'deep'
        : !isImportable(path)
          ? 'kind'
          : this.#isExcluded(path, scope)
            ? 'excluded'
            : this.#isOutside({ path: '', real }, scope)
              ? 'external'
              : undefined;
    if (why !== undefined) return this.#leaveOut(about, { why });
    const text = await this.#read({ path, real: path }, about);
    if (text !== undefined) await this.#add({ ...about, fate: { state: 'loaded' }, text }, real, hops);
  }

  /** Adds a file with its raw text, and what it imports behind it. */
  async #add(file: InstructionFile, real: string, hops: number): Promise<void> {
    const text = instructionText(file.text);
    if (text === '') return;
    this.found.push({ ...file, text });
    for (const target of importsOf(text))
      await this.#import(target, real, { scope: file.scope, importedBy: file.path, hops: hops + 1 });
  }

  #leaveOut(
    about: Omit<InstructionFile, 'fate' | 'text'>,
    fate: Omit<Extract<InstructionFate, { readonly state: 'left-out' }>, 'state'>,
  ): void {
    this.found.push({ ...about, fate: { state: 'left-out', ...fate }, text: '' });
  }

  /** The raw text; undefined when it cannot be read or is not to be, which is noted. */
  async #read({ path, real }: Place, about: Omit<InstructionFile, 'fate' | 'text'>): Promise<string | undefined> {
    const isLinkOut = real !== path && this.#isOutside({ path, real }, about.scope, false);
    if (isLinkOut && !this.#options.followsOut && !this.#options.isTrusted) {
      this.found.push({ ...about, fate: { state: 'unread' }, text: '' });
      return undefined;
    }
    try {
      return await readRegular(real);
    } catch (error) {
      if (!isGone(error)) this.#leaveOut(about, { why: 'unreadable', detail: reasonOf(error) });
      return undefined;
    }
  }

  /** The real path of a file that was not met before, and is from then on. */
  async #unseen(path: string): Promise<string | undefined> {
    if (!(await isFile(path))) return undefined;
    const real = await realPathOf(path);
    if (this.#seen.has(real)) return undefined;
    this.#seen.add(real);
    return real;
  }

  #isExcluded(path: string, scope: Scope): boolean {
    return scope !== 'managed' && this.#options.isExcluded(path);
  }

  /** Whether a project’s import, or a link among its rules, leads out of the folder without leave. */
  #isOutside({ path, real }: Place, scope: Scope, followsOut = this.#options.followsOut): boolean {
    const isProject = scope === 'project' || scope === 'local';
    return isProject && !followsOut && real !== path && !isInside(real, this.#options.folder);
  }
}

/** Not by name: Claude Code takes them as the file system lists them, so `readdir`, which sorts, would show another order. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(folder)) entries.push(entry);
  } catch (error) {
    if (!isGone(error)) return entries;
  }
  return entries;
}
