/** The endpoints of `bench/webhooks.ts` in a separate process, which reports each request and its time to its parent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Path, filing id and arrival time in milliseconds since 1970. */
export type Came = [path: string, filingId: string, at: number];

const FILING_ID = /"filing_id":\s*"([^"]+)"/;
let came: Came[] = [];

const server = createServer((request, response) => {
  let body = '';
  request.on('data', chunk => {
    body += chunk;
  });
  request.on('end', () => {
    const path = request.url ?? '';
    came.push([path, FILING_ID.exec(body)?.[1] ?? '', performance.timeOrigin + performance.now()]);
    if (path.startsWith('/hangs')) return;
    response.writeHead(path.startsWith('/fails') ? 500 : 200).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on('message', message => {
  if (message === 'count') process.send?.({ count: came.length });
  if (message === 'report') {
    process.send?.({ came });
    came = [];
  }
});
process.on('disconnect', () => process.exit());
