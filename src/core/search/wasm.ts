/** The few instructions of WebAssembly that the inner loops are put together from: plain JavaScript has no vector instructions. */

export const [I32, V128] = [0x7f, 0x7b] as const;
const VOID = 0x40;
const [END_OF_BLOCK, LESS] = [0x0b, 0x49] as const;
export const [ADD, AND, SHIFT, SHIFT_RIGHT] = [0x6a, 0x71, 0x74, 0x76] as const;

/** LEB128 of a whole number from 0. */
export function number(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

/** Pushes a number; a signed LEB128, whose last byte must leave the sign bit free. */
export function constant(value: number): number[] {
  const bytes = number(value);
  const last = bytes.at(-1) ?? 0;
  return [0x41, ...(last & 64 ? [...bytes.slice(0, -1), last | 128, 0] : bytes)];
}

export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
/** Adds a constant to a local. */
export const advance = (local: number, by: number): number[] => [...get(local), ...constant(by), ADD, ...set(local)];
/** A vector instruction. */
export const simd = (code: number): number[] => [0xfd, ...number(code)];
/** Loads 16 bytes from the address on the stack plus `offset`. */
export const load = (offset: number): number[] => [...simd(0), 0, ...number(offset)];
/** Loads 4 bytes as a number. */
export const loadWord = (offset: number): number[] => [0x28, 0, ...number(offset)];
/** Does `body` once, and again while one local is less than another. */
export const repeatWhile = (body: readonly number[], local: number, below: number): number[] => [
  0x03,
  VOID,
  ...body,
  ...get(local),
  ...get(below),
  LESS,
  0x0d,
  0,
  END_OF_BLOCK,
];

const sized = (bytes: readonly number[]): number[] => [...number(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
const named = (name: string, kind: number): number[] => [
  ...sized([...name].map((letter) => letter.charCodeAt(0))),
  kind,
  0,
];

/** What the one function of a module needs besides its parameters, all of them addresses or numbers. */
export interface Inner {
  readonly parameters: number;
  readonly numbers: number;
  readonly vectors: number;
  readonly body: readonly number[];
}

export interface Instance<Parameters extends readonly number[]> {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly run: (...parameters: Parameters) => void;
}

const PAGE = 65_536;

/** Not among the declarations of the language. */
interface WithWebAssembly {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object) => { readonly exports: unknown };
  };
}

/**
 * A function with a memory of its own.
 * @param bytes how much memory at least
 * @throws where the processor has no vector instructions that WebAssembly can use
 */
export function instantiate<Parameters extends readonly number[]>(
  { parameters, numbers, vectors, body }: Inner,
  bytes: number,
): Instance<Parameters> {
  const code = [2, ...number(numbers), I32, ...number(vectors), V128, ...body, END_OF_BLOCK];
  const module = [
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, ...sized(Array.from({ length: parameters }, () => I32)), 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...number(Math.ceil(bytes / PAGE))]),
    ...section(7, [2, ...named('memory', 2), ...named('run', 0)]),
    ...section(10, [1, ...sized(code)]),
  ];
  const { WebAssembly: wasm } = globalThis as unknown as WithWebAssembly;
  return new wasm.Instance(new wasm.Module(Uint8Array.from(module))).exports as Instance<Parameters>;
}

/** Sees to it that a memory has that many bytes. */
export function reserve({ memory }: Pick<Instance<[]>, 'memory'>, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
