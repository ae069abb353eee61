import { expect, test } from 'vitest';
import { escapeHtml } from './escape-html.ts';

test('escapeHtml leaves no markup, between tags or in an attribute', () => {
  expect(escapeHtml(`<b title="a" lang='b'>AT&T</b>`)).toBe(
    '&lt;b title=&quot;a&quot; lang=&#39;b&#39;&gt;AT&amp;T&lt;/b&gt;',
  );
});
