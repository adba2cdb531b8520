import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut and mended: an outage as its clients see it. */
export class TcpGate {
  private readonly sockets = new Set<Socket>();
  /** Ends of clients whose other end is gone without their knowing. */
  private readonly forgotten = new Set<Socket>();
  /** The target's end of each connection, by the client's. */
  private readonly farEnds = new Map<Socket, Socket>();
  private server: Server | undefined;

  private constructor(
    private readonly target: URL,
    private port: number,
  ) {}

  static async to(url: string): Promise<TcpGate> {
    const gate = new TcpGate(new URL(url), 0);
    await gate.mend();
    return gate;
  }

  /** The target's address through the gate. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String(this.port);
    return url.href;
  }

  /** Breaks all connections and refuses new ones. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Ends all connections at the target alone, as a firewall does that forgets idle ones: clients are told nothing. */
  forget(): void {
    for (const [near, far] of this.farEnds) {
      this.forgotten.add(near);
      far.destroy();
    }
  }

  /** Lets connections through, on the same port as before. */
  async mend(): Promise<void> {
    this.server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.sockets.delete(socket);
          far.destroy();
          if (socket === far && this.forgotten.has(near)) return;
          near.destroy();
          this.farEnds.delete(near);
          this.forgotten.delete(near);
        });
      }
      this.farEnds.set(near, far);
      near.pipe(far).pipe(near);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }
}
