/** Calls of the tools by language models of the editor. Whoever calls has asked the user where that is due. */
import { MemdirError } from '../core/errors.js';
import type { Memdir } from '../core/memdir.js';
import type { Log } from '../core/ports/log.js';
import type { HostHandlers } from '../protocol/methods.js';
import { isToolName, TOOLS } from '../protocol/tools.js';
import { callTool, previewTool } from '../service/tools.js';

export interface ToolParts {
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  /** Something was written: the tree is out of date. */
  readonly changed: (memdir: Memdir) => Promise<void>;
  readonly log: Log;
}

export const toolHandlers = ({ engine, changed, log }: ToolParts): Pick<HostHandlers, 'tool' | 'toolPreview'> => ({
  tool: async (params, signal) => {
    if (typeof params?.name !== 'string') throw new MemdirError('bad-input', 'Name the tool to call.');
    const memdir = await engine(signal);
    const answer = await callTool(memdir, params.name, params.input, { signal, log });
    if (!answer.isError && isToolName(params.name) && TOOLS[params.name].writes) await changed(memdir);
    return answer;
  },
  toolPreview: async (params, signal) => {
    if (typeof params?.name !== 'string' || !isToolName(params.name))
      throw new MemdirError('bad-input', 'Name the tool to call.');
    return TOOLS[params.name].writes
      ? await previewTool(await engine(signal), params.name, params.input, { signal, log })
      : {};
  },
});
