import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a stand-in model received. */
export interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; max_tokens: number; messages: { role: string; content: string }[] };
  /** The passage that it asks about. */
  passage: string;
}

/** An address of the chat-completions protocol on loopback. */
export interface StandInModel {
  /** The base address. */
  url: string;
  requests: ModelRequest[];
  /** Responds to a request; by default with no assertions. */
  answer: (request: ModelRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Responds as the protocol does, with a text as what the model says. */
export function say(response: ServerResponse, content: string, totalTokens = 1_000): void {
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: totalTokens };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }], usage }));
}

export function propose(response: ServerResponse, ...assertions: unknown[]): void {
  say(response, JSON.stringify({ assertions }));
}

export async function startStandInModel(): Promise<StandInModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest['body'];
      const passage = body.messages.at(-1)?.content ?? '';
      const received = { path: request.url ?? '', headers: request.headers, body, passage };
      requests.push(received);
      model.answer(received, response);
    });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const model: StandInModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answer: (_request, response) => propose(response),
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return model;
}
