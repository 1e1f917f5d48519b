/** The order in which processes that wait for a lock get it: each has a ticket, a file that it touches while it waits. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isGone } from '../error-codes.js';
import { isAhead } from './lock-files.js';

/** Milliseconds after which a ticket that was not touched is passed over: its process was ended or stopped. */
const ABSENT_MS = 2_000;

/** Tries to write a ticket into a folder that others remove. */
const MOST_TRIES = 20;

const folderOf = (lockFile: string): string => `${lockFile}.queue`;

/** Tickets of processes that wait now, the first in turn first. Abandoned ones are removed. */
async function waitingTickets(lockFile: string): Promise<string[]> {
  const folder = folderOf(lockFile);
  const names = (await readdir(folder).catch(() => [])).sort();
  const present: string[] = [];
  for (const name of names) {
    const touchedMs = (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs;
    if (touchedMs === undefined) continue;
    if (Date.now() - touchedMs < ABSENT_MS && !isAhead(touchedMs)) present.push(name);
    else await rm(join(folder, name), { force: true });
  }
  return present;
}

/** Whether no process waits. */
export async function isFree(lockFile: string): Promise<boolean> {
  return !existsSync(folderOf(lockFile)) || (await waitingTickets(lockFile)).length === 0;
}

export class Turn {
  readonly #folder: string;
  readonly #name = `${Date.now().toString(36).padStart(9, '0')}-${process.pid}-${randomBytes(4).toString('hex')}`;

  constructor(readonly lockFile: string) {
    this.#folder = folderOf(lockFile);
  }

  /** Touches the ticket, and answers the tickets before it. */
  async ahead(): Promise<readonly string[]> {
    const ticket = join(this.#folder, this.#name);
    const now = new Date();
    try {
      await utimes(ticket, now, now);
    } catch (error) {
      if (!isGone(error)) throw error;
      await this.#draw(ticket);
    }
    const tickets = await waitingTickets(this.lockFile);
    return tickets.slice(0, Math.max(0, tickets.indexOf(this.#name)));
  }

  /** Writes the ticket. Another process that leaves may take the folder away between two calls. */
  async #draw(ticket: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      await mkdir(this.#folder, { recursive: true });
      try {
        return await writeFile(ticket, '');
      } catch (error) {
        if (!isGone(error) || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** The folder disappears with its last ticket. */
  async leave(): Promise<void> {
    await rm(join(this.#folder, this.#name), { force: true });
    await rmdir(this.#folder).catch(() => undefined);
  }
}
