import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

interface StreamedLine {
  timepoint: number;
  text: string;
}

/** A connection as it came in. */
export interface OpenedStream {
  path: string;
  /** As it was asked for; null = the newest. */
  timepoint: number | null;
  authorization: string;
}

/** A stream of a registry, on loopback over real HTTP: it gives each connection what follows its timepoint, and what comes. */
export class StandInStream {
  readonly opened: OpenedStream[] = [];
  /** What connections get instead, one after another. */
  readonly refusals: { status: number; headers?: Record<string, string> }[] = [];
  /** Timepoints before this one are not known any more. */
  forgottenUntil = 0;
  mostAtOnce = 0;
  readonly #lines: StreamedLine[] = [];
  readonly #open = new Set<ServerResponse>();

  get open(): number {
    return this.#open.size;
  }

  /** Publishes an event. */
  tell(timepoint: number, event: Record<string, unknown>): void {
    const text = `${JSON.stringify({ ...event, event: { timepoint, type: 'changed', published_at: '2026-11-20T10:00:00' } })}\n`;
    this.#lines.push({ timepoint, text });
    this.send(text);
  }

  /** Sends bytes to whoever is connected now, and to nobody later. */
  send(bytes: string | Buffer): void {
    for (const response of this.#open) response.write(bytes);
  }

  /** Cuts every connection. */
  cut(): void {
    for (const response of this.#open) response.destroy();
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://stand-in');
    const asked = url.searchParams.get('timepoint');
    const timepoint = asked === null ? null : Number(asked);
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

/** A host whose paths are streams, for a whole test file: `reset` before each test. */
export function useStandInStreams(host: string) {
  let server: Server | null = null;
  const streams = new Map<string, StandInStream>();
  const standIns: Record<string, string> = {};
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '', 'http://stand-in').pathname;
      const stream = streams.get(path);
      if (stream === undefined) response.writeHead(404).end();
      else stream.answer(request, response);
    });
    await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
    standIns[`https://${host}`] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  return {
    standIns,
    reset(path: string): StandInStream {
      streams.clear();
      const stream = new StandInStream();
      streams.set(path, stream);
      return stream;
    },
  };
}
