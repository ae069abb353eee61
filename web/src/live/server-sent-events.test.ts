import { expect, it } from 'vitest';
import { readEvents, type ServerSentEvent } from './server-sent-events.ts';

async function read(...chunks: string[]): Promise<ServerSentEvent[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(new Response(stream))) events.push(event);
  return events;
}

it('parses events across chunk boundaries and skips comments', async () => {
  expect(
    await read(
      ': hello\n\nid: a\nevent: notification\nda',
      'ta: {"x":1}\n\n: still here\n\nid: b\r\ndata: 1\r\n',
      '\r\ndata: cut',
    ),
  ).toEqual([
    { id: 'a', data: '{"x":1}' },
    { id: 'b', data: '1' },
  ]);
});
