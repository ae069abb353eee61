import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

interface StreamedLine {
  timepoint: number;
  text: string;
}

/** An accepted connection. */
export interface OpenedStream {
  path: string;
  /** The requested timepoint; null for the newest. */
  timepoint: number | null;
  authorization: string;
}

/** A registry's stream on loopback over HTTP. Each connection receives the events after its timepoint, then new ones. */
export class StandInStream {
  readonly opened: OpenedStream[] = [];
  /** Responses for the next connections instead of the stream. */
  readonly refusals: { status: number; headers?: Record<string, string> }[] = [];
  /** Timepoints before this one have expired. */
  forgottenUntil = 0;
  mostAtOnce = 0;
  readonly #lines: StreamedLine[] = [];
  readonly #open = new Set<ServerResponse>();

  get open(): number {
    return this.#open.size;
  }

  /** Publishes an event. */
  publish(timepoint: number, event: Record<string, unknown>): void {
    const text = `${JSON.stringify({ ...event, event: { timepoint, type: 'changed', published_at: '2026-11-20T10:00:00' } })}\n`;
    this.#lines.push({ timepoint, text });
    this.send(text);
  }

  /** Sends bytes to the current connections only. */
  send(bytes: string | Buffer): void {
    for (const response of this.#open) response.write(bytes);
  }

  /** Closes every connection abruptly. */
  cut(): void {
    for (const response of this.#open) response.destroy();
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://stand-in');
    const requested = url.searchParams.get('timepoint');
    const timepoint = requested === null ? null : Number(requested);
    this.opened.push({ path: url.pathname, timepoint, authorization: request.headers.authorization ?? '' });
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return void response.writeHead(refusal.status, refusal.headers ?? {}).end('no');
    if (timepoint !== null && timepoint < this.forgottenUntil) return void response.writeHead(416).end();
    this.#open.add(response);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#open.size);
    response.on('close', () => this.#open.delete(response));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('\n');
    if (timepoint === null) return;
    for (const line of this.#lines) if (line.timepoint >= timepoint) response.write(line.text);
  }
}

/** A host whose paths are streams, for a test file. Call `reset` before each test. */
export function useStandInStreams(host: string) {
  let server: Server | null = null;
  const streams = new Map<string, StandInStream>();
  const originOverrides: Record<string, string> = {};
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '', 'http://stand-in').pathname;
      const stream = streams.get(path);
      if (stream === undefined) response.writeHead(404).end();
      else stream.answer(request, response);
    });
    await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
    originOverrides[`https://${host}`] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  return {
    originOverrides,
    reset(path: string): StandInStream {
      streams.clear();
      const stream = new StandInStream();
      streams.set(path, stream);
      return stream;
    },
  };
}
