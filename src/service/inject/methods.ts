/** Methods of the service that choose and render what agents are given. */
import type { IndexFile } from '../../core/index/index-file.js';
import type { InjectRequest, InjectResult, PromptRequest, PromptSection, SessionEvent } from '../../core/results.js';
import type { ServiceContext } from '../context.js';
import { requireMemory } from '../stores/memory-off.js';
import { inject, noteSession } from './inject.js';
import { buildPromptSection } from './prompt-section.js';
import { readableByAgents } from './readable-by-agents.js';
import { keptFromAgents, renderForAgent } from './render-for-agent.js';

const injectMemories = (
  context: ServiceContext,
  request: InjectRequest,
  signal?: AbortSignal,
): Promise<InjectResult> => {
  const { selectModel, sessions } = context.ports;
  return inject({ find: { ...context, selectModel }, sessions }, request, signal);
};

const noteEvent = ({ ports }: ServiceContext, session: string, event: SessionEvent): Promise<void> =>
  noteSession(ports.sessions, session, event);

const prompt = async (
  { ports, indexSync, snapshots }: ServiceContext,
  request: PromptRequest,
  signal?: AbortSignal,
): Promise<PromptSection> => {
  await requireMemory(ports);
  const { files } = ports;
  const readIndex = async (...[store, listed]: Parameters<typeof snapshots.file>): Promise<IndexFile | undefined> => {
    const file = await snapshots.file(store, listed);
    return file === undefined || 'memory' in file ? undefined : file;
  };
  return buildPromptSection({ files, findStores: () => indexSync.findStores(), readIndex }, request, signal);
};

export const injectMethods = {
  inject: injectMemories,
  renderForAgent,
  readableByAgents,
  keptFromAgents,
  prompt,
  noteSession: noteEvent,
};
