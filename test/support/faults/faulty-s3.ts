import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What is wrong with the store: `away` hangs up on everyone, `hanging` takes requests and never answers, `failing`
 * answers 500, `full` takes nothing new, `slow` lets everyone wait, `breaking` hangs up in the middle of bodies, both
 * ways.
 */
export const storeFaults = ['away', 'hanging', 'failing', 'full', 'slow', 'breaking'] as const;
export type StoreFault = (typeof storeFaults)[number];

const slowMs = 400;
/** Bytes after which a body breaks off. */
const breakAfter = 2_000;

/** A read of a file that waits on its way. */
export interface HeldRead {
  /** Settles when the read has come. */
  asked: Promise<void>;
  /** Lets it pass. */
  release: () => void;
}

/** A way to an S3 server on which things go wrong. */
export class FaultyS3 {
  fault: StoreFault | null = null;
  /** Requests that are not allowed. */
  forbids: ((request: IncomingMessage) => boolean) | null = null;
  private readonly server: Server;
  /** Whether the next batch of deletions is answered as done, each file of it refused. */
  private keeps = false;
  /** Told of the next read, which then waits for what it gives. */
  private onRead: ((path: string) => Promise<void> | undefined) | null = null;

  private constructor(private readonly port: number) {
    this.server = createServer((request, response) => void this.pass(request, response));
  }

  static async to(port: number): Promise<FaultyS3> {
    const proxy = new FaultyS3(port);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /**
   * Makes the next read of a file wait.
   *
   * @param folder of files under `packets` or under `forms`
   */
  holdRead(folder: 'packets' | 'forms' = 'packets'): HeldRead {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked = new Promise<void>((resolve) => {
      this.onRead = (path) => {
        // Behind the bucket's name.
        if (path.split('/')[2] !== folder) return undefined;
        this.onRead = null;
        resolve();
        return released;
      };
    });
    return { asked, release };
  }

  /** Has the next batch of deletions delete nothing: S3 answers 200 all the same, with an error for each file. */
  keepNextBatch(): void {
    this.keeps = true;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = this;
    request.on('error', () => undefined);
    if (fault === 'away') return void request.socket.destroy();
    if (fault === 'hanging') return;
    if (fault === 'failing') return refuse(request, response, 500, 'InternalError');
    if (fault === 'full' && request.method === 'PUT')
      return refuse(request, response, 507, 'InsufficientStorage');
    if (this.forbids?.(request)) return refuse(request, response, 403, 'AccessDenied');
    if (fault === 'slow') await sleep(slowMs);
    if (this.keeps && request.method === 'POST' && request.url?.includes('?delete')) {
      this.keeps = false;
      return respond(
        request,
        response,
        200,
        `<DeleteResult><Error>${error('AccessDenied')}</Error></DeleteResult>`,
      );
    }
    if (request.method === 'GET') await this.onRead?.(request.url ?? '');
    const { method, url: path, headers } = request;
    const onward = send({ host: '127.0.0.1', port: this.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (fault === 'breaking') breakOff(answer, () => response.destroy());
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    if (fault === 'breaking') {
      breakOff(request, () => {
        onward.destroy();
        request.socket.destroy();
      });
    }
    request.pipe(onward);
  }
}

const error = (code: string) => `<Code>${code}</Code><Message>${code}</Message>`;

const refuse = (request: IncomingMessage, response: ServerResponse, status: number, code: string): void =>
  respond(request, response, status, `<Error>${error(code)}</Error>`);

/** Answers itself, once the request has come whole. */
function respond(request: IncomingMessage, response: ServerResponse, status: number, body: string): void {
  request.resume();
  request.on('end', () => {
    response.writeHead(status, { 'Content-Type': 'application/xml' });
    response.end(`<?xml version="1.0"?>${body}`);
  });
}

function breakOff(body: IncomingMessage, hangUp: () => void): void {
  let passed = 0;
  body.on('data', (chunk: Buffer) => {
    passed += chunk.length;
    if (passed > breakAfter) hangUp();
  });
}
