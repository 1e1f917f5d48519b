import { resolve } from 'node:path';

import { Command } from 'commander';

import { consolidatedWords } from '../../core/dream/gates.js';
import { MemdirError } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
import type { Memdir } from '../../core/memdir.js';
import type { StoreInfo } from '../../core/memory.js';
import type { MoveCandidate, PrintedStore } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { columnWidth, pad, plural, sanitize } from '../format.js';
import { moveStore, undoMove } from './roots-move.js';

interface RootsFlags extends CommonFlags {
  readonly orphans?: boolean;
  readonly move?: string;
  readonly dryRun?: boolean;
  readonly undoMove?: string | true;
}

export const rootsCommand = (cli: Cli): Command =>
  addCommonFlags(new Command('roots').description('which memory directories belong here, and why'))
    .option(
      '--orphans',
      'memory directories that may belong to this folder: their project is gone, or they are named after it in another spelling',
    )
    .option('--move <dir>', 'move a memory directory into the one of this folder')
    .option('--dry-run', 'with --move: show what would be moved and write nothing')
    .option('--undo-move [id]', 'take a move back (default: the last)')
    .action(async (flags: RootsFlags) => {
      if (flags.dryRun && flags.move === undefined) throw new MemdirError('bad-input', '--dry-run goes with --move.');
      await withMemdir(cli, flags, (memdir) => answer(cli, memdir, flags), { mayBeMissing: true });
    });

async function answer(cli: Cli, memdir: Memdir, flags: RootsFlags): Promise<void> {
  if (flags.undoMove !== undefined)
    return undoMove(cli, memdir, flags.undoMove === true ? 'last' : flags.undoMove, flags.json ?? false);
  if (flags.move !== undefined) {
    const request = { from: resolve(cli.cwd, expandHome(flags.move, cli.terminal.home)), folder: cli.cwd };
    return moveStore(cli, memdir, request, { json: flags.json ?? false, dryRun: flags.dryRun ?? false });
  }
  const asked = flags.dir.length > 0 || flags.all;
  const candidates = asked && !flags.orphans ? [] : await memdir.moves.candidates(cli.cwd);
  if (flags.orphans) return flags.json ? cli.out.json(candidates) : printCandidates(cli, candidates);
  const stores = await memdir.roots();
  if (flags.json) return cli.out.json(stores.map(toJson));
  printStores(cli, stores);
  if (candidates.length > 0) printCandidates(cli, candidates);
}

const toJson = (store: StoreInfo): PrintedStore => ({
  path: store.path,
  kind: store.kind,
  scope: store.scope,
  project: store.project ?? null,
  exists: store.exists,
  files: store.files,
  sharedWith: store.sharedWith,
  key: store.key,
  label: store.label,
  why: store.why,
  notes: store.notes ?? [],
  agent: store.agent ?? null,
  readOnly: store.readOnly,
  off: store.off ?? null,
});

function printStores({ out }: Cli, stores: readonly StoreInfo[]): void {
  if (stores.length === 0)
    return out.line('No memory directory belongs to this folder. Name one with --dir, or list every one with --all.');
  const kinds = columnWidth(
    stores.map(({ kind }) => kind),
    12,
  );
  const labels = columnWidth(
    stores.map(({ label }) => sanitize(label)),
    40,
  );
  for (const store of stores) {
    const files = store.exists ? plural(store.files, 'file') : 'not there yet';
    out.line(
      `${pad(store.kind, kinds)}  ${out.paint('bold', pad(sanitize(store.label), labels))}  ${pad(files, 13)}  ${out.shortPath(store.path)}`,
    );
    for (const note of remarks(store)) out.line(`${' '.repeat(kinds)}  ${out.paint('dim', sanitize(note))}`);
  }
}

const remarks = (store: StoreInfo): string[] => [
  store.why,
  ...(store.off === undefined ? [] : [`Off: ${store.off}`]),
  ...(store.readOnly ? ['It is read-only.'] : []),
  ...(store.consolidatedBy === undefined ? [] : [consolidatedWords(store.consolidatedBy)]),
  ...(store.sharedWith.length > 0 ? [`Shared with ${store.sharedWith.join(', ')}.`] : []),
  ...(store.notes ?? []),
];

/** As a shell takes it in one word. */
const quoted = (path: string): string => (/^[\w./~:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

function printCandidates({ out }: Cli, candidates: readonly MoveCandidate[]): void {
  if (candidates.length === 0)
    return out.line(
      'No memory directory of another place looks like one of this folder. “memdir roots --all” lists every one, and --move takes any of them.',
    );
  out.line();
  out.line(
    'Memory that may belong here: from before the folder was renamed or moved, or under another spelling of its path. “memdir roots --move DIR --dry-run” shows what moving it would do.',
  );
  for (const { path, label, files, reasons, likely, twin } of candidates) {
    out.line(
      `${likely ? 'likely  ' : 'perhaps '}  ${out.paint('bold', sanitize(label))}  ${plural(files, 'file')}  ${out.shortPath(path)}`,
    );
    for (const reason of reasons) out.line(`          ${out.paint('dim', sanitize(reason))}`);
    if (twin) out.line(`          ${out.paint('dim', `Join the two: memdir roots --move ${quoted(path)}`)}`);
  }
}
