/** A file that was replaced, kept by a link for a moment: a program that opened it before may still write into it. */
import { setTimeout } from 'node:timers/promises';

export interface ReplacedFile {
  readonly hasGrown: () => boolean;
  /** Adds to the present file what was written into the replaced one since the last look. Resolves with whether anything was. */
  readonly bringOver: () => Promise<boolean>;
  /** Removes the link. Never rejects. */
  readonly drop: () => Promise<void>;
}

/** Milliseconds in which a program that had opened a file has written what it was about to. */
const GRACE_MS = 30;
/** A program that keeps writing into a file that it has open is not followed for ever. */
const MAX_LOOKS = 20;

/** Waits until nothing more is written into replaced files, and lets go of them. */
export async function settle(files: readonly ReplacedFile[]): Promise<void> {
  if (files.length === 0) return;
  try {
    for (let looks = 1, late = true; late && looks <= MAX_LOOKS; looks++) {
      await setTimeout(GRACE_MS);
      late = false;
      // The list grows: bringing over replaces a file again.
      for (const file of files) late = (await file.bringOver()) || late;
    }
  } finally {
    for (const file of files) await file.drop();
  }
}
