import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** After an answer that was on its way when the service was told to stop, its connection is kept this long, ms. */
const briefMs = 1_000;

/**
 * Looks after the connections of a server that does not listen yet.
 *
 * @returns from when it is called each answer is its connection's last, also those to requests in hand: who keeps
 * connections for further requests (balancers do) must not send one into the very end, where nobody can tell whether it
 * was done; and a connection that is kept would hold up the end
 */
export function connectionsOf(server: Server): () => void {
  const inHand = new Set<ServerResponse>();
  /** Those on which no request has come yet. */
  const unused = new Set<Socket>();
  const closeAfter = (response: ServerResponse) => response.setHeader('Connection', 'close');
  const admit = (response: ServerResponse) => {
    inHand.add(response);
    response.once('close', () => inHand.delete(response));
  };
  let take = admit;
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    unused.delete(request.socket);
    take(response);
  });
  return () => {
    take = closeAfter;
    for (const response of inHand) if (!response.headersSent) closeAfter(response);
    server.keepAliveTimeout = briefMs;
    // Clients open connections that they may need; to Node these are busy until a request has come, and a server that
    // does not listen any more waits for them without limit.
    setInterval(() => {
      if (!server.listening) for (const socket of unused) socket.destroy();
    }, briefMs).unref();
  };
}
