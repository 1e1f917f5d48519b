import * as z from 'zod';

import { serviceRequest } from './request.js';

const text = z.string().optional();
const texts = z.array(z.string()).readonly().optional();
const author = z.literal(['agent', 'person']).optional();
const insist = z.boolean().optional();
const memory = z.object({ id: z.string(), agentId: text });

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
  history: serviceRequest({ params: z.object({ id: z.string() }), call: (memdir, { id }) => memdir.history(id) }),
  stale: serviceRequest({
    params: z.object({ limit: z.number().optional(), repo: text, reader: text }),
    call: (memdir, filter) => memdir.stale(filter),
  }),
};
