import { Command } from 'commander';
import type { StoreInfo } from '../../core/memory.js';
import { addCommonFlags, withMemdir, type Cli, type CommonFlags } from '../cli.js';
import { clean, pad, plural, shortPath, widest } from '../words.js';

export const rootsCommand = (cli: Cli): Command =>
  addCommonFlags(new Command('roots').description('which memory directories belong here, and why')).action(async (flags: CommonFlags) => {
    await withMemdir(cli, flags, async (memdir) => {
      const stores = await memdir.roots();
      if (flags.json) cli.out.json(stores.map(toJson));
      else printStores(cli, stores);
    }, { mayBeMissing: true });
  });

const toJson = (store: StoreInfo): object => ({
  path: store.path, kind: store.kind, scope: store.scope, project: store.project ?? null, exists: store.exists, files: store.files,
  sharedWith: store.sharedWith, key: store.key, label: store.label, why: store.why, agent: store.agent ?? null, readOnly: store.readOnly, off: store.off ?? null,
});

function printStores({ out, cwd }: Cli, stores: readonly StoreInfo[]): void {
  if (stores.length === 0) return out.line('No memory directory belongs to this folder. Name one with --dir, or list every one with --all.');
  const kinds = widest(stores.map(({ kind }) => kind), 12);
  const labels = widest(stores.map(({ label }) => clean(label)), 40);
  for (const store of stores) {
    const files = store.exists ? plural(store.files, 'file') : 'not there yet';
    out.line(`${pad(store.kind, kinds)}  ${out.paint('bold', pad(clean(store.label), labels))}  ${pad(files, 13)}  ${shortPath(store.path, cwd)}`);
    const notes = [store.why, store.off, store.readOnly ? 'It is read-only.' : undefined, store.sharedWith.length > 0 ? `Shared with ${store.sharedWith.join(', ')}.` : undefined];
    for (const note of notes) if (note !== undefined) out.line(`${' '.repeat(kinds)}  ${out.paint('dim', clean(note))}`);
  }
}
