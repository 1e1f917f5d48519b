/** A server that takes a body, does nothing with it and answers as a host does: `bare-server.mts ANSWER_TOKEN`, started with a channel, which it tells its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [token = ''] = process.argv.slice(2);
const server = createServer((question, reply) => {
  question
    .resume()
    .on('end', () =>
      reply
        .writeHead(200, { 'content-type': 'application/json', 'x-memdir-answer': token, connection: 'close' })
        .end('{}'),
    );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
