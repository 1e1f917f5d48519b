import * as z from 'zod';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { isToolName, TOOLS } from '../tools.js';
import { hostRequest } from './request.js';

const call = z.object({ name: z.string(), input: z.unknown() });

export const toolRequests = {
  /** Calls a tool of `protocol/tools`. A failed call is an answer; rejects only when cancelled. Asking the user first is for the caller. */
  tool: hostRequest({
    params: call,
    run: async (host, { name, input }, signal) => {
      const memdir = await host.memdir(signal);
      const answer = await host.callTool(memdir, name, input, signal);
      if (!answer.isError && isToolName(name) && TOOLS[name].writes) await host.invalidate('tree', memdir);
      return answer;
    },
  }),
  /** What the user is asked about before a tool that writes is called; nothing is written. */
  toolPreview: hostRequest({
    params: call,
    run: async (host, { name, input }, signal) => {
      if (!isToolName(name)) throw new MemdirError('bad-input', t('Name the tool to call.'));
      return TOOLS[name].writes ? host.previewTool(await host.memdir(signal), name, input, signal) : {};
    },
  }),
};
