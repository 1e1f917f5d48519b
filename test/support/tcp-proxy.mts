/** A network between a client and a server on loopback that can be slow, cut, or lose what one side says. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Network {
  /** Milliseconds that every piece of data takes longer. */
  delayMs: number;
  /** New connections are refused, as without a network. */
  cut: boolean;
  /** Once a client has said these words one after the other, the server's answer is dropped and the connection ends; empty: never. */
  deafAfter: readonly string[];
  /** A connection ends in the middle of an answer after so many bytes from the server; -1: never. */
  halveAfter: number;
}

export interface Proxy {
  readonly port: number;
  readonly network: Network;
  /** Ends all connections. */
  reset(): void;
  /** Resolves once a connection has ended because of the network. */
  readonly broken: () => Promise<void>;
  close(): Promise<void>;
}

export async function startProxy(target: number): Promise<Proxy> {
  const network: Network = { delayMs: 0, cut: false, deafAfter: [], halveAfter: -1 };
  const sockets = new Set<Socket>();
  let breaks = 0;
  const told: (() => void)[] = [];
  const end = (...some: Socket[]): void => {
    for (const socket of some) socket.destroy();
    breaks++;
    for (const tell of told.splice(0)) tell();
  };
  const server: Server = createServer((client) => {
    if (network.cut) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    const later = (work: () => void): void => void setTimeout(work, network.delayMs);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy());
    // What the server said last, such as why it refuses, is on its way.
    upstream.on('close', () => later(() => client.destroySoon()));
    let [said, answered] = [0, 0];
    client.on('data', (data: Buffer) => {
      while (said < network.deafAfter.length && data.includes(network.deafAfter[said] ?? '')) said++;
      // The server still gets and does what was asked.
      if (said > 0 && said === network.deafAfter.length)
        upstream.removeAllListeners('data').on('data', () => end(client));
      later(() => upstream.writable && upstream.write(data));
    });
    upstream.on('data', (data: Buffer) => {
      answered += data.length;
      const over = network.halveAfter < 0 ? 0 : answered - network.halveAfter;
      if (over <= 0) return later(() => client.writable && client.write(data));
      later(() => {
        client.write(data.subarray(0, Math.max(0, data.length - over)), () => end(client, upstream));
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    network,
    reset: () => {
      for (const socket of sockets) socket.destroy();
    },
    broken: () => (breaks > 0 ? Promise.resolve() : new Promise((done) => void told.push(done))),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
