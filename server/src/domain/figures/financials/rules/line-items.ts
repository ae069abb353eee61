import { readFileSync } from 'node:fs';
import { COMPANY_TYPES, type CompanyType } from '../../../filings/issuers/model/issuer.ts';
import { IDENTITIES } from './checks/identity-table.ts';
import { CONCEPT_MAPS } from './concepts/concept-maps.ts';
import { type Formula, parseFormulas } from './values/formulas/formula.ts';

const STATEMENTS = ['income', 'balance', 'cashflow', 'shares', 'ratio'] as const;
const SIGNS = ['pos', 'signed', 'cost', 'outflow'] as const;
const UNITS = ['currency', 'currency_per_share', 'shares', 'ratio'] as const;
const PERIODS = ['instant', 'duration'] as const;

export type LineItemStatement = (typeof STATEMENTS)[number];
export type LineItemSign = (typeof SIGNS)[number];
export type LineItemUnit = (typeof UNITS)[number];

/** The rule of one canonical code for some company types. */
export interface LineItemRule {
  readonly code: string;
  readonly companyTypes: readonly CompanyType[];
  /** Concepts with their taxonomy, by priority. */
  readonly usGaap: readonly string[];
  readonly ifrs: readonly string[];
  /** Concepts of the national standards and taxonomies in `concept-maps/`. */
  readonly mapped: readonly string[];
  readonly formulas: readonly Formula[];
  readonly definition: string;
}

/** Formulas of national standards, only if the standard has the code. */
export type ConceptsByStandard = Readonly<
  Record<'us-gaap' | 'ifrs-full', readonly string[]> & Record<string, readonly string[]>
>;

/** One canonical code as published in the taxonomy. Signs: `cost` and `outflow` are filed as positive and subtracted. */
export interface LineItem {
  readonly code: string;
  readonly statementType: LineItemStatement;
  readonly label: string;
  readonly definition: string;
  readonly parent: string | null;
  readonly sign: LineItemSign;
  readonly periodType: (typeof PERIODS)[number];
  readonly unitKind: LineItemUnit;
  readonly companyTypes: readonly CompanyType[];
  /** Ids of the identities that contain the code. */
  readonly identities: readonly string[];
  readonly formulas: readonly string[];
  /** By accounting standard, by priority over all company types. */
  readonly concepts: ConceptsByStandard;
  readonly rules: readonly LineItemRule[];
}

const COLUMNS =
  'code statement_type label period_type unit_kind sign parent company_types us_gaap ifrs formulas definition';

/** All canonical codes in presentation order, read once from `line-items.tsv` and frozen. */
export const LINE_ITEMS: readonly LineItem[] = readLineItems(
  readFileSync(new URL('./line-items.tsv', import.meta.url), 'utf8'),
);

const BY_CODE: ReadonlyMap<string, LineItem> = new Map(LINE_ITEMS.map(item => [item.code, item]));

/** The line item of a code. */
export function lineItemOf(code: string): LineItem | undefined {
  return BY_CODE.get(code);
}

/** Parses the table. Throws if a row is malformed, because the table is part of the program. */
export function readLineItems(text: string): readonly LineItem[] {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  if (head.replaceAll('\t', ' ') !== COLUMNS) throw new Error(`line-items.tsv: expected the columns ${COLUMNS}`);
  const items = new Map<string, LineItem>();
  for (const line of lines) {
    const row = readRow(line);
    const known = items.get(row.code);
    items.set(row.code, known ? joinRows(known, row) : row);
  }
  return Object.freeze([...items.values()].map(deepFreeze));
}

function readRow(line: string): LineItem {
  const cells = line.split('\t');
  if (cells.length !== 12) throw new Error(`line-items.tsv: ${cells.length} cells instead of 12 in "${line}"`);
  const [code = '', statement = '', label = '', period = '', unit = '', sign = '', parent, types = ''] = cells;
  const [usGaap = '', ifrs = ''] = cells.slice(8);
  const [formulas = '', definition = ''] = cells.slice(10);
  const oneOf = <T extends string>(allowed: readonly T[], column: string, value: string): T => {
    const found = allowed.find(known => known === value);
    if (found !== undefined) return found;
    throw new Error(`line-items.tsv, ${code}: ${column} "${value}" is not one of ${allowed.join(', ')}.`);
  };
  const companyTypes =
    types === '*' ? COMPANY_TYPES : types.split(',').map(type => oneOf(COMPANY_TYPES, 'company_types', type));
  const rule: LineItemRule = {
    code,
    companyTypes,
    usGaap: readChain(usGaap, 'us-gaap'),
    ifrs: readChain(ifrs, 'ifrs-full'),
    mapped: CONCEPT_MAPS.flatMap(map => map.codes.get(code)?.concepts ?? []),
    formulas: [...CONCEPT_MAPS.flatMap(map => map.codes.get(code)?.formulas ?? []), ...parseFormulas(formulas)],
    definition,
  };
  return {
    code,
    statementType: oneOf(STATEMENTS, 'statement_type', statement),
    label,
    definition,
    parent: parent || null,
    sign: oneOf(SIGNS, 'sign', sign),
    periodType: oneOf(PERIODS, 'period_type', period),
    unitKind: oneOf(UNITS, 'unit_kind', unit),
    companyTypes,
    identities: IDENTITIES.filter(identity => identity.codes.includes(code)).map(identity => identity.id),
    formulas: rule.formulas.map(formula => formula.text),
    concepts: conceptsOf(rule),
    rules: [rule],
  };
}

function joinRows(known: LineItem, row: LineItem): LineItem {
  return {
    ...known,
    companyTypes: COMPANY_TYPES.filter(type => known.companyTypes.includes(type) || row.companyTypes.includes(type)),
    formulas: union(known.formulas, row.formulas),
    concepts: joinConcepts(known.concepts, row.concepts),
    rules: [...known.rules, ...row.rules],
  };
}

function conceptsOf({ code, usGaap, ifrs }: LineItemRule): ConceptsByStandard {
  let concepts: ConceptsByStandard = { 'us-gaap': usGaap, 'ifrs-full': ifrs };
  for (const { standard, codes } of CONCEPT_MAPS) {
    const mapped = codes.get(code)?.concepts ?? [];
    if (mapped.length > 0) concepts = joinConcepts(concepts, { [standard]: mapped });
  }
  return concepts;
}

function joinConcepts(a: ConceptsByStandard, b: Readonly<Record<string, readonly string[]>>): ConceptsByStandard {
  const added = Object.entries(b).map(([standard, concepts]) => [standard, union(a[standard] ?? [], concepts)]);
  return { ...a, ...Object.fromEntries(added) };
}

function readChain(cell: string, taxonomy: string): string[] {
  return cell
    .split(' ')
    .filter(concept => concept !== '')
    .map(concept => (concept.includes(':') ? concept : `${taxonomy}:${concept}`));
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null && !Object.isFrozen(member)) deepFreeze(member);
  }
  return Object.freeze(value);
}
