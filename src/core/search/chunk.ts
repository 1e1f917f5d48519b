/**
 * What of a memory is embedded. A model reads a limited number of word pieces, so a long body is cut at the ends of
 * paragraphs, sentences or, at worst, words; every chunk starts with name and description.
 */
import { embeddableLine, nameWords } from '../markdown/plain-text.js';
import type { DocumentChunk } from '../ports/documents.js';

/** Raised with every change of how memories are cut: indexes of another version are read anew. */
export const CHUNKS_VERSION = 2;

/** Word pieces; what a model of 256 reads beside its two marks. */
const LARGEST_CHUNK = 254;
/** Word pieces name and description may take of every chunk. */
const LARGEST_HEAD = 96;
/** Bodies longer than this many chunks (about 50,000 words) are embedded up to here; words are indexed to the end. */
const MOST_CHUNKS = 256;

export interface Embeddable {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** Line on which the body starts, from 0. */
  readonly bodyLine: number;
}

/** A stretch of plain text with its lines in the file, from 0. */
interface Stretch {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  /** Estimated word pieces. */
  readonly pieces: number;
}

const WORDS = /[a-z]+|\d+|[^\sa-z\d]/gi;

/** Estimate of the word pieces of a text, a little high: the tokenizer itself belongs to the model and is not at hand here. */
export function estimatePieces(text: string): number {
  let pieces = 0;
  for (const [word] of text.matchAll(WORDS)) {
    if (/^\d/.test(word)) pieces += Math.ceil(word.length / 2);
    else pieces += word.length <= 8 ? 1 : Math.ceil(word.length / 5);
  }
  return pieces;
}

/** Longest beginning of a text, ending at a word, that stays within the pieces; at least one word. */
function cutWords(text: string, most: number): string {
  if (estimatePieces(text) <= most) return text;
  let kept = '';
  let pieces = 0;
  for (const [word] of text.matchAll(/\S+\s*/g)) {
    pieces += estimatePieces(word);
    if (pieces > most && kept !== '') break;
    kept += word;
  }
  return kept.trim();
}

const stretch = (text: string, line: number, endLine: number): Stretch => ({
  text,
  line,
  endLine,
  pieces: estimatePieces(text),
});

/** Words of 200 units at most: a longer one (data without a blank) is cut, so that no stretch exceeds a chunk by much. */
const words = (text: string): string[] => text.match(/\S{1,200}/g) ?? [];

/** Sentences of a line; a sentence over the limit falls into runs of words. */
function sentences(text: string, line: number, most: number): Stretch[] {
  const result: Stretch[] = [];
  for (const sentence of text.split(/(?<=[.!?])\s+|(?<=[。！？])/)) {
    const whole = stretch(sentence, line, line);
    if (whole.pieces <= most) {
      if (sentence !== '') result.push(whole);
      continue;
    }
    let run: string[] = [];
    let pieces = 0;
    for (const word of words(sentence)) {
      const cost = estimatePieces(word);
      if (pieces + cost > most && run.length > 0) {
        result.push(stretch(run.join(' '), line, line));
        run = [];
        pieces = 0;
      }
      run.push(word);
      pieces += cost;
    }
    if (run.length > 0) result.push(stretch(run.join(' '), line, line));
  }
  return result;
}

/** Paragraphs of a body; one that is over the limit falls into sentences. */
function paragraphs(body: string, bodyLine: number, most: number): Stretch[] {
  const result: Stretch[] = [];
  let open: { text: string; line: number }[] = [];
  const close = (): void => {
    const first = open[0];
    const last = open.at(-1);
    if (!first || !last) return;
    const whole = stretch(open.map((part) => part.text).join(' '), first.line, last.line);
    if (whole.pieces <= most) result.push(whole);
    else for (const part of open) result.push(...sentences(part.text, part.line, most));
    open = [];
  };
  body.split(/\r\n|\n|\r/).forEach((raw, index) => {
    const text = embeddableLine(raw);
    if (raw.trim() === '' || /^\s*#/.test(raw)) close();
    if (text !== '') open.push({ text, line: bodyLine + index });
  });
  close();
  return result;
}

/** Joins neighbours while they fit. */
function pack(stretches: readonly Stretch[], most: number): Stretch[] {
  const packed: Stretch[] = [];
  for (const next of stretches) {
    const last = packed.at(-1);
    if (last && last.pieces + next.pieces <= most) {
      packed[packed.length - 1] = {
        text: `${last.text}\n${next.text}`,
        line: last.line,
        endLine: next.endLine,
        pieces: last.pieces + next.pieces,
      };
    } else packed.push(next);
  }
  return packed;
}

/**
 * Chunks of a memory in the order of its lines. A memory with neither name, description nor body has none.
 * @param hash first 32 hex digits of the SHA-256 of a text
 */
export function chunkMemory(memory: Embeddable, hash: (text: string) => string): DocumentChunk[] {
  const heading = [nameWords(memory.name), embeddableLine(memory.description)].filter((part) => part !== '').join('. ');
  const head = cutWords(heading, LARGEST_HEAD);
  const most = LARGEST_CHUNK - estimatePieces(head) - 1;
  const bodies = pack(paragraphs(memory.body, memory.bodyLine, most), most).slice(0, MOST_CHUNKS);
  if (bodies.length === 0) {
    return head === '' ? [] : [{ line: memory.bodyLine, endLine: memory.bodyLine, text: head, hash: hash(head) }];
  }
  return bodies.map((part) => {
    const text = head === '' ? part.text : `${head}\n${part.text}`;
    return { line: part.line, endLine: part.endLine, text, hash: hash(text) };
  });
}
