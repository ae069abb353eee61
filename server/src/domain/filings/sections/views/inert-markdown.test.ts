import { describe, expect, it } from 'vitest';
import { cutMarkdown } from './inert-markdown.ts';

describe('Markdown', () => {
  it('shows every < outside code blocks as an entity, whether it was escaped or not', () => {
    expect(cutMarkdown('<script>a</script> \\<b\\> \\\\\\<i> 1 < 2')).toEqual([
      '&lt;script>a&lt;/script> &lt;b\\> \\\\&lt;i> 1 &lt; 2',
    ]);
    expect(cutMarkdown('| <img src=x onerror=alert(1)> | 5 |')).toEqual(['| &lt;img src=x onerror=alert(1)> | 5 |']);
  });

  it('keeps code blocks as they are', () => {
    const block = '````\n<S> ``` <C>\n```\n<b>\n````';
    expect(cutMarkdown(`${block}\n\n<b>`)).toEqual([`${block}\n\n&lt;b>`]);
  });

  it('closes a code block at the end of a part and opens it again in the next, so that its text is never live', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `<script>${at}</script>`);
    const parts = cutMarkdown(`before\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n<b>after`, 120);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      const outside = part.replace(/^```\n[\s\S]*?\n```$/gm, '');
      expect(outside, part).not.toContain('<');
    }
    const all = parts.join('\n');
    for (const line of lines) expect(all).toContain(line);
    expect(parts.at(-1)).toContain('&lt;b>after');
  });
});
