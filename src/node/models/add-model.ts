/** Copies model folders into the data folder, atomically. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { MemdirError, messageOf, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { withoutConsequence } from '../../core/models/consequence.js';
import type { ModelAdded, ModelRemoved } from '../../core/results.js';
import { HOUR_MS } from '../../core/units.js';
import { measureBaseline, type SimilarityBaseline } from '../../embed/baseline.js';
import { BASELINE_FILE, readModelFolder } from '../../embed/model-folder.js';
import { modelIdentity } from '../../embed/model-identity.js';
import { createOnnxEmbedder } from '../../embed/onnx/client.js';
import { makesSense } from '../../embed/sense-check.js';
import { whileBusy } from '../files/busy.js';
import { isDirectory } from '../paths.js';
import { type EmbedderPaths, folderName } from './embedder.js';
import { licenceOf } from './licence.js';

/** Files of a model; weights too large for one file are next to `model.onnx`. */
const MODEL_FILES =
  /^(model\.onnx([._][\w.-]*)?|tokenizer\.json|memdir-model\.json|SHA256SUMS|(LICEN[CS]E|NOTICE|README)(\.\w+)?)$/i;
/** What an attempt tells of a model. */
export interface TriedModel {
  /** Empty where its description says it. */
  readonly usual: SimilarityBaseline;
  /** Bytes. */
  readonly memory: number | undefined;
}

/** Temporary folders: a recent one may belong to a copy in progress, an older one was left behind. */
const UNFINISHED = '.unfinished-';
const LEFT_BEHIND_MS = HOUR_MS;

export interface AddModelContext {
  /** Folder of the copies. */
  readonly models: string;
  /** Rejects when the model in the folder does not work; else tells what is usual for it. */
  readonly attempt: (dir: string) => Promise<TriedModel>;
  readonly signal: AbortSignal | undefined;
}

/** Checks a folder, tries its model, and copies it. Rejects with `bad-input` naming the first thing that is wrong; then nothing was copied. */
export async function addModel({ models, attempt, signal }: AddModelContext, folder: string): Promise<ModelAdded> {
  if (!(await isDirectory(folder)))
    throw new MemdirError(
      'not-found',
      t('{path} isn’t a folder. Specify the folder with model.onnx, tokenizer.json and memdir-model.json.', {
        path: folder,
      }),
    );
  const model = readModelFolder(folder);
  const { id } = model.info;
  await checkSums(folder, signal);
  const identity = modelIdentity(model);
  const path = join(models, folderName(id));
  if (await isDirectory(path)) {
    if (identityOfCopy(path) === identity) return { status: 'unchanged', id, path };
    throw new MemdirError(
      'bad-input',
      t(
        'Another model named {id} already exists. Remove it with “memdir model remove {id}”, or change the ID in this model’s memdir-model.json.',
        { id },
      ),
    );
  }
  const { usual, memory } = await attempt(folder);
  const licence = await licenceOf(folder);
  await copyWhole(models, folder, { path, identity, usual, signal });
  return {
    status: 'added',
    id,
    path,
    ...(licence === undefined ? {} : { licence }),
    ...(memory === undefined ? {} : { memory }),
  };
}

/** Undefined for a damaged copy, which counts as another model. */
function identityOfCopy(path: string): string | undefined {
  try {
    return modelIdentity(readModelFolder(path));
  } catch (error) {
    if (error instanceof MemdirError) return undefined;
    throw error;
  }
}

interface Copy {
  readonly path: string;
  readonly identity: string;
  readonly usual: SimilarityBaseline;
  readonly signal: AbortSignal | undefined;
}

async function copyWhole(models: string, folder: string, { path, identity, usual, signal }: Copy): Promise<void> {
  const unfinished = join(models, `${UNFINISHED}${randomUUID()}`);
  try {
    await mkdir(unfinished, { recursive: true });
    await sweep(models);
    for (const name of (await readdir(folder)).filter((one) => MODEL_FILES.test(one))) {
      throwIfAborted(signal);
      await copyFile(join(folder, name), join(unfinished, name));
    }
    if (Object.keys(usual).length > 0) await writeFile(join(unfinished, BASELINE_FILE), `${JSON.stringify(usual)}\n`);
    if (identityOfCopy(unfinished) !== identity)
      throw new MemdirError(
        'changed-on-disk',
        t('{path} changed while it was copied. Add it again.', { path: folder }),
      );
    await whileBusy(() => rename(unfinished, path));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error instanceof MemdirError
      ? error
      : new MemdirError(
          'unavailable',
          t('The model couldn’t be copied to {path}: {reason}', { path, reason: messageOf(error) }),
          {
            cause: error,
          },
        );
  }
}

/** Checks the files listed in SHA256SUMS, if the folder has one. */
async function checkSums(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const names = await readdir(folder);
  if (!names.includes('SHA256SUMS')) return;
  for (const [, sum, name] of (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).matchAll(
    /^([0-9a-f]{64}) [ *](.+)$/gim,
  )) {
    if (sum === undefined || name === undefined || !names.includes(name)) continue;
    throwIfAborted(signal);
    const hash = createHash('sha256');
    for await (const part of createReadStream(join(folder, name))) hash.update(part as Buffer);
    if (hash.digest('hex') !== sum.toLowerCase())
      throw new MemdirError(
        'bad-input',
        t('{file} doesn’t match SHA256SUMS: it is damaged or was changed. Download it again.', {
          file: join(folder, name),
        }),
      );
  }
}

async function sweep(models: string): Promise<void> {
  for (const name of (await readdir(models)).filter((one) => one.startsWith(UNFINISHED))) {
    const at = await stat(join(models, name));
    if (Date.now() - at.mtimeMs > LEFT_BEHIND_MS) await rm(join(models, name), { recursive: true, force: true });
  }
}

/** Only copies are removed; a folder elsewhere is the user's own. */
export async function removeModel(
  models: string,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<ModelRemoved> {
  if (join(models, path.split(/[\\/]/).pop() ?? '') !== path)
    throw new MemdirError(
      'bad-input',
      t('{path} isn’t a copy made by Memdir. Delete the folder yourself if you no longer need it.', { path }),
    );
  const unfinished = join(models, `${UNFINISHED}${randomUUID()}`);
  await whileBusy(() => rename(path, unfinished));
  await rm(unfinished, { recursive: true, force: true });
  return { status: 'removed', id };
}

const meaningless = (): string =>
  t('It finds no more answers than by chance: its tokenizer or description belongs to another model.');

/** Has the model embed some sentences: only answers prove that it works, and they tell what is usual for it where its description does not. Rejects with `bad-input` and its reason, or when cancelled. */
export async function tryModel(
  modelDir: string,
  { distDir, settings }: Pick<EmbedderPaths, 'distDir' | 'settings'>,
  signal?: AbortSignal,
): Promise<TriedModel> {
  let reason = '';
  const note = (line: string): void => void (reason = line);
  const log = { info: () => undefined, warn: note, error: note };
  const embedder = createOnnxEmbedder({
    processFile: join(distDir, 'embedder.js'),
    modelDir,
    runtime: settings['embedding.runtime'],
    log,
  });
  try {
    if (!(await makesSense(embedder, signal))) throw new Error(meaningless());
    const usual = embedder.model?.background ? {} : await measureBaseline(embedder, signal);
    return { usual, memory: await embedder.resident?.() };
  } catch (error) {
    throwIfAborted(signal);
    if (reason === '') reason = messageOf(error);
    throw new MemdirError(
      'bad-input',
      t('Nothing was added: the model in {folder} doesn’t work. {reason}', {
        folder: modelDir,
        reason: withoutConsequence(reason),
      }),
      { cause: error },
    );
  } finally {
    await embedder.close();
  }
}
