/** The models of the weight packages with their descriptions as packed, where their weights are: they do not come with Memdir. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface PackagedModels {
  /** Absolute folders. */
  readonly languages: string;
  readonly large: string;
  remove(): void;
}

const WEIGHTS = { languages: 'model-multilingual', large: 'model-large' } as const;

/** Undefined where the weights of one are missing. */
export function packagedModels(): PackagedModels | undefined {
  const sources = Object.entries(WEIGHTS).map(([name, folder]) => [name, path.resolve('../shared', folder)] as const);
  if (sources.some(([, folder]) => !existsSync(path.join(folder, 'model.onnx')))) return undefined;
  const base = mkdtempSync(path.join(os.tmpdir(), 'memdir-packaged-'));
  for (const [name, folder] of sources) {
    for (const file of readdirSync(folder).filter((one) => /^(model\.onnx|tokenizer\.json)/.test(one)))
      cpSync(path.join(folder, file), path.join(base, name, file));
    cpSync(path.resolve('extensions', name, 'model', 'memdir-model.json'), path.join(base, name, 'memdir-model.json'));
  }
  return {
    languages: path.join(base, 'languages'),
    large: path.join(base, 'large'),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
