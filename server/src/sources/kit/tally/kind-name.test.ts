import { expect, test } from 'vitest';
import { kindName } from './kind-name.ts';

test.each([
  ['submissions', 'submissions'],
  ['rows/{digest}', 'rows'],
  ['stated/{date}/documents', 'stated/documents'],
  ['accounts/{year}-{report}-{basis}', 'accounts'],
  ['golden-copy-{content}', 'golden-copy'],
  ['{type}/{year}', 'documents'],
  ['https://example.org/lists/{day}/announcements.json?page={page}', 'announcements'],
  ['https://example.org/?list={page}', 'documents'],
])('names the kind %s %s', (template, name) => {
  expect(kindName(template)).toBe(name);
});
