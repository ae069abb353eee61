import { z } from 'zod';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { type InputIssue, InvalidInputError } from './error-responses.ts';

/** The parts of a request that hold the members of an operation's input. */
export interface RequestParts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

type Place = 'path' | 'query' | 'body';
type JsonType = 'integer' | 'number' | 'boolean' | 'array' | 'string';

interface Member {
  place: Place;
  type: JsonType;
  itemType: JsonType;
  /** Of an array; null = any number. */
  maxItems: number | null;
}

/** Reads a request into an operation's input; throws {@link InvalidInputError} with all problems. */
export type InputParser = (parts: RequestParts) => Record<string, unknown>;

/** Creates the parser of one operation. */
export function createInputParser(operation: AnyOperation): InputParser {
  const members = membersOf(operation);
  const restPlace = restPlaceOf(operation);
  const needsBody = requiresBody(operation);
  return parts => {
    const strays = restPlace === 'body' ? straysOf(parts.query) : [];
    const isBodyMissing = needsBody && (parts.body === undefined || parts.body === null);
    const values: Record<string, unknown> = {
      ...(restPlace === 'body' ? bodyMembers(parts.body) : parts.query),
      ...parts.path,
    };
    // Built from entries, because assigning to `__proto__` would not create a member.
    const candidate = Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const member = members.get(name);
        const typed = member && member.place !== 'body' ? fromText(value, member) : value;
        return [name, clippedArray(typed, member)];
      }),
    );
    const result = operation.input.safeParse(candidate);
    if (result.success && isBodyMissing) throw new InvalidInputError([...strays, NO_BODY]);
    if (result.success && strays.length === 0) return result.data;
    const placeOf = (name: PropertyKey | undefined): Place =>
      (typeof name === 'string' ? members.get(name)?.place : undefined) ?? restPlace;
    const issues = result.error?.issues.flatMap(issue => toIssues(issue, values, placeOf)) ?? [];
    throw new InvalidInputError([...strays, ...issues].slice(0, MAX_ISSUES));
  };
}

/** Responses list no more problems, so that a short request cannot cause a long response. */
const MAX_ISSUES = 50;

/**
 * An array that is too long, with one item more than allowed: enough to be rejected, without the time that checking
 * thousands of items would take.
 */
function clippedArray(value: unknown, member: Member | undefined): unknown {
  const maxItems = member?.maxItems ?? null;
  return Array.isArray(value) && maxItems !== null ? value.slice(0, maxItems + 1) : value;
}

/** Names of the path parameters of a route. */
export function pathParameters(route: string): string[] {
  return [...route.matchAll(/\{([a-z_]+)\}/g)].map(match => match[1] ?? '');
}

/** The part of the request that holds the members that are not in the path. */
export function restPlaceOf({ route, restPlace }: AnyOperation): 'query' | 'body' {
  if (restPlace !== undefined) return restPlace;
  return route.startsWith('POST ') || route.startsWith('PATCH ') ? 'body' : 'query';
}

/** Names of the members of the body. */
export function bodyMembersOf(operation: AnyOperation): string[] {
  if (restPlaceOf(operation) !== 'body') return [];
  const inPath = pathParameters(operation.route);
  return Object.keys(operation.input.shape).filter(name => !inPath.includes(name));
}

/**
 * Whether a request without a body is invalid. A PATCH without one would change nothing; of the others, those with a
 * required member need one.
 */
export function requiresBody(operation: AnyOperation): boolean {
  const members = bodyMembersOf(operation);
  if (operation.route.startsWith('PATCH ')) return members.length > 0;
  return members.some(name => !operation.input.shape[name].safeParse(undefined).success);
}

const NO_BODY: InputIssue = { loc: ['body'], msg: 'Required: a JSON object.', type: 'missing', input: null };

/** Query parameters of a request with a body. They are rejected, because URLs are logged and the body may hold secrets. */
function straysOf(query: Record<string, unknown>): InputIssue[] {
  return Object.keys(query).map(name => ({
    loc: ['query', name.slice(0, MAX_ECHO)],
    msg: 'Unknown parameter. Send it in the body.',
    type: 'extra_forbidden',
    input: null,
  }));
}

function bodyMembers(body: unknown): object {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body;
  throw new InvalidInputError([
    { loc: ['body'], msg: 'The body must be a JSON object.', type: 'model_type', input: clipped(body) },
  ]);
}

function membersOf(operation: AnyOperation): Map<string, Member> {
  const inPath = new Set(pathParameters(operation.route));
  const rest = restPlaceOf(operation);
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  return new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      {
        place: inPath.has(name) ? 'path' : rest,
        type: typeOf(property),
        itemType: itemTypeOf(property),
        maxItems: (typeof property === 'object' ? property.maxItems : undefined) ?? null,
      },
    ]),
  );
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

function typeOf(schema: JsonSchema): JsonType {
  const type = typeof schema === 'object' ? schema.type : undefined;
  return type === 'integer' || type === 'number' || type === 'boolean' || type === 'array' ? type : 'string';
}

function itemTypeOf(schema: JsonSchema): JsonType {
  if (typeof schema !== 'object' || typeof schema.items !== 'object' || Array.isArray(schema.items)) return 'string';
  return typeOf(schema.items);
}

/** Converts a query or path value to its JSON type. A value that does not parse stays text, and the schema rejects it. */
function fromText(value: unknown, { type, itemType }: Pick<Member, 'type' | 'itemType'>): unknown {
  if (type === 'array') {
    const parts = (Array.isArray(value) ? value : [value]).flatMap(part => String(part).split(','));
    return parts.map(part => fromText(part, { type: itemType, itemType: 'string' }));
  }
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^[+-]?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'number' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value);
  if (type === 'boolean') return BOOLEANS[value.toLowerCase()] ?? value;
  return value;
}

const BOOLEANS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

function toIssues(
  issue: z.core.$ZodIssue,
  values: Record<string, unknown>,
  placeOf: (name: PropertyKey | undefined) => Place,
): InputIssue[] {
  if (issue.code === 'unrecognized_keys') {
    const within = issue.path.map(step => (typeof step === 'symbol' ? String(step) : step));
    return issue.keys.map(key => ({
      loc: [placeOf(issue.path[0] ?? key), ...within, key.slice(0, MAX_ECHO)],
      msg: 'Unknown parameter.',
      type: 'extra_forbidden',
      input: within.length > 0 ? null : clipped(values[key]),
    }));
  }
  const [name] = issue.path;
  const input = name === undefined ? null : clipped(values[String(name)]);
  const loc = [placeOf(name), ...issue.path.map(step => (typeof step === 'symbol' ? String(step) : step))];
  const shown = name !== undefined && SECRETS.has(name) ? null : (input ?? null);
  return [{ loc, msg: messageOf(issue, input), type: issueType(issue, input), input: shown }];
}

/** Members that are not echoed, because responses may be logged. */
const SECRETS: ReadonlySet<PropertyKey> = new Set(['password', 'current_password', 'new_password', 'code', 'secret']);

function messageOf(issue: z.core.$ZodIssue, input: unknown): string {
  return issue.code === 'invalid_type' && (input === null || input === undefined) ? 'Required.' : issue.message;
}

/** The type of a problem, in the terms of FastAPI's HTTPValidationError. */
function issueType(issue: z.core.$ZodIssue, input: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return input === null || input === undefined ? 'missing' : (TYPE_OF_EXPECTED[issue.expected] ?? 'value_error');
    case 'too_small':
      return TYPES_OF_SIZE[issue.origin]?.[0] ?? 'too_short';
    case 'too_big':
      return TYPES_OF_SIZE[issue.origin]?.[1] ?? 'too_long';
    case 'invalid_value':
      return 'enum';
    case 'invalid_format':
      return 'string_pattern_mismatch';
    default:
      return 'value_error';
  }
}

const TYPE_OF_EXPECTED: Record<string, string> = {
  number: 'float_parsing',
  int: 'int_parsing',
  boolean: 'bool_parsing',
  string: 'string_type',
  array: 'list_type',
  object: 'model_type',
};

const TYPES_OF_SIZE: Record<string, [low: string, high: string]> = {
  string: ['string_too_short', 'string_too_long'],
  number: ['greater_than_equal', 'less_than_equal'],
  int: ['greater_than_equal', 'less_than_equal'],
  array: ['too_short', 'too_long'],
};

const MAX_ECHO = 256;

/** Truncates long and deep inputs before echoing them, so that a response is never much larger than its request. */
function clipped(input: unknown): unknown {
  if (typeof input === 'string') return input.length > MAX_ECHO ? `${input.slice(0, MAX_ECHO)}…` : input;
  if (Array.isArray(input)) return input.slice(0, 10).map(item => (Array.isArray(item) ? '[…]' : clipped(item)));
  if (typeof input === 'object' && input !== null) return '{…}';
  return input ?? null;
}
