import { resolve } from 'node:path';

import { Command } from 'commander';

import { consolidatedWords } from '../../core/dream/gates.js';
import { MemdirError } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
import { t, tPlural } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import type { StoreInfo } from '../../core/memory.js';
import type { MoveCandidate, PrintedStore } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { columnWidth, pad, sanitize } from '../format.js';
import { moveStore, undoMove } from './roots-move.js';

interface RootsFlags extends CommonFlags {
  readonly orphans?: boolean;
  readonly move?: string;
  readonly dryRun?: boolean;
  readonly undoMove?: string | true;
}

export const rootsCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('roots').description(t('list the memory directories of this folder, and why they belong to it')),
  )
    .option(
      '--orphans',
      t(
        'memory directories that may belong to this folder: their project no longer exists, or their name spells its path differently',
      ),
    )
    .option('--move <dir>', t('move a memory directory into this folder’s memory directory'))
    .option('--dry-run', t('with --move: show what would be moved, without writing'))
    .option('--undo-move [id]', t('undo a move (default: the last)'))
    .action(async (flags: RootsFlags) => {
      if (flags.dryRun && flags.move === undefined) throw new MemdirError('bad-input', t('--dry-run requires --move.'));
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
    return out.line(t('No memory directory belongs to this folder. Use --dir to specify one, or --all to list all.'));
  const kinds = columnWidth(
    stores.map(({ kind }) => kind),
    12,
  );
  const labels = columnWidth(
    stores.map(({ label }) => sanitize(label)),
    40,
  );
  for (const store of stores) {
    const files = store.exists ? tPlural(store.files, '1 file', '{n} files') : t('not created yet');
    out.line(
      `${pad(store.kind, kinds)}  ${out.paint('bold', pad(sanitize(store.label), labels))}  ${pad(files, 13)}  ${out.shortPath(store.path)}`,
    );
    for (const note of remarks(store)) out.line(`${' '.repeat(kinds)}  ${out.paint('dim', sanitize(note))}`);
  }
}

const remarks = (store: StoreInfo): string[] => [
  store.why,
  ...(store.off === undefined ? [] : [`Off: ${store.off}`]),
  ...(store.readOnly ? [t('It is read-only.')] : []),
  ...(store.consolidatedBy === undefined ? [] : [consolidatedWords(store.consolidatedBy)]),
  ...(store.sharedWith.length > 0 ? [t('Shared with {projects}.', { projects: store.sharedWith.join(', ') })] : []),
  ...(store.notes ?? []),
];

/** As a shell takes it in one word. */
const quoted = (path: string): string => (/^[\w./~:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

function printCandidates({ out }: Cli, candidates: readonly MoveCandidate[]): void {
  if (candidates.length === 0)
    return out.line(
      t(
        'No memory directory seems to have belonged to this folder at another location. “memdir roots --all” lists all; --move accepts any of them.',
      ),
    );
  out.line();
  out.line(
    t(
      'Memories that may belong to this folder, from before it was renamed or moved, or under another spelling of its path. “memdir roots --move DIR --dry-run” shows what moving them would do.',
    ),
  );
  for (const { path, label, files, reasons, likely, twin } of candidates) {
    out.line(
      `${pad(likely ? t('likely') : t('possible'), 8)}  ${out.paint('bold', sanitize(label))}  ${tPlural(files, '1 file', '{n} files')}  ${out.shortPath(path)}`,
    );
    for (const reason of reasons) out.line(`          ${out.paint('dim', sanitize(reason))}`);
    if (twin)
      out.line(
        `          ${out.paint('dim', t('To join the two: memdir roots --move {path}', { path: quoted(path) }))}`,
      );
  }
}
