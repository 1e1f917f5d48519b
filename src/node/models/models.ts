/** Embedding models: folders of the user's beside the one that comes with Memdir, and those of an Ollama server. */
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { EmbeddingModels } from '../../core/ports/embedding-models.js';
import type { ModelAdded, ModelFolderInfo, ModelUse, OllamaReport } from '../../core/results.js';
import { readModelFolder } from '../../embed/model-folder.js';
import { failureSentence } from '../../embed/ollama/sentences.js';
import { OllamaServer } from '../../embed/ollama/server.js';
import { type OllamaAddress, ollamaAddress } from '../../embed/ollama/url.js';
import { isWeightPackage, WEIGHT_PACKAGES } from '../../protocol/weight-packages.js';
import { isDirectory } from '../paths.js';
import { addModel, removeModel, tryModel } from './add-model.js';
import { languageModelOf } from './chat-model.js';
import {
  addedFolders,
  addedModels,
  chosenFolder,
  type EmbedderPaths,
  installedMainFolder,
  otherLanguagesFolder,
  shippedModel,
} from './embedder.js';
import { findPackage, installedModels, noteInstalled } from './installed-models.js';

export function createModels(places: EmbedderPaths): EmbeddingModels {
  const list = (): Promise<ModelFolderInfo[]> => listFolders(places);
  return {
    list,
    add: (folder, signal) =>
      addModel(
        { models: addedModels(places.dataDir), attempt: (dir) => tryModel(dir, places, signal), signal },
        resolve(folder),
      ),
    addPackage: (name) => addPackage(places, name),
    noteInstalled: (change) => noteInstalled(places.dataDir, change),
    remove: async (id) => {
      const models = await list();
      const shipped = resolve(shippedModel(places.distDir));
      const found = models.find((one) => one.id === id && one.path !== shipped) ?? models.find((one) => one.id === id);
      if (!found)
        throw new MemdirError(
          'not-found',
          t('There is no model {id}. “memdir model list” shows the available ones.', { id }),
        );
      if (found.path === shipped)
        throw new MemdirError('bad-input', t('{id} comes with Memdir and can’t be removed.', { id }));
      if (found.extension)
        throw new MemdirError('bad-input', t('{id} belongs to an extension. Uninstall that in your editor.', { id }));
      if (found.inUse)
        throw new MemdirError('bad-input', t('{id} is in use. Remove it from embedding.modelPath first.', { id }));
      return removeModel(addedModels(places.dataDir), found);
    },
    ollama: (signal) => report(places, signal),
    pull: async (progress, signal, use = 'embedding') => {
      const [place, model] = [placeOf(places), modelFor(use, places)];
      try {
        await new OllamaServer(place.url).pull(model, progress, signal);
        return model;
      } catch (error) {
        if (error instanceof MemdirError) throw error;
        throw new MemdirError(
          'unavailable',
          t('{model} couldn’t be downloaded. {reason}', { model, reason: failureSentence(error, { place, model }) }),
          {
            cause: error,
          },
        );
      }
    },
  };
}

/** Rejects with `not-found` where no editor has it, and `bad-input` for a name that is none. */
async function addPackage(places: EmbedderPaths, name: string): Promise<ModelAdded> {
  if (!isWeightPackage(name)) throw new MemdirError('bad-input', t('There is no package {name}.', { name }));
  const { extension, model, download, disk, memory, licence } = WEIGHT_PACKAGES[name];
  const path = findPackage(places.home ?? homedir(), name);
  if (path === undefined)
    throw new MemdirError(
      'not-found',
      t(
        'The extension {extension} isn’t installed. It comes from the Marketplace of VS Code (code --install-extension {extension}) or from a VSIX file (code --install-extension FILE); without an editor, unpack the VSIX file and add its folder extension/model. {model}, license {licence}: {download} MB to download, {disk} MB on disk, about {memory} MB of memory while it is used.',
        { extension, model, licence, download, disk, memory },
      ),
    );
  const { id } = readModelFolder(path).info;
  const isNew = await noteInstalled(places.dataDir, { present: [path], gone: [] });
  return { status: isNew ? 'added' : 'unchanged', id, path };
}

/** The model that comes with Memdir first, then copies by name, then those of extensions, then a folder elsewhere that the settings name. */
async function listFolders(places: EmbedderPaths): Promise<ModelFolderInfo[]> {
  const [shipped, chosen, installed] = [
    resolve(shippedModel(places.distDir)),
    chosenFolder(places),
    installedModels(places.dataDir),
  ];
  const dirs = [
    ...new Set([shipped, ...addedFolders(places.dataDir), ...installed, ...(chosen === undefined ? [] : [chosen])]),
  ];
  const found = await Promise.all(dirs.map(folderInfo));
  const embedded = ['auto', 'embedded'].includes(places.settings['embedding.provider']);
  const used = embedded
    ? (found.find(({ path, ok }) => ok && path === (chosen ?? installedMainFolder(places)?.dir)) ?? found[0])
    : undefined;
  const others = used?.languages.includes('*') ? undefined : otherLanguagesFolder(places)?.dir;
  return found.map((one) => ({
    ...one,
    inUse: one === used,
    ...(one.path === others ? { otherLanguages: true } : {}),
    ...(installed.includes(one.path) ? { extension: true } : {}),
  }));
}

async function folderInfo(dir: string): Promise<ModelFolderInfo> {
  const bytes = await sizeOf(dir);
  try {
    const { id, dimensions, languages } = readModelFolder(dir).info;
    return { id, dimensions, languages, path: dir, bytes, inUse: false, ok: true };
  } catch (error) {
    return {
      id: dir.split(/[\\/]/).pop() ?? dir,
      dimensions: null,
      languages: [],
      path: dir,
      bytes,
      inUse: false,
      ok: false,
      reason: messageOf(error),
    };
  }
}

async function sizeOf(dir: string): Promise<number> {
  if (!(await isDirectory(dir))) return 0;
  const sizes = await Promise.all(
    (await readdir(dir)).map(async (name) => (await stat(join(dir, name)).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** As Ollama names it. */
const modelFor = (use: ModelUse, { settings }: EmbedderPaths): string =>
  use === 'embedding' ? settings['embedding.model'].trim() : languageModelOf(settings);

function placeOf({ settings, env }: EmbedderPaths): OllamaAddress {
  const place = ollamaAddress(settings['ollama.url'], env);
  if (typeof place === 'string') throw new MemdirError('bad-input', place);
  return place;
}

/** Names of the models by what they can do; one of a server too old to say may do either. */
async function modelsByUse(
  server: OllamaServer,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<ModelUse, readonly string[]>>> {
  const names: Record<ModelUse, string[]> = { embedding: [], language: [] };
  for (const { name } of await server.models(signal)) {
    const capabilities = await server.capabilities(name, signal);
    if (capabilities?.includes('embedding') ?? true) names.embedding.push(name);
    if (capabilities?.includes('completion') ?? true) names.language.push(name);
  }
  return names;
}

/** Status of the server; a server that does not answer is a result, not an error. */
async function report(places: EmbedderPaths, signal: AbortSignal | undefined): Promise<OllamaReport> {
  const place = placeOf(places);
  const [embedding, language] = [modelFor('embedding', places), modelFor('language', places)];
  const server = new OllamaServer(place.url);
  const isThere = async (model: string): Promise<boolean> => (await server.find(model, signal)) !== undefined;
  try {
    const version = await server.version(signal);
    const models = await modelsByUse(server, signal);
    return {
      url: place.url,
      remote: place.remote,
      version,
      embedding: { model: embedding, installed: await isThere(embedding), models: models.embedding },
      language: { model: language, installed: await isThere(language), models: models.language },
    };
  } catch (error) {
    if (error instanceof MemdirError) throw error;
    const none = { installed: false, models: [] };
    return {
      url: place.url,
      remote: place.remote,
      embedding: { model: embedding, ...none },
      language: { model: language, ...none },
      reason: failureSentence(error, { place, model: embedding }),
    };
  }
}
