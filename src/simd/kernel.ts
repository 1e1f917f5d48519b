/** The kernels of the inner loops, in WebAssembly: plain JavaScript has no vector instructions. Their text is in the `.wat` files of this folder. */
import binaries from './kernels.json' with { type: 'json' };

export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Functions on a memory of their own. All parameters are addresses and numbers. */
export interface Kernel {
  readonly memory: Memory;
  readonly exports: Readonly<Record<string, unknown>>;
}

const PAGE = 65_536;

/** Not among the declarations of the language. */
interface WithWebAssembly {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Memory: new (limits: { readonly initial: number }) => Memory;
    readonly Instance: new (
      module: object,
      imports: { readonly js: { readonly memory: Memory } },
    ) => { readonly exports: Kernel['exports'] };
  };
}

const modules = new Map<string, object>();

/**
 * @param name of a `.wat` file
 * @param bytes least size of the memory
 * @throws RangeError for more memory than there can be, and another error where the processor lacks the vector instructions
 */
export function openKernel(name: keyof typeof binaries, bytes: number): Kernel {
  const { WebAssembly: wasm } = globalThis as unknown as WithWebAssembly;
  let module = modules.get(name);
  if (module === undefined) {
    module = new wasm.Module(Uint8Array.from(atob(binaries[name]), (unit) => unit.charCodeAt(0)));
    modules.set(name, module);
  }
  const memory = new wasm.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)) });
  return { memory, exports: new wasm.Instance(module, { js: { memory } }).exports };
}

/** Grows a memory to at least so many bytes. */
export function reserve(memory: Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}

/** An exported function of a kernel. */
export function kernelFunction<Parameters extends readonly number[]>(
  { exports }: Kernel,
  name: string,
): (...parameters: Parameters) => void {
  const found = exports[name];
  if (typeof found !== 'function') throw new Error(`The kernel has no function ${name}.`);
  return found as (...parameters: Parameters) => void;
}
