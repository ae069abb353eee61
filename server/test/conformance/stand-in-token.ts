import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that adds a credential to each request, because the conformance suite sends none. */
export async function startWithToken(target: string, secret: string): Promise<{ url: string; close: () => void }> {
  const { port } = new URL(target);
  const server = createServer((request, response) => {
    // Forwards all other headers unchanged, because the suite tests invalid hosts and origins.
    const headers = { ...request.headers, authorization: `Bearer ${secret}` };
    const requested = httpRequest(
      { host: '127.0.0.1', port, path: request.url, method: request.method, headers },
      answer => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    requested.on('error', () => response.destroy());
    request.pipe(requested);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close: () => server.close() };
}
