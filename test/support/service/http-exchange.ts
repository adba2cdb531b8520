import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  body: string;
}

/** Sends bytes that no client library would and reads the answer until the service hangs up. */
export async function exchange(serviceUrl: string, request: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(serviceUrl);
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    // A service that hangs up on us mid-sentence may reset the connection after its answer.
    socket.on('error', (error) =>
      chunks.length > 0 ? resolve(Buffer.concat(chunks).toString()) : reject(error),
    );
  });
  const [head, body = ''] = text.split(/\r\n\r\n/, 2);
  return { status: Number(head.split(' ')[1]), body };
}

/** A connection to a service on which nothing was sent yet. That the service hangs up on it is no error. */
export async function openConnection(serviceUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(serviceUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
