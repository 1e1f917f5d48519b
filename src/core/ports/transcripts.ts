/** A line of a transcript, parsed. */
export interface TranscriptChunk {
  /** Undefined for a line that is no JSON, or too long to be read. */
  readonly value: unknown;
  /** Bytes from the start of the file to the end of the line. */
  readonly end: number;
}

/** Transcripts of agents' sessions, and how far each was looked at. */
export interface Transcripts {
  /**
   * Whole lines from a place in the file on, read piece by piece: files may be larger than memory. From the beginning when the file is shorter than that
   * place. Rejects with `not-found` for no file, and with `bad-input` for what is no transcript by its name.
   */
  lines(file: string, offset: number, signal?: AbortSignal): AsyncIterable<TranscriptChunk>;
  /** Bytes of a transcript that were looked at; 0 for one that never was, and where another has taken its place. */
  offset(file: string): Promise<number>;
  /** Other transcripts that begin with the same message and were looked at: the session was continued in a file of its own. */
  continuations(file: string): Promise<readonly { readonly file: string; readonly offset: number }[]>;
  /** Durable when it resolves. */
  saveOffset(file: string, offset: number): Promise<void>;
  /** Runs the work unless another process works on this transcript: then undefined. */
  withLock<T>(file: string, work: () => Promise<T>): Promise<T | undefined>;
}
