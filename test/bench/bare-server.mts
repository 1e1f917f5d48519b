/** A server that proves itself, takes a body, does nothing with it and answers as a host does: `bare-server.mts KEY`, started with a channel, which it tells its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { newNonce, proofOf } from '../../src/node/hook-proof.js';
import { NONCE_HEADER, PROOF_HEADER } from '../../src/protocol/hooks.js';

const [key = ''] = process.argv.slice(2);
const server = createServer((question, reply) => {
  const client = question.headers[NONCE_HEADER];
  const nonces = { client: String(client), host: newNonce() };
  const proof = { [NONCE_HEADER]: nonces.host, [PROOF_HEADER]: proofOf('host', key, nonces) };
  question
    .resume()
    .on('end', () =>
      client === undefined
        ? reply.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{}')
        : reply.writeHead(200, { 'content-length': 0, ...proof }).end(),
    );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
