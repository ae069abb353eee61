import { expect, it } from 'vitest';
import { z } from 'zod';
import { SECRET_BOX } from '../../../test/accounts/people.ts';
import { useTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { OPERATIONS } from '../operations.ts';
import { pathParameters, restPlaceOf } from './input-parsing.ts';

const database = useTestDatabase();
const api = useTestApi(database, { secretBox: SECRET_BOX });

it.each(['/oauth/authorize', '/api/v1/lifecycle-events', '/', '/docs'])(
  'rejects thousands of parameters at %s',
  async path => {
    const { status, json } = await api.get(`${path}?${'a&'.repeat(7_000)}`);
    expect([status, json.error]).toEqual([400, 'bad_request']);
    expect(json.message).toContain('at most 500');
  },
);

it('bounds every text and list in a query or path in the OpenAPI document', () => {
  const unbounded = OPERATIONS.flatMap(operation => {
    const inPath = pathParameters(operation.route);
    const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      if (typeof property !== 'object' || (restPlaceOf(operation) === 'body' && !inPath.includes(name))) return [];
      const { items } = property;
      const isItemBounded = typeof items !== 'object' || Array.isArray(items) || isBounded(items);
      return isBounded(property) && isItemBounded ? [] : [`${operation.name} ${name}`];
    });
  });
  expect(unbounded).toEqual([]);
});

type Property = z.core.JSONSchema._JSONSchema;

function isBounded(property: Property): boolean {
  if (typeof property !== 'object') return false;
  if (property.type === 'array') return property.maxItems !== undefined;
  if (property.type !== 'string') return true;
  const { maxLength, pattern, format } = property;
  const isEnumerated = property.enum !== undefined || property.const !== undefined;
  // Patterns without open repetition, such as those of UUIDs, bound the length too.
  const isFixed = format === 'uuid' || (pattern !== undefined && !/[*+]|\{\d+,\}/.test(pattern));
  return maxLength !== undefined || isEnumerated || isFixed;
}
