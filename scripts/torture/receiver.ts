import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The requests received at the endpoints of all accounts. */
export interface Receiver {
  url: string;
  /** Timestamps of the received attempts by delivery. */
  readonly received: ReadonlyMap<string, string[]>;
  /** Total requests. */
  count(): number;
  /** Requests with an invalid signature. */
  forged(): number;
  close(): Promise<void>;
}

/** Returns 503 to the first attempt of each delivery whose id `fails`, otherwise 200. */
export async function startReceiver(secret: string, fails: (deliveryId: string) => boolean): Promise<Receiver> {
  const received = new Map<string, string[]>();
  let count = 0;
  let forged = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const timestamp = String(request.headers['x-webhook-timestamp']);
      const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(Buffer.concat(chunks)).digest('hex');
      const [expected, given] = [`sha256=${digest}`, String(request.headers['x-webhook-signature'])].map(Buffer.from);
      if (!expected || given?.length !== expected.length || !timingSafeEqual(expected, given)) forged++;
      const before = received.get(id);
      if (before === undefined) received.set(id, [timestamp]);
      else before.push(timestamp);
      count++;
      response.writeHead(before === undefined && fails(id) ? 503 : 200).end();
    });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    count: () => count,
    forged: () => forged,
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
