/** Which embedder the settings ask for. */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import type { Embedder } from '../../core/ports/embedder.js';
import type { Log } from '../../core/ports/log.js';
import { withFallbackModel, withId, withNote } from '../../embed/fallback-model.js';
import { type ModelFolder, readModelFolder } from '../../embed/model-folder.js';
import { modelIdentity } from '../../embed/model-identity.js';
import { createNoEmbedder } from '../../embed/none.js';
import { createOllamaEmbedder } from '../../embed/ollama/embedder.js';
import { ollamaAddress } from '../../embed/ollama/url.js';
import { createOnnxEmbedder } from '../../embed/onnx/client.js';
import type { Settings } from '../../protocol/settings.js';

export interface EmbedderPaths {
  /** The folder of the built files. */
  readonly distDir: string;
  readonly dataDir: string;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly home?: string | undefined;
  /** See {@link OnnxEmbedderOptions.idleMs}. */
  readonly idleMs?: number;
}

/** The models that read memories: the main one, and the one for other languages where there is one. */
export interface Embedders {
  readonly embedder: Embedder;
  readonly otherLanguages?: Embedder | undefined;
}

export type OpenEmbedders = (places: EmbedderPaths) => Embedders;

export const openEmbedders: OpenEmbedders = (places) => ({
  embedder: openEmbedder(places),
  otherLanguages: openOtherLanguages(places),
});

/** The model that comes with Memdir. */
export const shippedModel = (distDir: string): string => join(distDir, '..', 'media', 'model');

/** Folder of the copies that `memdir model add` makes. */
export const addedModels = (dataDir: string): string => join(dataDir, 'models');

/** Absolute folder that `embedding.modelPath` names; undefined when it names none. */
export function chosenFolder({
  dataDir,
  settings,
  home = homedir(),
}: Pick<EmbedderPaths, 'dataDir' | 'settings' | 'home'>): string | undefined {
  const path = settings['embedding.modelPath'].trim();
  if (path === '') return undefined;
  if (path === '~' || /^~[\\/]/.test(path)) return join(home, path.slice(1));
  return isAbsolute(path) ? resolve(path) : join(addedModels(dataDir), folderName(path));
}

/** A model's id as the name of its folder. */
export const folderName = (id: string): string => id.replaceAll(/[^\w.-]|^\.+/g, '_');

export function openEmbedder(places: EmbedderPaths): Embedder {
  const { settings, env, log } = places;
  switch (settings['embedding.provider']) {
    case 'none':
      return createNoEmbedder('Search by meaning is switched off (memdir.embedding.provider).');
    case 'ollama': {
      const place = ollamaAddress(settings['ollama.url'], env);
      const model = settings['embedding.model'].trim();
      if (typeof place === 'string') return createNoEmbedder(place);
      return model === ''
        ? createNoEmbedder('Name an embedding model of Ollama in memdir.embedding.model.')
        : createOllamaEmbedder({ place, model, log });
    }
    default:
      return openFolder(places);
  }
}

/**
 * Reads memories in languages that the main model does not know: the first model of the data folder that reads all. Undefined where there
 * is none, and where vectors are switched off.
 */
export function openOtherLanguages(places: EmbedderPaths): Embedder | undefined {
  const { distDir, settings, log, idleMs } = places;
  const folder = otherLanguagesFolder(places);
  if (!folder) return undefined;
  const embedder = createOnnxEmbedder({
    processFile: join(distDir, 'embedder.js'),
    modelDir: folder.dir,
    runtime: settings['embedding.runtime'],
    log,
    ...(idleMs === undefined ? {} : { idleMs }),
  });
  return withId(embedder, `${folder.info.id}#${modelIdentity(folder)}`);
}

/** The first by name that can be read and reads all languages. */
export function otherLanguagesFolder({
  dataDir,
  settings,
}: Pick<EmbedderPaths, 'dataDir' | 'settings'>): ModelFolder | undefined {
  if (settings['embedding.provider'] === 'none') return undefined;
  const added = addedModels(dataDir);
  if (!existsSync(added)) return undefined;
  const names = readdirSync(added, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
  for (const name of names) {
    const folder = readable(join(added, name));
    if (folder?.info.languages.includes('*')) return folder;
  }
  return undefined;
}

/** Undefined for an invalid folder, which `memdir model list` reports. */
function readable(dir: string): ModelFolder | undefined {
  try {
    return readModelFolder(dir);
  } catch (error) {
    if (error instanceof MemdirError) return undefined;
    throw error;
  }
}

function openFolder({ distDir, dataDir, settings, log, home, idleMs }: EmbedderPaths): Embedder {
  const open = (modelDir: string): Embedder =>
    createOnnxEmbedder({
      processFile: join(distDir, 'embedder.js'),
      modelDir,
      runtime: settings['embedding.runtime'],
      log,
      ...(idleMs === undefined ? {} : { idleMs }),
    });
  const openShipped = (): Embedder => open(shippedModel(distDir));
  const dir = chosenFolder({ dataDir, settings, home });
  if (dir === undefined) return openShipped();
  try {
    const folder = readModelFolder(dir);
    return withFallbackModel({
      chosen: open(dir),
      id: `${folder.info.id}#${modelIdentity(folder)}`,
      openFallback: openShipped,
      log,
    });
  } catch (error) {
    const note = `memdir.embedding.modelPath is not used, the model that comes with Memdir is: ${messageOf(error)}`;
    log.error(note);
    return withNote(openShipped(), note);
  }
}
