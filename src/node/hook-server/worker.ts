/** Entry of the thread that answers hooks for a host: see `startHookServer`. It keeps observations by itself and asks the host for recalls. */
import { type MessagePort, parentPort } from 'node:worker_threads';

import { asError, MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Log } from '../../core/ports/log.js';
import {
  type ObserveAnswer,
  type ObserveCall,
  readRecallCall,
  type RecallAnswer,
  type RecallCall,
  STOP_PATH,
  WARM_PATH,
} from '../../protocol/hooks.js';
import { Connection, threadChannel } from '../../rpc/connection.js';
import { observe } from '../../service/capture/capture.js';
import { createProducer } from '../capture/producer.js';
import { systemClock } from '../clock.js';
import { type Endpoint, openEndpoint, type RequestHandler } from './endpoint.js';
import type { HookHostMethods, HookServerMethods, HookServerSettings, HookServerStart } from './messages.js';

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  let settings: HookServerSettings = { capturing: false };
  let endpoint: Endpoint | undefined;
  const host = new Connection<HookHostMethods, HookServerMethods>(threadChannel(port), {
    start: async ([{ settings: initial, ...place }]) => {
      settings = initial;
      endpoint = await open(host, { ...place, settings: () => settings });
      return endpoint.port;
    },
    changeSettings: ([changed]) => {
      settings = changed;
      endpoint?.announce();
    },
    stop: async () => {
      await endpoint?.close().finally(() => port.close());
    },
  });
}

type Host = Connection<HookHostMethods, HookServerMethods>;

interface OpenOptions extends Omit<HookServerStart, 'settings'> {
  readonly settings: () => HookServerSettings;
}

async function open(host: Host, { settings, ...place }: OpenOptions): Promise<Endpoint> {
  const queue = createProducer({ dataDir: place.dataDir, clock: systemClock, enabled: () => settings().capturing });
  const handlers: Readonly<Record<string, RequestHandler>> = {
    '/recall': async (body, signal): Promise<RecallAnswer> =>
      await host.request('recall', [recallCallOf(body)], signal),
    '/observe': async (body): Promise<ObserveAnswer> => {
      const answer = await observe(queue, body as ObserveCall, 'endpoint');
      host.notify('observed');
      return answer;
    },
    ...(place.background === undefined ? {} : backgroundHandlers(host)),
  };
  try {
    return await openEndpoint({ ...place, log: logOf(host), handlers, settings });
  } catch (error) {
    throw new MemdirError('unavailable', asError(error).message, { cause: error });
  }
}

/** What the background process is asked beside. */
const backgroundHandlers = (host: Host): Readonly<Record<string, RequestHandler>> => ({
  [WARM_PATH]: async (body) => {
    await host.request('warm', [recallCallOf(body)]);
    return {};
  },
  [STOP_PATH]: async () => {
    host.notify('end');
    return Promise.resolve({});
  },
});

function recallCallOf(body: unknown): RecallCall {
  const call = readRecallCall(body);
  if (call === undefined) throw new MemdirError('bad-input', t('A recall needs a prompt, a session and a folder.'));
  return call;
}

const logOf = (host: Host): Log => ({
  info: (line) => host.notify('log', 'info', line),
  warn: (line) => host.notify('log', 'warn', line),
  error: (line, cause) => host.notify('log', 'warn', cause === undefined ? line : `${line} ${messageOf(cause)}`),
});
