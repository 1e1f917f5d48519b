/** An editor's process for the tests: forks a host, lets it search by meaning, says its process id, and then only lives on. */
import { fork } from 'node:child_process';

const [hostFile = '', params = '{}'] = process.argv.slice(2);
const host = fork(hostFile, ['--node-ipc'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
const answer = (id: number): Promise<unknown> =>
  new Promise((resolve) => {
    host.on('message', (message: { id?: number; method?: string }) => {
      if (message.id === id && message.method === undefined) resolve(message);
    });
  });

host.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: JSON.parse(params) as unknown });
await answer(1);
host.send({ jsonrpc: '2.0', method: 'initialized', params: {} });
host.send({ jsonrpc: '2.0', id: 2, method: 'memdir/health' });
await answer(2);
process.stdout.write(`${host.pid}\n`);
setInterval(() => {}, 60_000);
