/** Bundles dist/: extension, host, cli, embedder (CommonJS; native packages stay outside). `--watch` keeps going. */
import { existsSync } from 'node:fs';
import { build, context, type BuildOptions } from 'esbuild';

const entries = { extension: 'src/extension/main.ts', host: 'src/host/main.ts', cli: 'src/cli/main.ts', embedder: 'src/embed/onnx/process.ts' };
const options: BuildOptions = {
  entryPoints: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode', 'better-sqlite3', 'sqlite-vec', 'onnxruntime-node', 'onnxruntime-web', 'onnxruntime-common'],
  sourcemap: true,
  logLevel: 'warning',
};

if (process.argv.includes('--watch')) await (await context(options)).watch();
else await build(options);
