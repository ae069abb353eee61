import { z } from 'zod';
import { type AnyOperation, EVENT_STREAM, redirect, textStream } from '../../domain/kit/operation.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import { scopeOf } from '../calls.ts';
import { STATUS_OF } from '../http/error-responses.ts';
import { bodyMembersOf, pathParameters, requiresBody, restPlaceOf } from '../http/input-parsing.ts';
import EXAMPLE_RESPONSES from './example-responses.json' with { type: 'json' };
import { errorComponents, HEADERS, responseHeaders } from './openapi-components.ts';
import { openApiWebhooks } from './openapi-webhooks.ts';

type JsonObject = Record<string, unknown>;

const SECURITY_SCHEMES = {
  ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  BearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth access token.' },
};

const INTRODUCTION = `Filings, canonical financials and market data from several national markets. Every figure cites the filing that states it.

Dates are YYYY-MM-DD, timestamps ISO 8601 in UTC. Amounts are JSON numbers in whole units. A value that the source does not state is null; empty responses give the reason in empty_reason. Successful calls debit the credits in x-credits; failed calls and 304 responses are free.`;

/** The OpenAPI 3.1.0 document of a set of operations. The result is deterministic. */
export function openApiDocument(operations: readonly AnyOperation[]): JsonObject {
  const schemas: JsonObject = { ...errorComponents() };
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const [method = '', path = ''] = operation.route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, schemas) };
  }
  const webhooks = openApiWebhooks(schema => outputSchema(schema, schemas));
  const tags = [...new Set(operations.map(({ tag }) => tag))].map(name => ({ name }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'asfiled',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags,
    paths,
    webhooks,
    components: { schemas: sorted(schemas), headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

function describe(operation: AnyOperation, schemas: JsonObject): JsonObject {
  const isPublic = operation.plan === 'public';
  const parameters = parametersOf(operation, schemas);
  const body = bodyMembersOf(operation).length > 0 ? { requestBody: bodyOf(operation, schemas) } : {};
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    security: isPublic ? [] : [{ ApiKeyAuth: [] }, { BearerAuth: [] }],
    parameters: isRepeatable(operation) ? [...parameters, IDEMPOTENCY_KEY] : parameters,
    ...body,
    responses: responsesOf(operation, schemas),
    'x-credits': operation.credits,
    'x-plan': operation.plan,
    ...(isPublic ? {} : { 'x-scope': scopeOf(operation) }),
    ...(typeof operation.tool === 'string'
      ? { 'x-tool': operation.tool, 'x-tool-credits': operation.toolCredits ?? operation.credits }
      : {}),
    'x-example': exampleUrl(operation),
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique key for this request, chosen by the client. For 24 hours, retries with the same key return the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
};

function inputSchema(operation: AnyOperation, schemas: JsonObject): JsonObject {
  return toComponent(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any', override: tidy }), schemas);
}

function parametersOf(operation: AnyOperation, schemas: JsonObject): JsonObject[] {
  const inPath = pathParameters(operation.route);
  const schema = inputSchema(operation, schemas);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const rest = restPlaceOf(operation);
  return Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)
    .filter(([name]) => rest === 'query' || inPath.includes(name))
    .map(([name, { description, ...property }]) => {
      const isInPath = inPath.includes(name);
      const example = (operation.example as JsonObject)[name];
      return {
        name,
        in: isInPath ? 'path' : 'query',
        required: isInPath || required.has(name),
        description: description ?? name,
        schema: property,
        ...(property.type === 'array' ? { style: 'form', explode: true } : {}),
        ...(example === undefined ? {} : { example }),
      };
    });
}

/** Whether a request may carry an Idempotency-Key. */
function isRepeatable({ route, readsOnly }: AnyOperation): boolean {
  return route.startsWith('POST ') && readsOnly !== true;
}

function bodyOf(operation: AnyOperation, schemas: JsonObject): JsonObject {
  const inPath = pathParameters(operation.route);
  const { properties: inputs = {}, required: names = [], ...schema } = inputSchema(operation, schemas);
  const properties = Object.entries(inputs as JsonObject).filter(([name]) => !inPath.includes(name));
  const required = (names as string[]).filter(name => !inPath.includes(name));
  const example = Object.fromEntries(Object.entries(operation.example).filter(([name]) => !inPath.includes(name)));
  return {
    required: requiresBody(operation),
    content: {
      'application/json': {
        schema: { ...schema, properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) },
        example,
      },
    },
  };
}

function responsesOf(operation: AnyOperation, schemas: JsonObject): JsonObject {
  const isMetered = operation.credits > 0;
  const responses = successesOf(operation, schemas, isMetered);
  for (const [status, codes] of errorsByStatus(operation)) responses[status] = errorResponse(status, codes, isMetered);
  return responses;
}

function successesOf(operation: AnyOperation, schemas: JsonObject, isMetered: boolean): Record<string, JsonObject> {
  if (operation.output === redirect) {
    return { 302: { description: operation.summary, headers: responseHeaders('302', isMetered) } };
  }
  const status = operation.status ?? 200;
  if (status === 204) return { 204: { description: operation.summary, headers: responseHeaders('204', isMetered) } };
  const responses: Record<string, JsonObject> = {
    [status]: {
      description: operation.summary,
      headers: responseHeaders(String(status), isMetered),
      content: contentOf(operation, schemas),
    },
  };
  const isStream = operation.mediaType === EVENT_STREAM || operation.output === textStream;
  if (operation.route.startsWith('GET ') && !isStream) {
    responses[304] = {
      description: 'Not modified since the given ETag; free.',
      headers: responseHeaders('304', isMetered),
    };
  }
  return responses;
}

function contentOf(operation: AnyOperation, schemas: JsonObject): JsonObject {
  if (operation.mediaType !== undefined) {
    const types = [operation.mediaType, ...(operation.otherMediaType === undefined ? [] : [operation.otherMediaType])];
    return Object.fromEntries(types.map(type => [type, { schema: { type: 'string' } }]));
  }
  const full = outputSchema(operation.output, schemas);
  const schema = operation.compact ? { anyOf: [full, outputSchema(operation.compact, schemas)] } : full;
  return { 'application/json': { schema, ...exampleResponse(operation) } };
}

function outputSchema(schema: z.ZodType, schemas: JsonObject): JsonObject {
  return toComponent(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: tidy }), schemas);
}

/** The recorded response to the example, over the sample pack. */
function exampleResponse(operation: AnyOperation): { example?: unknown } {
  const example = (EXAMPLE_RESPONSES as JsonObject)[operation.name];
  return example === undefined ? {} : { example };
}

/** Errors of every operation, before those of its own: of malformed URLs, invalid input, rates and failures. */
const COMMON_ERRORS: readonly ErrorCode[] = ['bad_request', 'validation_error', 'rate_limited', 'internal_error'];

function errorsByStatus(operation: AnyOperation): [number, ErrorCode[]][] {
  const codes = new Set<ErrorCode>([...operation.errors, ...COMMON_ERRORS]);
  if (operation.plan !== 'public') codes.add('unauthorized').add('forbidden');
  if (operation.plan === 'pro' || operation.plan === 'business') codes.add('upgrade_required');
  if (operation.credits > 0) codes.add('quota_exceeded');
  // Of a request whose Idempotency-Key is in use.
  if (isRepeatable(operation)) codes.add('conflict');
  // Errors of the transport: headers that are too large, and a database that is temporarily unavailable.
  const byStatus = new Map<number, ErrorCode[]>([
    [431, ['payload_too_large']],
    [503, ['internal_error']],
  ]);
  // A body is read wherever it may come, also where it has no members.
  if (!operation.route.startsWith('GET ')) byStatus.set(413, ['payload_too_large']).set(415, ['bad_request']);
  for (const code of codes) byStatus.set(STATUS_OF[code], [...(byStatus.get(STATUS_OF[code]) ?? []), code]);
  return [...byStatus].sort(([a], [b]) => a - b);
}

function errorResponse(status: number, codes: readonly ErrorCode[], isMetered: boolean): JsonObject {
  const schema = status === 422 ? 'HTTPValidationError' : 'Error';
  return {
    description: status === 422 ? 'All problems of the input.' : codes.join(', '),
    headers: responseHeaders(String(status), isMetered),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

/** Moves the definitions of a schema to the components, and rewrites its references. */
function toComponent(schema: JsonObject, schemas: JsonObject): JsonObject {
  const { $schema: _dialect, $defs: definitions = {}, id, ...rest } = schema;
  for (const [name, definition] of Object.entries(definitions as Record<string, JsonObject>)) {
    const { id: _id, ...body } = definition;
    schemas[name] = pointedAtComponents(body);
  }
  const moved = pointedAtComponents(rest);
  if (typeof id !== 'string') return moved;
  schemas[id] = moved;
  return { $ref: `#/components/schemas/${id}` };
}

function pointedAtComponents(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as JsonObject;
}

/** Removes bounds that only state the range of a double. */
function tidy({ jsonSchema }: { jsonSchema: JsonObject }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function sorted(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Whether a GET of an operation's example has the same response for every caller on every day. Excludes links, account data,
 * feeds, analyst opinions (which depend on the load date of the sample), base rates and multiples (which are computed last), shared
 * screens, manifests of exports, and proofs (which state when documents were fetched).
 */
export function hasStableExample({ output, mediaType, scope, route }: AnyOperation): boolean {
  const isUnstable = [
    ' /api/v1/feeds/',
    ' /api/v1/street/',
    '/base-rates',
    '/valuation',
    '/shared-screens/',
    '/manifest',
    '/facts/verify',
  ].some(part => route.includes(part));
  const isGet = route.startsWith('GET ');
  return isGet && output !== redirect && mediaType === undefined && scope === undefined && !isUnstable;
}

/** The URL of an operation's example, relative to the server. */
export function exampleUrl(operation: AnyOperation): string {
  const [, path = ''] = operation.route.split(' ');
  const example = operation.example as Record<string, unknown>;
  const inPath = pathParameters(operation.route);
  const filled = path.replace(/\{([a-z_]+)\}/g, (_all, name: string) => encodeURIComponent(String(example[name])));
  if (restPlaceOf(operation) === 'body') return filled;
  const query = Object.entries(example)
    .filter(([name]) => !inPath.includes(name))
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]),
    );
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}
