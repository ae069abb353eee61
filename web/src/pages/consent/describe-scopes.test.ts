import { expect, it } from 'vitest';
import { describeScopes } from './describe-scopes.ts';

it('lists each scope as either allowed or not allowed', () => {
  const { may, mayNot } = describeScopes(['data:read', 'account:write'], '/');
  expect(may.map(words => words.split(' ')[0])).toEqual(['read', 'change']);
  expect(mayNot.map(words => words.split(' ')[0])).toEqual(['see', 'see']);
  expect(mayNot.at(-1)).toContain('password');
});

it('lists the interfaces that the app cannot use', () => {
  expect(describeScopes(['data:read'], '/mcp').mayNot).toContain('use the REST API');
  expect(describeScopes(['data:read'], '/api').mayNot).toContain('use the tools for agents');
  expect(describeScopes(['data:read', 'unheard:of'], null).may).toHaveLength(1);
});
