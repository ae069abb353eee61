import type { JSONObject, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AnyOperation } from '../../domain/kit/operation.ts';

/** A tool and the operation that it calls. */
export interface OperationTool {
  operation: AnyOperation;
  /** Credits per call. */
  credits: number;
  description: Tool;
}

/** The input that continues a truncated result. */
export const CONTINUE = 'continue_with';

/** Builds the tools of the operations once, because each conversation lists them. */
export function buildTools(operations: readonly AnyOperation[]): OperationTool[] {
  return operations.flatMap(operation => {
    if (typeof operation.tool !== 'string') return [];
    const credits = operation.toolCredits ?? operation.credits;
    return [{ operation, credits, description: describe(operation, operation.tool, credits) }];
  });
}

function describe(operation: AnyOperation, name: string, credits: number): Tool {
  return {
    name,
    description: `${shortDescription(operation)}${priceOf(credits)}`,
    inputSchema: inputSchemaOf(operation),
    outputSchema: outputSchemaOf(operation),
    annotations: { readOnlyHint: true },
  };
}

const MAX_SENTENCE_LENGTH = 220;

/** Only the first sentence, because agents read the whole list in each conversation. The API reference has the rest. */
function shortDescription({ summary, description }: AnyOperation): string {
  const sentence = firstSentence(description);
  return sentence.length > MAX_SENTENCE_LENGTH ? `${summary}.` : sentence;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+[A-Z]|$)/s.exec(text)?.[0] ?? text;
}

/** The price, omitted for one credit, which the server instructions state as the default. */
function priceOf(credits: number): string {
  if (credits === 1) return '';
  return credits === 0 ? ' Free.' : ` ${credits} credits.`;
}

/** The market in the path of a route, and the name that it has as the argument of every tool. */
const [PATH_MARKET, MARKET_ARGUMENT] = ['market', 'market_id'];

/** The name of an input of an operation as an argument of its tool. */
export function argumentOf({ route }: AnyOperation, input: string): string {
  return input === PATH_MARKET && route.includes(`{${PATH_MARKET}}`) ? MARKET_ARGUMENT : input;
}

/** The input of an operation from the arguments of its tool. The name in the path is accepted too. */
export function inputOf(operation: AnyOperation, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { [MARKET_ARGUMENT]: market, ...others } = args;
  const isRenamed = argumentOf(operation, PATH_MARKET) !== PATH_MARKET && market !== undefined;
  return isRenamed && !(PATH_MARKET in others) ? { ...others, [PATH_MARKET]: market } : { ...args };
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

function inputSchemaOf(operation: AnyOperation): Tool['inputSchema'] {
  const schema = inlinedSchema(operation.input, 'input');
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      argumentOf(operation, name),
      compactSchema(name, property),
    ]),
  );
  const required = (schema.required ?? []).map(name => argumentOf(operation, name));
  return {
    type: 'object',
    properties: { ...properties, [CONTINUE]: { type: 'string' } },
    ...(required.length === 0 ? {} : { required }),
  };
}

/**
 * The names of the first members of the result, which suffice for an agent at a hundredth of the length of the full
 * schema. OpenAPI has the full schema.
 */
function outputSchemaOf(operation: AnyOperation): Tool['inputSchema'] {
  const { properties = {} } = inlinedSchema(operation.compact ?? operation.output, 'output');
  const names = Object.keys(properties).filter(name => !COMMON_MEMBERS.has(name));
  return { type: 'object', properties: Object.fromEntries(names.slice(0, MAX_MEMBERS).map(name => [name, {}])) };
}

/** The first members identify the kind of result. */
const MAX_MEMBERS = 2;

/** Members that most results share. */
const COMMON_MEMBERS: ReadonlySet<string> = new Set([
  'canonical_key',
  'company_name',
  'ticker',
  'market_id',
  'total',
  'next_cursor',
  'has_more',
  'window_days',
  'as_of',
  'known_until',
  'rules_version',
  'current_members',
  'data_as_of',
  'empty_reason',
]);

/** The schema with its references inlined. */
function inlinedSchema(type: z.ZodType, io: 'input' | 'output') {
  const { $defs = {}, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' });
  const inline = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map(item => inline(item, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Record<string, unknown>;
    const members = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, inline(member, within)]));
    const name = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : null;
    if (name === null || within.includes(name)) return members;
    return { ...(inline($defs[name], [...within, name]) as object), ...members };
  };
  return inline(schema, []) as z.core.JSONSchema.BaseSchema;
}

/** The schema of an input without redundant members. */
function compactSchema(name: string, property: JsonSchema): JSONObject {
  const text = JSON.stringify(property, (member, value: unknown) => {
    const isKnown = COMMON_INPUTS.has(name) && ['description', 'enum', 'format'].includes(member);
    if (isKnown || OMITTED_MEMBERS.has(member)) return undefined;
    if (member === 'description' && typeof value === 'string') return firstSentence(value);
    return member === 'enum' && Array.isArray(value) && value.length > MAX_ENUM_VALUES ? undefined : value;
  });
  return JSON.parse(text) as JSONObject;
}

/** Schema members that do not help an agent, or that the error for an invalid value states. */
const OMITTED_MEMBERS: ReadonlySet<string> = new Set([
  'id',
  '$schema',
  'pattern',
  'examples',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'default',
  'additionalProperties',
]);

/** Longer lists are omitted; the error for an invalid value states them. */
const MAX_ENUM_VALUES = 8;

/** Inputs with the same meaning in all tools, which the server instructions describe. */
const COMMON_INPUTS: ReadonlySet<string> = new Set([
  'filing_id',
  'ticker',
  'market',
  'market_id',
  'lei',
  'isin',
  'canonical_key',
  'limit',
  'offset',
  'cursor',
  'window',
  'window_days',
  'view',
  'as_of',
  'fiscal_period',
  'fiscal_year',
  'read_by',
]);
