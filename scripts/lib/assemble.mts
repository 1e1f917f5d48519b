/** Assembles the WebAssembly text of src/simd, so that neither the product nor tests need an assembler. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import wabt from 'wabt';

import { root } from './project.mjs';

const folder = path.join(root, 'src', 'simd');

/** The binary of each `.wat` file by its name, in base64. */
export async function assembledKernels(): Promise<Readonly<Record<string, string>>> {
  const assembler = await wabt();
  const kernels: Record<string, string> = {};
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.wat'))
    .sort()) {
    const module = assembler.parseWat(file, readFileSync(path.join(folder, file), 'utf8'), { simd: true });
    try {
      module.validate();
      kernels[path.basename(file, '.wat')] = Buffer.from(module.toBinary({}).buffer).toString('base64');
    } finally {
      module.destroy();
    }
  }
  return kernels;
}
