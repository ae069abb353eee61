/**
 * Writes `client/src/generated.ts` from the OpenAPI document: a type for every schema, input and output of every
 * operation, and the table that the client calls by; and what the line items are called, `client/src/line-items.ts`.
 * `--check` writes nothing and fails where a file is not current.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LINE_ITEMS } from '../server/src/domain/figures/financials/rules/line-items.ts';
import { GROWTH_OF } from '../server/src/domain/figures/financials/rules/periods/annual-amounts.ts';
import { OPERATIONS } from '../server/src/domain/operations.ts';
import { openApiDocument } from '../server/src/transports/openapi/openapi-document.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  description?: string;
  default?: unknown;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Described extends Content {
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
  'x-credits': number;
  'x-plan': string;
}

interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

const FOLDER = join(import.meta.dirname, '../client/src');

keep('generated.ts', generate(openApiDocument(OPERATIONS) as unknown as OpenApi));
keep('line-items.ts', lineItems());
keep('line-item-definitions.ts', lineItemDefinitions());

function keep(name: string, text: string): void {
  const file = join(FOLDER, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`client/src/${name} is not current: run \`npm run client:types\`.`);
    process.exitCode = 1;
  }
}

/** Those members of a line item by which figures are named and formatted: a client needs no call for them. */
function lineItems(): string {
  const items = LINE_ITEMS.map(item => ({
    code: item.code,
    statement_type: item.statementType,
    label: item.label,
    sign: item.sign,
    period_type: item.periodType,
    unit_kind: item.unitKind,
  }));
  const members = Object.keys(items[0] ?? {})
    .map(name => literal(name))
    .join(' | ');
  return `// Written by scripts/write-client-types.ts from the table of line items; never by hand.
import type { LineItem } from './generated.ts';

/** What a line item is called and how its figures are written. */
export type NamedLineItem = Pick<LineItem, ${members}>;

/** All line items in presentation order, as \`getKpiTaxonomy\` lists them with all that is known of them. */
export const LINE_ITEMS: readonly NamedLineItem[] = [
${items.map(item => `  ${JSON.stringify(item)},`).join('\n')}
];

/** Line items whose change against the fiscal year before \`screenFinancials\` knows, as \`<code>_growth\`. */
export const GROWTH_OF: readonly string[] = ${JSON.stringify(GROWTH_OF)};
`;
}

/** Apart, since they are long and most who show figures do not show them. */
function lineItemDefinitions(): string {
  return `// Written by scripts/write-client-types.ts from the table of line items; never by hand.

/** What each line item means, by its code. */
export const LINE_ITEM_DEFINITIONS: Readonly<Record<string, string>> = {
${LINE_ITEMS.map(({ code, definition }) => `  ${code}: ${JSON.stringify(definition)},`).join('\n')}
};
`;
}

function generate(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${typeName(name)} = ${typeOf(schema, '')};\n`,
  );
  return `// Written by scripts/write-client-types.ts from the OpenAPI document; never by hand.

${schemas.join('\n')}
/** What each operation takes. */
export interface Inputs {
${operations.map(({ operation }) => `  ${operation.operationId}: ${inputOf(operation)};`).join('\n')}
}

/** What each operation answers. */
export interface Outputs {
${operations.map(({ operation }) => `${comment(operation.summary, '  ')}  ${operation.operationId}: ${outputOf(operation)};`).join('\n')}
}

/** How each operation is called, and what a successful call costs. */
export const OPERATIONS = {
${operations.map(({ path, method, operation }) => `  ${operation.operationId}: { method: '${method}', path: '${path}', credits: ${operation['x-credits']}, plan: '${operation['x-plan']}'${hasUnusualBody(method, operation) ? ', hasBody: true' : ''} },`).join('\n')}
} as const;
`;
}

/** POST and PATCH always have one. */
function hasUnusualBody(method: string, { requestBody }: Described): boolean {
  return requestBody !== undefined && method !== 'POST' && method !== 'PATCH';
}

function inputOf(operation: Described): string {
  const fields = (operation.parameters ?? [])
    .filter(parameter => parameter.in !== 'header')
    .map(
      parameter =>
        `${comment(parameter.description, '    ')}    ${key(parameter.name)}${parameter.required ? '' : '?'}: ${typeOf(parameter.schema, '    ')}${parameter.required ? '' : ' | undefined'};`,
    );
  const own = fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('\n')}\n  }`;
  const body = operation.requestBody?.content?.['application/json']?.schema;
  if (!body) return own;
  return fields.length === 0 ? typeOf(body, '  ') : `${own} & ${typeOf(body, '  ')}`;
}

/** The JSON of a success; a file has the answer itself, to be read as the caller likes. */
function outputOf(operation: Described): string {
  const success = Object.entries(operation.responses).find(([status]) => /^[23]/.test(status))?.[1];
  const schema = success?.content?.['application/json']?.schema;
  return schema ? typeOf(schema, '  ') : 'Response';
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return typeName(schema.$ref.replace('#/components/schemas/', ''));
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map(one => inBrackets(typeOf(one, indent))))].join(' | ');
  if (schema.allOf) return schema.allOf.map(one => inBrackets(typeOf(one, indent))).join(' & ');
  if (Array.isArray(schema.type)) {
    return schema.type.map(type => inBrackets(typeOf({ ...schema, type }, indent))).join(' | ');
  }
  if (schema.type === 'array') return `${inBrackets(typeOf(schema.items ?? {}, indent))}[]`;
  if (schema.type === 'object') return objectType(schema, indent);
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type ?? ''] ??
    'unknown'
  );
}

/** Names that the language has already are told apart from it. */
function typeName(schemaName: string): string {
  return { Date: 'CalendarDate', Error: 'ErrorAnswer' }[schemaName] ?? schemaName;
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties || Object.keys(properties).length === 0) {
    const of = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
    return `Record<string, ${of}>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const isSure = required.includes(name);
    return `${comment(schema.description, inner)}${inner}${key(name)}${isSure ? '' : '?'}: ${typeOf(schema, inner)}${isSure ? '' : ' | undefined'};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function inBrackets(type: string): string {
  return /^[^{]*[|&]/.test(type) ? `(${type})` : type;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function comment(description: string | undefined, indent: string): string {
  return description ? `${indent}/** ${description.replaceAll('*/', '*∕')} */\n` : '';
}
