import { cutParts } from './cut-parts.ts';

/** A line that opens or closes a code block. */
const FENCE = /^`{3,}$/;

/**
 * The parts of a section in Markdown, without live HTML: outside code blocks every `<` is an entity, which all readers of
 * Markdown show as text. A code block that spans parts is closed at the end of one and opened again in the next, because
 * its lines are text only between fences.
 */
export function cutMarkdown(markdown: string, maxChars?: number): string[] {
  let fence: string | null = null;
  return cutParts(toInert(markdown), 'markdown', maxChars).map(part => {
    const opened: string | null = fence;
    for (const line of part.split('\n')) fence = fenceAfter(fence, line);
    const head = opened === null ? '' : `${opened}\n`;
    const tail = fence === null ? '' : `${part.endsWith('\n') ? '' : '\n'}${fence}`;
    return head + part + tail;
  });
}

function toInert(markdown: string): string {
  let fence: string | null = null;
  return markdown
    .split('\n')
    .map(line => {
      const isText = fence === null;
      fence = fenceAfter(fence, line);
      return isText ? line.replace(/(\\*)</g, (_all, escapes: string) => `${unescaped(escapes)}&lt;`) : line;
    })
    .join('\n');
}

/** The backslashes before a `<`, without the one that escapes it. */
function unescaped(escapes: string): string {
  return escapes.length % 2 === 0 ? escapes : escapes.slice(1);
}

/** The fence of the code block that is open after a line; null if none is. */
function fenceAfter(fence: string | null, line: string): string | null {
  if (fence === null) return FENCE.test(line) ? line : null;
  return FENCE.test(line) && line.length >= fence.length ? null : fence;
}
