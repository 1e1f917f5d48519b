import * as z from 'zod';

import { TRANSFER_AGENTS, TRANSFER_SCOPES, TRANSFERS } from '../../core/stores/transfer-results.js';
import { serviceRequest } from './request.js';

const text = z.string().optional();
const texts = z.array(z.string()).readonly().optional();
const author = z.literal(['agent', 'person']).optional();
const insist = z.boolean().optional();
const memory = z.object({ id: z.string(), agentId: text });
const ids = z.array(z.string()).readonly();
const transfer = z.object({
  how: z.literal(TRANSFERS),
  ids: z.array(z.string()).readonly(),
  agent: z.literal(TRANSFER_AGENTS).optional(),
  scope: z.literal(TRANSFER_SCOPES).optional(),
  type: text,
  name: text,
});

export const writeRequests = {
  remember: serviceRequest({
    params: z.object({
      content: z.string(),
      type: text,
      name: text,
      description: text,
      repos: texts,
      tags: texts,
      agentId: text,
      raw: z.boolean().optional(),
      store: text,
      team: z.boolean().optional(),
      author,
      insist,
    }),
    call: (memdir, request, signal) => memdir.remember(request, signal),
    invalidates: ({ status }) => (status === 'saved' ? ['tree'] : []),
  }),
  update: serviceRequest({
    params: memory.extend({ content: z.string(), description: text, raw: z.boolean().optional(), author, insist }),
    call: (memdir, request, signal) => memdir.update(request, signal),
    invalidates: ({ status }) => (status === 'updated' ? ['tree'] : []),
  }),
  forget: serviceRequest({
    params: memory,
    call: (memdir, request) => memdir.forget(request),
    invalidates: ({ status }) => (status === 'forgotten' ? ['tree'] : []),
  }),
  restore: serviceRequest({
    params: memory,
    call: (memdir, request) => memdir.restore(request),
    invalidates: ({ status }) => (status === 'restored' ? ['tree'] : []),
  }),
  planTransfer: serviceRequest({ params: transfer, call: (memdir, request) => memdir.planTransfer(request) }),
  transfer: serviceRequest({
    params: transfer.extend({ digest: z.string() }),
    call: (memdir, { digest, ...request }) => memdir.transfer(request, digest),
    invalidates: ({ status }) => (status === 'done' ? ['tree'] : []),
  }),
  planEdit: serviceRequest({
    params: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('type'), ids, type: z.string() }),
      z.object({ kind: z.literal('confirm'), ids }),
      z.object({ kind: z.literal('list'), ids }),
      z.object({ kind: z.literal('move'), ids, store: z.string() }),
    ]),
    call: (memdir, request) => memdir.planEdit(request),
  }),
  /** Some memories as lines of an export. */
  export: serviceRequest({
    params: z.object({ ids }),
    call: async (memdir, request) => {
      const wanted = new Set(request.ids);
      const { memories, left } = await memdir.export();
      return { memories: memories.filter(({ id }) => wanted.has(id)), left };
    },
  }),
  history: serviceRequest({ params: z.object({ id: z.string() }), call: (memdir, { id }) => memdir.history(id) }),
  stale: serviceRequest({
    params: z.object({ limit: z.number().optional(), repo: text, reader: text }),
    call: (memdir, filter) => memdir.stale(filter),
  }),
};
