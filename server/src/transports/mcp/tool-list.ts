import type { JSONObject, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AnyOperation } from '../../domain/kit/operation.ts';

/** A tool with the operation that it calls. */
export interface OperationTool {
  operation: AnyOperation;
  /** What a call debits. */
  credits: number;
  description: Tool;
}

/** The input by which a cut answer is read on. */
export const CONTINUE = 'continue_with';

/** The tools of the operations that have one, described once: a list is asked for at the start of each conversation. */
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
    description: `${inFewWords(operation)}${priceOf(credits)}`,
    inputSchema: inputSchemaOf(operation),
    outputSchema: outputSchemaOf(operation),
    annotations: { readOnlyHint: true },
  };
}

const LONGEST_SENTENCE = 220;

/** An agent pays for each word of the list in each conversation; the reference has the rest. */
function inFewWords({ summary, description }: AnyOperation): string {
  const sentence = firstSentence(description);
  return sentence.length > LONGEST_SENTENCE ? `${summary}.` : sentence;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+[A-Z]|$)/s.exec(text)?.[0] ?? text;
}

/** Most cost a credit, as the server says of itself. */
function priceOf(credits: number): string {
  if (credits === 1) return '';
  return credits === 0 ? ' Free.' : ` ${credits} credits.`;
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

function inputSchemaOf(operation: AnyOperation): Tool['inputSchema'] {
  const schema = wholeSchema(operation.input, 'input');
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, plain(name, property)]),
  );
  return {
    type: 'object',
    properties: { ...properties, [CONTINUE]: { type: 'string' } },
    ...(schema.required === undefined || schema.required.length === 0 ? {} : { required: schema.required }),
  };
}

/**
 * Of an answer, the names of its members: what an agent needs to find its way, at a hundredth of the length of the whole
 * schema, which OpenAPI gives.
 */
function outputSchemaOf(operation: AnyOperation): Tool['inputSchema'] {
  const { properties = {} } = wholeSchema(operation.output, 'output');
  const names = Object.keys(properties).filter(name => !OF_EVERY_ANSWER.has(name));
  return { type: 'object', properties: Object.fromEntries(names.slice(0, MOST_MEMBERS).map(name => [name, {}])) };
}

/** The first members say what an answer is of. */
const MOST_MEMBERS = 4;

/** Members that many answers have alike. */
const OF_EVERY_ANSWER: ReadonlySet<string> = new Set([
  'canonical_key',
  'company_name',
  'ticker',
  'market_id',
  'total',
  'next_cursor',
  'has_more',
  'window_days',
  'data_as_of',
  'empty_reason',
]);

/** The schema with what it refers to in its place. */
function wholeSchema(type: z.ZodType, io: 'input' | 'output') {
  const { $defs = {}, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' });
  const inPlace = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map(one => inPlace(one, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Record<string, unknown>;
    const members = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, inPlace(one, within)]));
    const name = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : null;
    if (name === null || within.includes(name)) return members;
    return { ...(inPlace($defs[name], [...within, name]) as object), ...members };
  };
  return inPlace(schema, []) as z.core.JSONSchema.BaseSchema;
}

/** An input's schema in as few words as say the same. */
function plain(name: string, property: JsonSchema): JSONObject {
  const text = JSON.stringify(property, (member, value: unknown) => {
    const isKnown = SAID_BY_THE_NAME.has(name) && (member === 'description' || member === 'enum');
    if (isKnown || WITHOUT.has(member)) return undefined;
    if (member === 'description' && typeof value === 'string') return firstSentence(value);
    return member === 'enum' && Array.isArray(value) && value.length > MOST_VALUES ? undefined : value;
  });
  return JSON.parse(text) as JSONObject;
}

/** Members of a schema that tell an agent nothing, or what the refusal of a wrong value tells it. */
const WITHOUT: ReadonlySet<string> = new Set([
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

/** Longer lists of values are in the refusal of any other. */
const MOST_VALUES = 8;

/** Inputs that mean the same everywhere: what the server says of itself has a line on them. */
const SAID_BY_THE_NAME: ReadonlySet<string> = new Set([
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
]);
