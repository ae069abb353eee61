import { expect, it } from 'vitest';
import { scopeWords } from './scope-labels.ts';

it('says of each scope either that the app may or that it may not', () => {
  const { may, mayNot } = scopeWords(['data:read', 'account:write'], '/');
  expect(may.map(words => words.split(' ')[0])).toEqual(['read', 'change']);
  expect(mayNot.map(words => words.split(' ')[0])).toEqual(['see', 'see']);
  expect(mayNot.at(-1)).toContain('password');
});

it('says where the app may not go', () => {
  expect(scopeWords(['data:read'], '/mcp').mayNot).toContain('use the REST API');
  expect(scopeWords(['data:read'], '/api').mayNot).toContain('use the tools for agents');
  expect(scopeWords(['data:read', 'unheard:of'], null).may).toHaveLength(1);
});
