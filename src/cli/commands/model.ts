import { resolve } from 'node:path';

import { Command } from 'commander';

import { t } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import type { ModelFolderInfo, PrintedPull } from '../../core/results.js';
import { MEGABYTE } from '../../core/units.js';
import { isWeightPackage, WEIGHT_PACKAGES, type WeightPackageName } from '../../protocol/weight-packages.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { columnWidth, pad, sanitize, truncate } from '../format.js';

export function modelCommand(cli: Cli): Command {
  const command = addCommonFlags(
    new Command('model').description('embedding models: which are there, add one, remove one'),
  ).enablePositionalOptions();
  const add = (sub: Command, act: (memdir: Memdir, flags: CommonFlags, argument: string) => Promise<void>): void => {
    addCommonFlags(sub).action(async (...given: unknown[]) => {
      const [flags, argument] = typeof given[0] === 'string' ? [given[1], given[0]] : [given[0], ''];
      await withMemdir(cli, flags as CommonFlags, (memdir) => act(memdir, flags as CommonFlags, argument), {
        mayBeMissing: true,
      });
    });
    command.addCommand(sub);
  };
  add(new Command('list').description('models that run within Memdir, and which one is in use'), (memdir, flags) =>
    list(cli, memdir, flags),
  );
  add(
    new Command('add')
      .description('use the model of an extension, or check, try and copy a model folder')
      .argument(
        '<what>',
        'languages or large (extensions of their own), or a folder with model.onnx, tokenizer.json and memdir-model.json',
      ),
    (memdir, flags, what) =>
      isWeightPackage(what) ? addPackage(cli, memdir, flags, what) : addModel(cli, memdir, flags, what),
  );
  add(
    new Command('remove').description('delete a copy that “add” made').argument('<id>', 'as “list” shows it'),
    (memdir, flags, id) => remove(cli, memdir, flags, id),
  );
  add(
    new Command('pull')
      .description('have Ollama download the model of the settings: embedding.model, or model.name with --language')
      .option('--language', 'the model that distils observations and consolidates memories'),
    (memdir, flags) => pull(cli, memdir, flags),
  );
  return command;
}

async function list(cli: Cli, memdir: Memdir, flags: CommonFlags): Promise<void> {
  const models = await memdir.models.list();
  if (flags.json) return cli.out.json(models);
  const ids = columnWidth(
    models.map(({ id }) => sanitize(id)),
    50,
  );
  for (const model of models) printModel(cli, model, ids);
}

function printModel(
  { out }: Cli,
  { id, dimensions, languages, path, bytes, inUse, otherLanguages, ok, reason }: ModelFolderInfo,
  ids: number,
): void {
  const mark = inUse
    ? out.paint('green', 'in use')
    : otherLanguages
      ? out.paint('green', 'others')
      : ok
        ? '      '
        : out.paint('red', 'wrong ');
  const facts = ok
    ? `${pad(`${dimensions ?? ''} dimensions`, 16)}  ${pad(truncate(languages.join(', '), 20), 20)}  `
    : '';
  out.line(
    `${mark}  ${out.paint('bold', pad(sanitize(id), ids))}  ${facts}${(bytes / MEGABYTE).toFixed(1)} MB  ${out.shortPath(path)}`,
  );
  if (reason !== undefined) out.line(`        ${out.paint('yellow', sanitize(reason))}`);
}

async function addModel(cli: Cli, memdir: Memdir, flags: CommonFlags, folder: string): Promise<void> {
  const added = await memdir.models.add(resolve(cli.cwd, folder), cli.signal);
  if (flags.json) return cli.out.json(added);
  cli.out.line(
    added.status === 'added'
      ? `Added ${sanitize(added.id)}: ${cli.out.shortPath(added.path)}`
      : `${sanitize(added.id)} was there already, the very same.`,
  );
  const others = (await memdir.models.list()).some((one) => one.otherLanguages && one.path === added.path);
  if (others)
    cli.out.line(
      'It reads memories in languages that the model in use does not know, once Memdir is started anew (reload the window). “memdir model remove” ends that.',
    );
  cli.out.line(
    `To use it${others ? ' for all memories' : ''}, set memdir.embedding.modelPath to “${sanitize(added.id)}” in VS Code, or "embedding.modelPath" in settings.json of the data folder.`,
  );
}

async function addPackage(cli: Cli, memdir: Memdir, flags: CommonFlags, name: WeightPackageName): Promise<void> {
  const added = await memdir.models.addPackage(name);
  if (flags.json) return cli.out.json(added);
  const { model, licence, disk, memory } = WEIGHT_PACKAGES[name];
  cli.out.line(
    t('{model} is used from {path} ({licence}, {disk} MB on disk, some {memory} MB of memory while it is used).', {
      model,
      path: cli.out.shortPath(added.path),
      licence,
      disk,
      memory,
    }),
  );
  cli.out.note(
    name === 'languages'
      ? t('It reads memories that are not English. Uninstalling the extension ends that.')
      : t(
          'Its vectors are made in the background; the present model answers until then. Uninstalling the extension ends that.',
        ),
  );
}

async function remove(cli: Cli, memdir: Memdir, flags: CommonFlags, id: string): Promise<void> {
  const removed = await memdir.models.remove(id);
  if (flags.json) cli.out.json(removed);
  else
    cli.out.line(
      `Removed ${sanitize(removed.id)}. Vectors that were made with it stay in the index until it is rebuilt.`,
    );
}

async function pull(cli: Cli, memdir: Memdir, flags: CommonFlags & { readonly language?: boolean }): Promise<void> {
  let last = '';
  const pulled = await memdir.models.pull(
    ({ status, done, total }) => {
      const text =
        total > 0
          ? `${sanitize(status)}: ${Math.floor((100 * done) / total)} % of ${(total / MEGABYTE).toFixed(0)} MB`
          : sanitize(status);
      // Without a terminal, progress is printed for every tenth part.
      const step = cli.out.live || total === 0 ? text : `${Math.floor((10 * done) / total)}`;
      if (step === last) return;
      last = step;
      cli.out.progress(text);
    },
    cli.signal,
    flags.language === true ? 'language' : 'embedding',
  );
  cli.out.endProgress();
  const { url } = await memdir.models.ollama(cli.signal);
  if (flags.json) cli.out.json({ status: 'pulled', id: pulled } satisfies PrintedPull);
  else
    cli.out.line(
      `Ollama at ${sanitize(url)} has ${sanitize(pulled)}. It is used while ${flags.language === true ? 'model' : 'embedding'}.provider is “ollama”.`,
    );
}
