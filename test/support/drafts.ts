/** Drafts as capture offers them to the inbox. */
import type { Draft, OfferedDraft } from '../../src/core/results.js';

export const CACHE = 'The image cache of the gallery keeps entries after a logout, so the next user sees foreign thumbnails.';
export const QUEUE = 'Workers of the mail queue stop after a malformed address and need a restart.';
export const origin: Draft['origin'] = { source: 'hook', engine: 'rules', observedAt: '2026-03-11T14:05:00+01:00' };
export const idOf = (id: number): string => id.toString(16).padStart(16, '0');
export const offered = (id: number, body: string, more: Partial<OfferedDraft> = {}): OfferedDraft => ({ id: idOf(id), type: 'failure', body, origin, ...more });
