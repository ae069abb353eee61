import type { JSONObject, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AnyOperation } from '../../capabilities/operation.ts';

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
export function toolsOf(operations: readonly AnyOperation[]): OperationTool[] {
  return operations.flatMap(operation => {
    if (typeof operation.tool !== 'string') return [];
    const credits = operation.toolCredits ?? operation.credits;
    return [{ operation, credits, description: describe(operation, operation.tool, credits) }];
  });
}

function describe(operation: AnyOperation, name: string, credits: number): Tool {
  return {
    name,
    title: operation.summary,
    description: `${operation.summary}.\n${firstSentence(operation.description)} ${priceOf(credits)}`,
    inputSchema: inputSchemaOf(operation),
    outputSchema: outputSchemaOf(operation),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

/** An agent pays for each word of the list in each conversation; the reference has the rest. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+[A-Z]|$)/s.exec(text)?.[0] ?? text;
}

function priceOf(credits: number): string {
  if (credits === 0) return 'Free.';
  return credits === 1 ? 'Costs 1 credit.' : `Costs ${credits} credits.`;
}

function inputSchemaOf(operation: AnyOperation): Tool['inputSchema'] {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, plain(property)]),
  );
  return {
    type: 'object',
    properties: {
      ...properties,
      [CONTINUE]: { type: 'string', description: 'From a cut answer: gives its next part.' },
    },
    ...(schema.required === undefined || schema.required.length === 0 ? {} : { required: schema.required }),
    additionalProperties: false,
  };
}

/**
 * Of an answer, the names and kinds of its members: what an agent needs to find its way, at a hundredth of the length of
 * the whole schema, which OpenAPI gives.
 */
function outputSchemaOf(operation: AnyOperation): Tool['inputSchema'] {
  const schema = z.toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any', reused: 'inline' });
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, kindOf(property)]),
  );
  return { type: 'object', properties: { ...properties, [CONTINUE]: { type: 'string' } } };
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

function kindOf(property: JsonSchema): JSONObject {
  if (typeof property !== 'object') return {};
  if (property.anyOf !== undefined) {
    const kinds = property.anyOf.map(one => (typeof one === 'object' ? one.type : undefined));
    const known = kinds.filter(kind => kind !== undefined);
    return known.length === kinds.length ? { type: [...new Set(known)] } : {};
  }
  return property.type === undefined ? {} : { type: property.type };
}

/** Bounds that every number has say nothing. */
const EVERY_INTEGER = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** An input's schema in as few words as say the same. */
function plain(property: JsonSchema): JSONObject {
  const text = JSON.stringify(property, (name, value: unknown) => {
    const isBare =
      WITHOUT.has(name) || ((name === 'minimum' || name === 'maximum') && EVERY_INTEGER.has(Number(value)));
    return isBare ? undefined : value;
  });
  return JSON.parse(text) as JSONObject;
}

/** Members of a schema that tell an agent nothing. */
const WITHOUT: ReadonlySet<string> = new Set(['id', '$schema', 'pattern', 'examples']);
