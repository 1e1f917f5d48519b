/** Embedding models beside the one that comes with Memdir, each an extension of its own with a model folder and nothing else. */

export interface WeightPackage {
  /** Id of the extension. */
  readonly extension: string;
  /** Name of the model. */
  readonly model: string;
  /** Megabytes to download, on disk, and in memory while it is used. */
  readonly download: number;
  readonly disk: number;
  readonly memory: number;
  /** SPDX. */
  readonly licence: string;
}

export const WEIGHT_PACKAGES = {
  languages: {
    extension: 'memdir.memdir-languages',
    model: 'multilingual-e5-small',
    download: 44,
    disk: 50,
    memory: 370,
    licence: 'MIT',
  },
  large: {
    extension: 'memdir.memdir-large',
    model: 'all-mpnet-base-v2',
    download: 64,
    disk: 70,
    memory: 250,
    licence: 'Apache-2.0',
  },
} as const satisfies Readonly<Record<string, WeightPackage>>;

export type WeightPackageName = keyof typeof WEIGHT_PACKAGES;

export const isWeightPackage = (name: string): name is WeightPackageName => Object.hasOwn(WEIGHT_PACKAGES, name);

/** Folder of the model inside such an extension. */
export const WEIGHTS_FOLDER = 'model';
