import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import manifest from './contract-routes.json' with { type: 'json' };
import { openApiDocument } from './openapi/openapi-document.ts';
import { OPERATIONS } from './operations.ts';

/** The routes of the contract and the schema that each returns (null: no JSON body). Routes beyond it are not listed. */
const contract = new Map<string, string | null>(
  manifest.contract.map(({ route, answer: response }) => [route, response]),
);
const built = new Map(OPERATIONS.map(operation => [operation.route as string, operation]));
const SERVER = join(import.meta.dirname, '..');
const document = openApiDocument(OPERATIONS) as {
  paths: Record<string, Record<string, { operationId: string; parameters: { name: string; description: string }[] }>>;
};

/** Members of a JSON schema that hold a schema. */
const SCHEMA_WORDS = new Set(['additionalProperties', 'propertyNames']);

describe('the contract', () => {
  it('has 70 routes, each listed once', () => {
    expect(manifest.contract).toHaveLength(70);
    expect(contract.size).toBe(70);
  });

  it('is implemented completely', () => {
    expect([...contract.keys()].filter(route => !built.has(route))).toEqual([]);
  });

  it('exempts the lifecycle tape only from credentials', () => {
    const open = OPERATIONS.filter(({ plan }) => plan === 'public').map(({ route }) => route);
    expect(open).toEqual(['GET /api/v1/lifecycle-events']);
  });

  it('has one operation for each route', () => {
    expect(built.size).toBe(OPERATIONS.length);
  });
});

describe.each(OPERATIONS.map(operation => [operation.name, operation] as const))('%s', (name, operation) => {
  it('returns the schema that the contract names', () => {
    const named = operation.output instanceof z.ZodArray ? (operation.output.element as z.ZodType) : operation.output;
    const schema = contract.get(operation.route);
    if (schema !== undefined) expect(named.meta()?.id ?? null).toBe(schema);
  });

  it('is in the OpenAPI document', () => {
    const [method = '', path = ''] = operation.route.split(' ');
    expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(name);
  });

  it('requires the scope of the data it accesses', () => {
    const isAccount = operation.route.includes(' /api/user');
    const scope = isAccount ? (operation.route.startsWith('GET ') ? 'account:read' : 'account:write') : undefined;
    expect(operation.scope).toBe(scope);
  });

  it('is an agent tool or states why not', () => {
    const { tool } = operation;
    if (typeof tool === 'string') expect(tool).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
    else expect(tool.none.length).toBeGreaterThan(10);
    for (const parameter of Object.keys(operation.input.shape)) expect(parameter).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
  });

  it('has a summary and a description, and describes every parameter', () => {
    expect(operation.summary.length, 'characters of the summary').toBeGreaterThan(10);
    expect(operation.description.length, 'characters of the description').toBeGreaterThan(60);
    const [method = '', path = ''] = operation.route.split(' ');
    for (const parameter of document.paths[path]?.[method.toLowerCase()]?.parameters ?? []) {
      expect(parameter.description, parameter.name).not.toBe(parameter.name);
      expect(parameter.description.length, `characters of the description of ${parameter.name}`).toBeGreaterThan(10);
    }
  });

  it('names the next page by what pages it: next_cursor, total, or has_more', () => {
    const { output } = operation;
    const shape = output instanceof z.ZodObject ? Object.keys(output.shape) : [];
    const inputs = Object.keys(operation.input.shape);
    // A feed of Atom has no JSON body.
    const isJson = contract.get(operation.route) !== null;
    if (!isJson || !inputs.includes('limit') || shape.length === 0) return;
    const pagedBy = inputs.includes('cursor') ? 'next_cursor' : inputs.includes('offset') ? 'total' : 'has_more';
    expect(shape).toContain(pagedBy);
  });

  it('names members in snake case and days …_date, never …_on', () => {
    const schema = JSON.stringify(z.toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' }));
    const names = [...schema.matchAll(/"([^"]+)":\{(?:"[^"]+":"[^"]*",)*"(?:type|anyOf|\$ref|enum|const)"/g)].map(
      match => match[1] ?? '',
    );
    expect(names.filter(one => /_on$/.test(one) && one !== 'matched_on')).toEqual([]);
    expect(names.filter(one => /[A-Z]/.test(one) && /^[a-z]/.test(one) && !SCHEMA_WORDS.has(one))).toEqual([]);
  });

  it('has an example that its input schema accepts', () => {
    expect(operation.input.safeParse(operation.example).error).toBeUndefined();
  });

  it('is defined in its own file with a test beside it', () => {
    const file = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    const found = globSync(`{domain/*/*,accounts,delivery/*}/operations/${file}.ts`, { cwd: SERVER });
    expect(found).toHaveLength(1);
    expect(existsSync(join(SERVER, (found[0] ?? '').replace('.ts', '.test.ts')))).toBe(true);
  });
});
