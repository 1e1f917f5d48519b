/** A parsed line of a transcript. */
export interface TranscriptChunk {
  /** Undefined for a line that is not JSON, or too long. */
  readonly value: unknown;
  /** Bytes from the start of the file to the end of the line. */
  readonly end: number;
}

/** Transcripts of agent sessions, and the extraction offset of each. */
export interface Transcripts {
  /**
   * Reads whole lines from an offset on, in chunks, since files may be larger than memory. Starts from the beginning
   * when the file is shorter than the offset. Rejects with `not-found` for a missing file, and with `bad-input` when
   * the name is not that of a transcript.
   */
  lines(file: string, offset: number, signal?: AbortSignal): AsyncIterable<TranscriptChunk>;
  /** Extraction offset in bytes; 0 for a new transcript, and for one that was replaced. */
  offset(file: string): Promise<number>;
  /** Other transcripts that begin with the same message and were extracted: the session continued in a new file. */
  continuations(file: string): Promise<readonly { readonly file: string; readonly offset: number }[]>;
  /** Durable when it resolves. */
  saveOffset(file: string, offset: number): Promise<void>;
  /** Runs the work under the transcript's lock; undefined when another process holds it. */
  withLock<T>(file: string, work: () => Promise<T>): Promise<T | undefined>;
}
