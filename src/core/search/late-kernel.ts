/**
 * The innermost loop of late interaction: the pieces of a chunk against up to 32 pieces of the question at once, eight in a group.
 *
 *     run(piece, end):
 *       most of each group = splat(-32768)
 *       do                                  a piece of the memory, `width` bytes
 *         sum of each group = 0
 *         for each word of four bytes, for j in 0..7:
 *           at = four bits of the word, times 16
 *           for each group: sum += lanes[its table + 256 j + at]
 *         most = max(most, sum) of each group
 *         piece += width
 *       while piece < end
 *       lanes[0], lanes[16], ... = most of each group
 *
 * Where the bits lie is worked out once for all groups; the tables lie at fixed addresses, so that nothing is added to it.
 */
import {
  advance,
  AND,
  constant,
  get,
  type Instance,
  instantiate,
  load,
  loadWord,
  repeatWhile,
  set,
  SHIFT,
  SHIFT_RIGHT,
  simd,
} from './wasm.js';

/** Addresses: of the first byte, and after the last. */
export type Kernel = Instance<[piece: number, end: number]>;

/** Where the first table lies; the results before it. */
export const TABLES = 64;
/** Groups that are worked on at once. */
export const MOST_GROUPS = 4;
/** Bytes of the table of four bits: 16 times eight lanes of 16 bits. */
const ROW = 256;

/** Bytes of the tables of a group. */
export const tableBytes = (width: number): number => width * 2 * ROW;

const [PIECE, END, WORD, AT, FIRST_SUM] = [0, 1, 2, 3, 4] as const;
/** Of lanes of 16 bits. */
const [STORE, SPLAT, ADD_LANES, MAX_LANES] = [simd(11), simd(16), simd(142), simd(152)];

/** Four bits of the word, times 16. */
function fourBits(j: number): number[] {
  const moved = j === 0 ? [...constant(4), SHIFT] : j === 1 ? [] : [...constant(4 * j - 4), SHIFT_RIGHT];
  return [...get(WORD), ...moved, ...constant(240), AND];
}

/** @param width bytes of a piece, a multiple of 8 */
function bodyOf(width: number, groups: number): number[] {
  const each = (work: (sum: number, most: number, group: number) => number[]): number[] =>
    Array.from({ length: groups }, (_, group) => work(FIRST_SUM + group, FIRST_SUM + groups + group, group)).flat();
  const oneFour = (word: number, j: number): number[] => [
    ...fourBits(j),
    ...set(AT),
    ...each((sum, _, group) => [
      ...get(sum),
      ...get(AT),
      ...load(TABLES + group * tableBytes(width) + (8 * word + j) * ROW),
      ...ADD_LANES,
      ...set(sum),
    ]),
  ];
  const oneWord = (word: number): number[] => [
    ...get(PIECE),
    ...loadWord(4 * word),
    ...set(WORD),
    ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((j) => oneFour(word, j)),
  ];
  const onePiece = [
    ...each((sum) => [...constant(0), ...SPLAT, ...set(sum)]),
    ...Array.from({ length: width / 4 }, (_, word) => oneWord(word)).flat(),
    ...each((sum, most) => [...get(most), ...get(sum), ...MAX_LANES, ...set(most)]),
    ...advance(PIECE, width),
  ];
  return [
    // -32768, which a lane of 16 bits takes for the same as 32768.
    ...each((_, most) => [...constant(32_768), ...SPLAT, ...set(most)]),
    ...repeatWhile(onePiece, PIECE, END),
    ...each((_, most, group) => [...constant(16 * group), ...get(most), ...STORE, 0, 0]),
  ];
}

/**
 * For pieces of `width` bytes and 1 to {@link MOST_GROUPS} groups.
 * @throws where the processor has no vector instructions that WebAssembly can use
 */
export const makeKernel = (width: number, groups: number): Kernel =>
  instantiate(
    { parameters: 2, numbers: 2, vectors: 2 * groups, body: bodyOf(width, groups) },
    TABLES + groups * tableBytes(width),
  );
