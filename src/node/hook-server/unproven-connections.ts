/** Connections whose client has not shown its proof yet: any program of this machine can open them, and none may keep a hook waiting. */
import type { Socket } from 'node:net';

/** A hook needs a few milliseconds for its proof. */
const PROOF_MS = 1_000;
const MAX_UNPROVEN = 100;

export class UnprovenConnections {
  /** The oldest first. */
  readonly #timers = new Map<Socket, NodeJS.Timeout>();

  /** Gives a connection the time for its proof. Where there are too many, the oldest one is dropped. */
  add(socket: Socket): void {
    const [oldest] = this.#timers.keys();
    if (oldest !== undefined && this.#timers.size >= MAX_UNPROVEN) this.#drop(oldest);
    this.#timers.set(
      socket,
      setTimeout(() => this.#drop(socket), PROOF_MS),
    );
    socket.once('close', () => this.remove(socket));
  }

  /** Its client is proven, or gone. */
  remove(socket: Socket): void {
    clearTimeout(this.#timers.get(socket));
    this.#timers.delete(socket);
  }

  #drop(socket: Socket): void {
    this.remove(socket);
    socket.destroy();
  }
}
