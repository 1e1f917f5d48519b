/** Packages that are made, and which native files each of them holds. */

/** VS Code's names of platforms. */
export type Platform = 'linux-x64' | 'linux-arm64' | 'darwin-x64' | 'darwin-arm64' | 'win32-x64' | 'win32-arm64';

export interface Target {
  /** Name of the package, and VS Code's target except for `universal`. */
  readonly name: Platform | 'universal';
  /** File names under better-sqlite3/prebuilds, without `.node`. */
  readonly sqlite: readonly string[];
  /** sqlite-vec packages by platform; a platform without one compares vectors in JavaScript. */
  readonly vectors: readonly Platform[];
  /** Files under onnxruntime-node/bin/napi-v6/OS/CPU. None: the WebAssembly runtime answers. */
  readonly onnx: readonly string[];
  /** Largest size of the package in bytes. */
  readonly limit: number;
}

const MEGABYTE = 1_000_000;
/** sqlite-vec is published for these. */
export const VECTOR_PLATFORMS: readonly Platform[] = [
  'linux-x64',
  'linux-arm64',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64',
];

/** CPU files only: graphics providers are several times their size, and are loaded on demand. */
const ONNX_FILES = {
  linux: ['onnxruntime_binding.node', 'libonnxruntime.so.1'],
  darwin: ['onnxruntime_binding.node', 'libonnxruntime.1.dylib'],
  win32: ['onnxruntime_binding.node', 'onnxruntime.dll'],
} as const;

const platform = (name: Platform): Target => {
  const [os = '', cpu = ''] = name.split('-');
  return {
    name,
    sqlite: [name],
    vectors: VECTOR_PLATFORMS.filter((each) => each === name),
    onnx: ONNX_FILES[os as keyof typeof ONNX_FILES].map((file) => `${os}/${cpu}/${file}`),
    limit: 50 * MEGABYTE,
  };
};

export const UNIVERSAL: Target = {
  name: 'universal',
  sqlite: [
    'linux-x64',
    'linux-arm64',
    'linuxmusl-x64',
    'linuxmusl-arm64',
    'darwin-x64',
    'darwin-arm64',
    'win32-x64',
    'win32-arm64',
  ],
  vectors: VECTOR_PLATFORMS,
  onnx: [],
  limit: 35 * MEGABYTE,
};

/** Every package. macOS on Intel, musl and the rest take the universal one. */
export const TARGETS: readonly Target[] = [
  platform('linux-x64'),
  platform('linux-arm64'),
  platform('darwin-arm64'),
  platform('win32-x64'),
  platform('win32-arm64'),
  UNIVERSAL,
];

/** The package for the machine this runs on, when there is one of its own. */
export const ownTarget = (): Target | undefined =>
  TARGETS.find(({ name }) => name === `${process.platform}-${process.arch}`);
