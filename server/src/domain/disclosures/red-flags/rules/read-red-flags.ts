import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import { periodOfFiling } from '../../prose/rules/period-of-filing.ts';
import type { SupplyReading, SupplyStatement } from '../../supply-chain/model.ts';
import { type Judgement, NO_FLAG_EVIDENCE, type RedFlag, SEVERITIES, type Severity } from '../model.ts';
import { type FlagHit, findHits } from './find-hits.ts';
import { FLAG_RULES, type FlagRuleId } from './rules.ts';

const MOST_EVIDENCE = 5;
const CONCENTRATED_PCT = 25;
const HIGHLY_CONCENTRATED_PCT = 50;
const BY_WEIGHT: readonly Judgement[] = ['event', 'unclear', 'boilerplate'];

/**
 * The red flags of one filing: what its sentences tell by the text rules, its customers and suppliers, and a tagged
 * correction of errors. One flag a rule, by its strongest judgement, with the sentences of that judgement.
 */
export function readRedFlags(contents: FilingContents, supply: SupplyReading): RedFlag[] {
  const asOf = periodOfFiling(contents, contents.text.sections) ?? contents.filing?.filingDate;
  if (asOf === undefined) return [];
  const flags = [...Map.groupBy(findHits(contents), hit => hit.ruleId)].map(([ruleId, hits]) => ({
    ...fromHits(ruleId, hits),
    asOf,
  }));
  const found = [...concentrations(supply), ...errorCorrection(contents)].map(flag => ({ ...flag, asOf }));
  const all = [
    ...flags.filter(one => !found.some(other => other.ruleId === one.ruleId && !isWeaker(other, one))),
    ...found,
  ];
  return strongestOfEach(withDisagreement(all));
}

type Flag = Omit<RedFlag, 'asOf'>;

function fromHits(ruleId: FlagRuleId, hits: readonly FlagHit[]): Flag {
  const judgement = BY_WEIGHT.find(one => hits.some(hit => hit.judgement === one)) ?? 'boilerplate';
  const own = hits.filter(hit => hit.judgement === judgement);
  const open = own.filter(hit => hit.isOpen);
  const telling = open.length > 0 ? open : own;
  return {
    ruleId,
    origin: 'text',
    severity: severest(telling.map(hit => hit.severity)) ?? FLAG_RULES[ruleId].severity,
    judgement,
    isOpen: open.length > 0,
    inputs: null,
    evidence: telling.slice(0, MOST_EVIDENCE).map(({ sectionKey, quote, start, end }) => ({
      ...NO_FLAG_EVIDENCE,
      sectionKey,
      quote,
      charStart: start,
      charEnd: end,
    })),
  };
}

function severest(all: readonly Severity[]): Severity | null {
  return SEVERITIES.find(one => all.includes(one)) ?? null;
}

function isWeaker(a: { judgement: Judgement | null }, b: { judgement: Judgement | null }): boolean {
  return weightOf(a) > weightOf(b);
}

function weightOf({ judgement }: { judgement: Judgement | null }): number {
  return judgement === null ? 0 : BY_WEIGHT.indexOf(judgement);
}

function strongestOfEach(flags: readonly RedFlag[]): RedFlag[] {
  return [...Map.groupBy(flags, one => one.ruleId).values()].flatMap(
    same => [...same].sort((a, b) => weightOf(a) - weightOf(b))[0] ?? [],
  );
}

/** Shares of single customers and suppliers, of the company's whole, in the newest period that the filing states. */
function concentrations({ statements }: SupplyReading): Flag[] {
  const last = statements.reduce((newest, one) => (one.periodEnd > newest ? one.periodEnd : newest), '');
  const single = statements.filter(
    one => one.periodEnd === last && one.groupSize === null && (one.concentrationPct ?? 0) >= CONCENTRATED_PCT,
  );
  const customers = single.filter(one => one.concentrationType === 'customer' && one.concentrationOf === 'revenue');
  const suppliers = single.filter(one => one.concentrationType === 'supplier' && one.concentrationOf === 'purchases');
  return [...concentration('customer_concentration', customers), ...concentration('supplier_concentration', suppliers)];
}

function concentration(ruleId: FlagRuleId, statements: readonly SupplyStatement[]): Flag[] {
  if (statements.length === 0) return [];
  const largest = Math.max(...statements.map(one => one.concentrationPct ?? 0));
  const isOfWhole = statements.some(one => one.concentrationBase === null);
  return [
    {
      ruleId,
      origin: 'text',
      severity: ruleId === 'customer_concentration' && largest >= HIGHLY_CONCENTRATED_PCT ? 'HIGH' : 'MEDIUM',
      judgement: isOfWhole ? 'event' : 'unclear',
      isOpen: true,
      inputs: { largest_share_pct: largest },
      evidence: statements.flatMap(one => one.evidence).slice(0, MOST_EVIDENCE),
    },
  ];
}

/** The cover's mark that the statements correct an error of earlier ones. */
function errorCorrection({ report }: FilingContents): Flag[] {
  const fact = report?.facts.find(
    one => one.concept === 'dei:DocumentFinStmtErrorCorrectionFlag' && one.value === 'true',
  );
  if (fact === undefined) return [];
  return [
    {
      ruleId: 'restatement',
      origin: 'text',
      severity: 'MEDIUM',
      judgement: 'event',
      isOpen: true,
      inputs: null,
      evidence: [{ ...NO_FLAG_EVIDENCE, elementId: fact.elementId }],
    },
  ];
}

/** An auditor who resigns and disagrees is the graver matter. */
function withDisagreement(flags: readonly RedFlag[]): RedFlag[] {
  const disagreed = flags.some(one => one.ruleId === 'auditor_disagreement' && one.judgement === 'event');
  return flags.map(one => (disagreed && one.ruleId === 'auditor_resigned' ? { ...one, severity: 'CRITICAL' } : one));
}
