/** One server-sent event. */
export interface ServerSentEvent {
  id: string | undefined;
  data: string;
}

/** The events of a `text/event-stream` response; comments are skipped. */
export async function* readEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (response.body === null) return;
  let rest = '';
  for await (const text of chunksOf(response.body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + text).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = toEvent(block);
      if (event !== null) yield event;
    }
  }
}

/** Not every browser supports async iteration of streams. */
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

/** Null for a block without data, such as a keep-alive comment. */
function toEvent(block: string): ServerSentEvent | null {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^([a-z]+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id, data: data.join('\n') };
}
