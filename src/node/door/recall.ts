import type { Memdir } from '../../core/memdir.js';
import type { RecallAnswer, RecallCall } from '../../protocol/hooks.js';

/** Milliseconds of search where the question names none. */
const DEADLINE_MS = 80;

/** How a host recalls for hooks. `enabled`: whether agents are given memories now. */
export const recallFor =
  (memdir: Pick<Memdir, 'inject' | 'noteSession'>, enabled: () => boolean) =>
  async (
    { prompt, session, cwd, forgot, deadline = DEADLINE_MS }: RecallCall,
    signal: AbortSignal,
  ): Promise<RecallAnswer> => {
    if (forgot && session !== '') await memdir.noteSession(session, { forgot });
    if (!enabled()) return { text: '' };
    const { text } = await memdir.inject(
      { prompt, folder: cwd, deadline, ...(session === '' ? {} : { session }) },
      signal,
    );
    return { text };
  };
