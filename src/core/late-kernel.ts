/**
 * The innermost loop of late interaction: eight pieces of the question against the pieces of a chunk at once.
 *
 *     run(piece, end, table, width, out):
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
import { ADD, advance, AND, constant, get, instantiate, load, number, repeatWhile, set, SHIFT, simd, type Instance } from './wasm.js';

/** All but `width` are addresses; `width` is the bytes of a piece, a multiple of 8. */
export type Kernel = Instance<[piece: number, end: number, table: number, width: number, out: number]>;

const [PIECE, END, TABLE, WIDTH, OUT, ROW, STOP, BYTE, SUM, MOST] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** Of lanes of 16 bits. */
const [STORE, SPLAT, ADD_LANES, MAX_LANES] = [simd(11), simd(16), simd(142), simd(152)];

const oneByte = (k: number): number[] => [
  ...get(PIECE), 0x2d, 0, ...number(k), ...set(BYTE),
  ...get(SUM),
  ...get(BYTE), ...constant(15), AND, ...constant(4), SHIFT, ...get(ROW), ADD, ...load(512 * k), ...ADD_LANES,
  ...get(BYTE), ...constant(240), AND, ...get(ROW), ADD, ...load(512 * k + 256), ...ADD_LANES,
  ...set(SUM),
];
const eightBytes = [...[0, 1, 2, 3, 4, 5, 6, 7].flatMap(oneByte), ...advance(ROW, 4096), ...advance(PIECE, 8)];
const onePiece = [
  ...constant(0), ...SPLAT, ...set(SUM),
  ...get(TABLE), ...set(ROW),
  ...get(PIECE), ...get(WIDTH), ADD, ...set(STOP),
  ...repeatWhile(eightBytes, PIECE, STOP),
  ...get(MOST), ...get(SUM), ...MAX_LANES, ...set(MOST),
];
const body = [
  // -32768, which a lane of 16 bits takes for the same as 32768.
  ...constant(32_768), ...SPLAT, ...set(MOST),
  ...repeatWhile(onePiece, PIECE, END),
  ...get(OUT), ...get(MOST), ...STORE, 0, 0,
];

/** @throws where the processor has no vector instructions that WebAssembly can use */
export const makeKernel = (): Kernel => instantiate({ parameters: 5, numbers: 3, vectors: 2, body }, 1);
