/**
 * The innermost loop of late interaction, as WebAssembly: eight pieces of the question against one piece of a memory at once,
 * which plain JavaScript needs about ten times as long for. The module is put together here from its instructions.
 *
 *     best(piece, end, table, width, out):
 *       most = splat(-32768)
 *       do                                  a piece of the memory, `width` bytes
 *         sum = 0, row = table, stop = piece + width
 *         do                                eight bytes
 *           for k in 0..7: byte = memory[piece + k]
 *             sum += lanes[row + 512 k + 16 (byte & 15)] + lanes[row + 512 k + 256 + (byte & 240)]
 *           row += 4096, piece += 8
 *         while piece < stop
 *         most = max(most, sum)
 *       while piece < end
 *       lanes[out] = most
 */

export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** All but `width` are addresses; `width` is the bytes of a piece, a multiple of 8. */
  best(piece: number, end: number, table: number, width: number, out: number): void;
}

const [PIECE, END, TABLE, WIDTH, OUT, ROW, STOP, BYTE, SUM, MOST] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const [I32, V128, VOID] = [0x7f, 0x7b, 0x40] as const;

/** LEB128 of a whole number from 0. */
function number(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

/** The instruction that pushes a number; a signed LEB128, whose last byte must leave the sign bit free. */
function constant(value: number): number[] {
  const bytes = number(value);
  const last = bytes.at(-1) ?? 0;
  return [0x41, ...(last & 64 ? [...bytes.slice(0, -1), last | 128, 0] : bytes)];
}

const sized = (bytes: readonly number[]): number[] => [...number(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
const named = (name: string, kind: number): number[] => [...sized([...name].map((letter) => letter.charCodeAt(0))), kind, 0];

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const simd = (code: number): number[] => [0xfd, ...number(code)];
const [ADD, AND, SHIFT, LESS, END_OF_BLOCK] = [0x6a, 0x71, 0x74, 0x49, 0x0b] as const;
const LOAD_LANES = 0;
const [STORE_LANES, SPLAT, ADD_LANES, MAX_LANES] = [11, 16, 142, 152] as const;
const addLanes = simd(ADD_LANES);
const repeatWhile = (body: readonly number[], below: number): number[] => [0x03, VOID, ...body, ...get(PIECE), ...get(below), LESS, 0x0d, 0, END_OF_BLOCK];

const oneByte = (k: number): number[] => [
  ...get(PIECE), 0x2d, 0, ...number(k), ...set(BYTE),
  ...get(SUM),
  ...get(BYTE), ...constant(15), AND, ...constant(4), SHIFT, ...get(ROW), ADD, ...simd(LOAD_LANES), 4, ...number(512 * k), ...addLanes,
  ...get(BYTE), ...constant(240), AND, ...get(ROW), ADD, ...simd(LOAD_LANES), 4, ...number(512 * k + 256), ...addLanes,
  ...set(SUM),
];

const eightBytes = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap(oneByte),
  ...get(ROW), ...constant(4096), ADD, ...set(ROW),
  ...get(PIECE), ...constant(8), ADD, ...set(PIECE),
];

const body = [
  // Three more numbers and two more vectors than the parameters.
  2, 3, I32, 2, V128,
  // -32768.
  0x41, 0x80, 0x80, 0x7e, ...simd(SPLAT), ...set(MOST),
  ...repeatWhile([
    0x41, 0, ...simd(SPLAT), ...set(SUM),
    ...get(TABLE), ...set(ROW),
    ...get(PIECE), ...get(WIDTH), ADD, ...set(STOP),
    ...repeatWhile(eightBytes, STOP),
    ...get(MOST), ...get(SUM), ...simd(MAX_LANES), ...set(MOST),
  ], END),
  ...get(OUT), ...get(MOST), ...simd(STORE_LANES), 4, 0,
  END_OF_BLOCK,
];

const MODULE = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, [1, 0x60, ...sized([I32, I32, I32, I32, I32]), 0]),
  ...section(3, [1, 0]),
  ...section(5, [1, 0, 1]),
  ...section(7, [2, ...named('memory', 2), ...named('best', 0)]),
  ...section(10, [1, ...sized(body)]),
];

/** Not among the declarations of the language. */
interface WithWebAssembly {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object) => { readonly exports: Kernel };
  };
}

/** @throws where the processor has no vector instructions that WebAssembly can use */
export function makeKernel(): Kernel {
  const { WebAssembly: wasm } = globalThis as unknown as WithWebAssembly;
  return new wasm.Instance(new wasm.Module(Uint8Array.from(MODULE))).exports;
}
