/** Which embedder the settings ask for. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Embedder } from '../../core/ports/embedder.js';
import type { Log } from '../../core/ports/log.js';
import { createChosenModel } from '../../embed/chosen-model.js';
import { withFallbackModel, withId, withNote } from '../../embed/fallback-model.js';
import { type ModelFolder, readModelFolder } from '../../embed/model-folder.js';
import { modelIdentity } from '../../embed/model-identity.js';
import { createNoEmbedder } from '../../embed/no-embedder.js';
import { createOllamaEmbedder } from '../../embed/ollama/embedder.js';
import { ollamaAddress } from '../../embed/ollama/url.js';
import { createOnnxEmbedder } from '../../embed/onnx/client.js';
import type { Settings } from '../../protocol/settings.js';
import { installedModels } from './installed-models.js';

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

/** The models that read memories. */
export interface Embedders {
  readonly embedder: Embedder;
  /** Answers until `embedder` has all vectors; absent where that is known to have none to wait for. */
  readonly former?: Embedder | undefined;
  /** Has no model while none is installed. */
  readonly otherLanguages?: Embedder | undefined;
}

export type OpenEmbedders = (places: EmbedderPaths) => Embedders;

export const openEmbedders: OpenEmbedders = (places) => ({
  embedder: openEmbedder(places),
  ...(runsWithin(places) ? { former: openModel(places, shippedModel(places.distDir)) } : {}),
  ...(places.settings['embedding.provider'] === 'none' ? {} : { otherLanguages: openOtherLanguages(places) }),
});

/** Whether the main model runs within Memdir, so that it may be another one than the one that comes with it. */
export const runsWithin = ({ settings }: Pick<EmbedderPaths, 'settings'>): boolean =>
  settings['embedding.provider'] !== 'none' && settings['embedding.provider'] !== 'ollama';

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
      return createNoEmbedder(() => t('Semantic search is turned off (memdir.embedding.provider).'));
    case 'ollama': {
      const place = ollamaAddress(settings['ollama.url'], env);
      const model = settings['embedding.model'].trim();
      if (typeof place === 'string') return createNoEmbedder(() => place);
      return model === ''
        ? createNoEmbedder(() => t('No Ollama embedding model is specified. Set memdir.embedding.model.'))
        : createOllamaEmbedder({ place, model, log });
    }
    default:
      return openFolder(places);
  }
}

/** Reads memories in languages that the main model does not know: the first model that reads all, as long as there is one. */
export const openOtherLanguages = (places: EmbedderPaths): Embedder =>
  createChosenModel(
    () => {
      const folder = otherLanguagesFolder(places);
      return folder && { key: keyOf(folder.dir), open: () => openOther(places, folder) };
    },
    () => t('No model for other languages is installed.'),
  );

/** A folder that cannot be used is off with its reason, which the status shows. */
function openOther(places: EmbedderPaths, folder: ModelFolder): Embedder {
  try {
    return withId(openModel(places, folder.dir), idOf(folder));
  } catch (error) {
    places.log.error(messageOf(error));
    return createNoEmbedder(() => messageOf(error));
  }
}

/** The first that can be read and reads all languages: of the copies by name, then of the extensions. */
export const otherLanguagesFolder = (places: Pick<EmbedderPaths, 'dataDir' | 'settings'>): ModelFolder | undefined =>
  places.settings['embedding.provider'] === 'none'
    ? undefined
    : readableFolders([...addedFolders(places.dataDir), ...installedModels(places.dataDir)]).find(({ info }) =>
        info.languages.includes('*'),
      );

/** A model of an extension that reads English takes the place of the one that comes with Memdir, unless the settings name another. */
export const installedMainFolder = (places: Pick<EmbedderPaths, 'dataDir' | 'settings'>): ModelFolder | undefined =>
  runsWithin(places)
    ? readableFolders(installedModels(places.dataDir)).find(
        ({ info }) => info.languages.includes('en') && !info.languages.includes('*'),
      )
    : undefined;

/** Copies of the data folder, absolute. */
export function addedFolders(dataDir: string): readonly string[] {
  const added = addedModels(dataDir);
  if (!existsSync(added)) return [];
  return readdirSync(added, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(added, name))
    .sort();
}

/** Without invalid folders, which `memdir model list` reports. */
const readableFolders = (dirs: readonly string[]): readonly ModelFolder[] =>
  dirs.flatMap((dir) => {
    try {
      return [readModelFolder(dir)];
    } catch (error) {
      if (error instanceof MemdirError) return [];
      throw error;
    }
  });

const idOf = (folder: ModelFolder): string => `${folder.info.id}#${modelIdentity(folder)}`;

/** Changes when a folder is replaced. */
const keyOf = (dir: string): string =>
  `${dir} ${statSync(join(dir, 'memdir-model.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0}`;

const openModel = ({ distDir, settings, log, idleMs }: EmbedderPaths, modelDir: string): Embedder =>
  createOnnxEmbedder({
    processFile: join(distDir, 'embedder.js'),
    modelDir,
    runtime: settings['embedding.runtime'],
    log,
    ...(idleMs === undefined ? {} : { idleMs }),
  });

/** The folder of the settings, else the model of an extension, else the one that comes with Memdir; looked up anew while the program runs. */
function openFolder(places: EmbedderPaths): Embedder {
  const shipped = shippedModel(places.distDir);
  const chosen = chosenFolder(places);
  return createChosenModel(
    () => {
      if (chosen !== undefined)
        return { key: keyOf(chosen), open: () => openNamed(places, chosen, 'memdir.embedding.modelPath') };
      const folder = installedMainFolder(places);
      return folder
        ? {
            key: keyOf(folder.dir),
            open: () => openNamed(places, folder.dir, t('The model in {folder}', { folder: folder.dir })),
          }
        : { key: '', open: () => openModel(places, shipped) };
    },
    () => t('There is no embedding model.'),
  );
}

/** @param name what names the folder, as the subject of a sentence */
function openNamed(places: EmbedderPaths, dir: string, name: string): Embedder {
  try {
    return openWithFallback(places, readModelFolder(dir), name);
  } catch (error) {
    const note = t('{name} isn’t used; the bundled model is used instead: {reason}', {
      name,
      reason: messageOf(error),
    });
    places.log.error(note);
    return withNote(openModel(places, shippedModel(places.distDir)), note);
  }
}

const openWithFallback = (places: EmbedderPaths, folder: ModelFolder, chooser: string): Embedder =>
  withFallbackModel({
    chosen: openModel(places, folder.dir),
    id: idOf(folder),
    chooser: chooser.startsWith('memdir.') ? t('The model from {setting}', { setting: chooser }) : chooser,
    openFallback: () => openModel(places, shippedModel(places.distDir)),
    log: places.log,
  });
