import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { formAddress } from '../../src/sources/kit/http/form-address.ts';
import { SOURCES } from '../../src/sources/sources.ts';

/** A received request. */
export interface ReceivedRequest {
  /** The original address, `https://…`; forms include their fields (sources/kit/http/form-address.ts). */
  address: string;
  headers: IncomingMessage['headers'];
  /** The body; empty for GET. */
  body: string;
}

/** A response of the stand-in. Responses with a status other than 200 usually have no bytes. */
export interface StandInResponse {
  status?: number;
  headers?: Record<string, string>;
  bytes?: string | Buffer;
}

export interface StandInRegistry {
  /** The `originOverrides` option of a worker or gateway: every host of every connector. */
  readonly originOverrides: Record<string, string>;
  /** The requests received so far. */
  readonly received: ReceivedRequest[];
  /** Returns the response to a request; 404 by default. */
  answer(decide: (request: ReceivedRequest) => StandInResponse | Promise<StandInResponse>): void;
}

/** Serves all registries on loopback over HTTP for a test file: `http://127.0.0.1:…/<host>/<path>`. */
export function useStandInRegistry(): StandInRegistry {
  let server: Server | null = null;
  let decide: (request: ReceivedRequest) => StandInResponse | Promise<StandInResponse> = () => ({ status: 404 });
  const received: ReceivedRequest[] = [];
  const originOverrides: Record<string, string> = {};

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Buffer[] = [];
    for await (const piece of request) body.push(piece as Buffer);
    const url = `https:/${request.url ?? ''}`;
    const text = Buffer.concat(body).toString();
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
    const address = isForm ? formAddress(url, Object.fromEntries(new URLSearchParams(text))) : url;
    const requested = { address, headers: request.headers, body: text };
    received.push(requested);
    const { status = 200, headers = {}, bytes = '' } = await decide(requested);
    response.writeHead(status, headers).end(bytes);
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      serve(request, response).catch(() => response.destroy());
    });
    await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    for (const host of SOURCES.flatMap(source => source.description.hosts)) {
      originOverrides[`https://${host}`] = `http://127.0.0.1:${port}/${host}`;
    }
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  return {
    originOverrides,
    received,
    answer(next) {
      decide = next;
    },
  };
}
