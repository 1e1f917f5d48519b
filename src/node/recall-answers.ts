import { MemdirError } from '../core/errors.js';
import { readRecallCall, type ObserveAnswer, type ObserveCall, type RecallAnswer } from '../protocol/hooks.js';
import type { Memdir } from '../service/memdir.js';
import type { Answer } from './endpoint.js';

/** Milliseconds of search where the question names none. */
const DEADLINE_MS = 80;

/** What a host answers hooks. `enabled`: whether agents are given memories now. `observed` is called after each observation that was kept. */
export const hookAnswers = (memdir: Pick<Memdir, 'inject' | 'noteSession' | 'capture'>, enabled: () => boolean, observed: () => void): Readonly<Record<string, Answer>> => ({
  '/recall': async (question, signal): Promise<RecallAnswer> => {
    const call = readRecallCall(question);
    if (call === undefined) throw new MemdirError('bad-input', 'A recall needs a prompt, a session and a folder.');
    const { prompt, session, cwd, forgot, deadline = DEADLINE_MS } = call;
    if (forgot && session !== '') await memdir.noteSession(session, { forgot });
    if (!enabled()) return { text: '' };
    const { text } = await memdir.inject({ prompt, folder: cwd, deadline, ...(session === '' ? {} : { session }) }, signal);
    return { text };
  },
  '/observe': async (question): Promise<ObserveAnswer> => {
    const answer = await memdir.capture.observe(question as ObserveCall, 'endpoint');
    observed();
    return answer;
  },
});
