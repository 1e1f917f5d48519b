/** The question that each door for agents asks first: whether memory is switched off. */
import { MemdirError } from '../../core/errors.js';
import type { ServicePorts } from '../ports.js';

type Ports = Pick<ServicePorts, 'roots' | 'scope'>;

/** A sentence for people and agents; undefined where memory is on. `folder`: absolute, where an agent works; default: those in scope. */
export const memoryOff = ({ roots, scope }: Ports, folder?: string): Promise<string | undefined> =>
  roots.memoryOff(folder === undefined ? scope : { ...scope, folders: [folder] });

/** Rejects with `unavailable` where memory is switched off. */
export async function requireMemory(ports: Ports, folder?: string): Promise<void> {
  const off = await memoryOff(ports, folder);
  if (off !== undefined) throw new MemdirError('unavailable', off);
}
