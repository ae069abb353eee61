import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SupplyStatement } from '../../server/src/domain/disclosures/supply-chain/model.ts';
import { initialsOf } from '../../server/src/domain/disclosures/supply-chain/rules/names.ts';
import { readSupplyChain } from '../../server/src/domain/disclosures/supply-chain/rules/read-supply-chain.ts';
import { nameKey } from '../../server/src/kernel/identifiers/name-key.ts';
import { openLoose } from './open-loose.ts';

const KINDS = [
  'named, with a percentage',
  'named, without a percentage',
  'not named, with a percentage',
  'nobody above a threshold',
  'not named, without a percentage',
] as const;
type Kind = (typeof KINDS)[number];

/** Statements of one kind compared with human labels. */
export interface SupplyComparison {
  kind: Kind;
  labelled: number;
  found: number;
  stated: number;
  right: number;
  misses: string[];
  wrong: string[];
}

interface GoldRow {
  file: string;
  accession: string;
  counterparty: string;
  role: string;
  basis: string;
  pct: number | null;
  periodEnd: string;
  sentence: string;
  kind: Kind | null;
}

/** Whether the labelled rows are available. */
export function hasSupplyChain(data: string): boolean {
  return existsSync(join(data, 'truth/supply_gold.tsv'));
}

/**
 * Compares customers and suppliers that rules find in the labelled filings. A row is found if a statement has its
 * filing, role, company or group, percentage and period, and a statement is right if such a row exists. Positions are
 * not labelled and not compared.
 */
export function compareSupplyChain(data: string): SupplyComparison[] {
  const rows = readGold(join(data, 'truth/supply_gold.tsv'));
  const comparisons = KINDS.map(
    (kind): SupplyComparison => ({
      kind,
      labelled: 0,
      found: 0,
      stated: 0,
      right: 0,
      misses: [],
      wrong: [],
    }),
  );
  const of = (kind: Kind) => comparisons.find(comparison => comparison.kind === kind);
  for (const [file, golds] of Map.groupBy(rows, row => row.file)) {
    const statements = statementsOf(data, file, golds[0]?.accession ?? '');
    for (const gold of golds) {
      const comparison = gold.kind === null ? undefined : of(gold.kind);
      if (comparison === undefined) continue;
      comparison.labelled += 1;
      if (statements.some(statement => isOf(statement, gold))) comparison.found += 1;
      else comparison.misses.push(`${file}: ${describeGold(gold)}`);
    }
    for (const one of statements) {
      const comparison = of(kindOf(one));
      if (comparison === undefined) continue;
      comparison.stated += 1;
      if (golds.some(gold => isOf(one, gold))) comparison.right += 1;
      else comparison.wrong.push(`${file}: ${describe(one)}`);
    }
  }
  return comparisons;
}

function statementsOf(data: string, file: string, accession: string): SupplyStatement[] {
  const contents = openLoose(data, file, accession);
  if (contents === null) return [];
  return readSupplyChain(contents).statements.filter(statement => statement.concentrationType !== 'geographic');
}

function readGold(path: string): GoldRow[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => {
      const cells = line.split('\t');
      const [
        file = '',
        accession = '',
        ,
        counterparty = '',
        role = '',
        basis = '',
        pct = '',
        periodEnd = '',
        ,
        sentence = '',
      ] = cells;
      const row = {
        file,
        accession,
        counterparty,
        role,
        basis,
        pct: pct === '' ? null : Number(pct),
        periodEnd,
        sentence,
      };
      return { ...row, kind: kindOfGold(row) };
    });
}

const UNNAMED =
  /\(anonymous\)|^(?:cellular|two|three|four|five|ten|top|one|largest|limited|single|no)\b|^(?:Customer|Vendor) ?(?:[A-Z]|One|Two)\b/;

function kindOfGold({ counterparty, role, pct, sentence }: Omit<GoldRow, 'kind'>): Kind | null {
  if (role === 'none')
    return /\d ?%/.test(sentence) && counterparty.startsWith('no ') ? 'nobody above a threshold' : null;
  if (UNNAMED.test(counterparty))
    return pct === null ? 'not named, without a percentage' : 'not named, with a percentage';
  return pct === null ? 'named, without a percentage' : 'named, with a percentage';
}

function kindOf({ nameAsFiled, concentrationPct, thresholdPct }: SupplyStatement): Kind {
  if (thresholdPct !== null) return 'nobody above a threshold';
  if (nameAsFiled === null)
    return concentrationPct === null ? 'not named, without a percentage' : 'not named, with a percentage';
  return concentrationPct === null ? 'named, without a percentage' : 'named, with a percentage';
}

function isOf(statement: SupplyStatement, gold: GoldRow): boolean {
  if (gold.kind === null || statement.periodEnd !== gold.periodEnd) return false;
  const isBasis = statement.concentrationOf === null || statement.concentrationOf === gold.basis;
  if (gold.kind === 'nobody above a threshold') return statement.thresholdPct !== null && isBasis;
  if (statement.thresholdPct !== null || statement.concentrationType !== gold.role || !isBasis) return false;
  if (statement.nameAsFiled === null) return statement.concentrationPct === gold.pct && gold.kind === kindOf(statement);
  const isShare =
    statement.concentrationPct === gold.pct ||
    (gold.pct === null && statement.evidence.some(({ quote }) => sameWords(quote, gold)));
  return isShare && isName(statement.nameAsFiled, gold.counterparty);
}

function sameWords(quote: string | null, gold: GoldRow): boolean {
  return quote?.replace(/\s+/g, ' ') === gold.sentence;
}

/** The full name for a short one that the filing defines, or the same name. */
function isName(name: string, counterparty: string): boolean {
  const [key, wanted] = [nameKey(name), nameKey(counterparty.replace(/ \(formerly.*\)$/, ''))];
  return (
    key === wanted ||
    key.startsWith(`${wanted} `) ||
    wanted.startsWith(`${key} `) ||
    initialsOf(name).startsWith(counterparty)
  );
}

function describeGold({ counterparty, role, basis, pct, periodEnd }: GoldRow): string {
  return `${role} ${counterparty}, ${pct === null ? '' : `${pct} % of `}${basis}, ${periodEnd}`;
}

function describe(statement: SupplyStatement): string {
  const share = statement.concentrationPct === null ? '' : `${statement.concentrationPct} % of `;
  return `${statement.concentrationType} ${statement.label}, ${share}${statement.concentrationOf ?? ''}, ${statement.periodEnd}`;
}

/** The comparisons as Markdown, each miss and each wrong statement with its filing. */
export function renderSupplyChain(comparisons: readonly SupplyComparison[]): string {
  const lines = [
    '## Customers and suppliers',
    '',
    'Statements that the rules derive from the filings in supply_gold.tsv (145 rows labelled by people), by kind. Recall: labelled rows that are found. Precision: statements confirmed by a labelled row.',
    '',
    '| kind | labelled | found | recall | stated | right | precision |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const { kind, labelled, found, stated, right } of comparisons) {
    lines.push(
      `| ${kind} | ${labelled} | ${found} | ${share(found, labelled)} | ${stated} | ${right} | ${share(right, stated)} |`,
    );
  }
  for (const { kind, misses, wrong } of comparisons) {
    if (misses.length + wrong.length === 0) continue;
    lines.push(
      '',
      `### ${kind}`,
      '',
      ...misses.map(miss => `- missed: ${miss}`),
      ...wrong.map(value => `- unconfirmed: ${value}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'n/a' : `${((100 * part) / whole).toFixed(1)} %`;
}
