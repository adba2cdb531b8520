import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * After an answer that was on its way when the service was told to stop, its connection is kept this long, ms; so are
 * those on which nothing is asked once the server does not listen any more.
 */
const briefMs = 1_000;

/**
 * Looks after the connections of a server that does not listen yet.
 *
 * @returns from when it is called each answer is its connection's last, also those to requests in hand: who keeps
 * connections for further requests (balancers do) must not send one into the very end, where nobody can tell whether it
 * was done; and a connection that is kept would hold up the end
 */
export function connectionsOf(server: Server): () => void {
  const open = new Set<Socket>();
  const inHand = new Set<ServerResponse>();
  const closeAfter = (response: ServerResponse) => response.setHeader('Connection', 'close');
  let stopping = false;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', (_request, response) => {
    inHand.add(response);
    response.once('close', () => inHand.delete(response));
    if (stopping) closeAfter(response);
  });
  return () => {
    stopping = true;
    for (const response of inHand) if (!response.headersSent) closeAfter(response);
    server.keepAliveTimeout = briefMs;
    // Clients open connections that they may need. To Node one without a request, or with half of one, is busy, and a
    // server that does not listen any more waits for it without limit.
    setInterval(() => {
      if (server.listening) return;
      const busy = new Set([...inHand].map(({ socket }) => socket));
      for (const socket of open) if (!busy.has(socket)) socket.destroy();
    }, briefMs).unref();
  };
}
