import type { IsoDate } from '../../../../kernel/dates.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import { NO_EVIDENCE } from '../../prose/model.ts';
import { periodOfFiling } from '../../prose/rules/period-of-filing.ts';
import type { SupplyReading, SupplyStatement } from '../../supply-chain/model.ts';
import { type Judgement, type RedFlag, SEVERITIES, type Severity } from '../model.ts';
import { type FlagHit, findHits } from './find-hits.ts';
import { FLAG_RULES, type FlagRuleId } from './flag-rules.ts';

const MAX_EVIDENCE = 5;
const CONCENTRATED_PCT = 25;
const HIGHLY_CONCENTRATED_PCT = 50;
const STRONGEST_FIRST: readonly Judgement[] = ['event', 'unclear', 'boilerplate'];

/**
 * Reads the red flags of one filing from its sentences, its customer and supplier concentrations and a tagged error correction.
 * Each rule yields at most one flag, with its strongest judgement and the sentences of that judgement.
 */
export function readRedFlags(contents: FilingContents, supply: SupplyReading): RedFlag[] {
  const asOf = asOfFiling(contents);
  if (asOf === undefined) return [];
  const flags = flagsOfHits(contents, findHits(contents));
  const found = [...concentrations(supply), ...errorCorrection(contents)].map(flag => ({ ...flag, asOf }));
  const all = [
    ...flags.filter(flag => !found.some(other => other.ruleId === flag.ruleId && !isWeaker(other, flag))),
    ...found,
  ];
  return strongestOfEach(withDisagreement(all));
}

/** One flag of each rule; none if the filing's day is unknown. */
export function flagsOfHits(contents: FilingContents, hits: readonly FlagHit[]): RedFlag[] {
  const asOf = asOfFiling(contents);
  if (asOf === undefined) return [];
  return [...Map.groupBy(hits, hit => hit.ruleId)].map(([ruleId, same]) => ({ ...fromHits(ruleId, same), asOf }));
}

function asOfFiling(contents: FilingContents): IsoDate | undefined {
  return periodOfFiling(contents, contents.text.sections) ?? contents.filing?.filingDate;
}

type Flag = Omit<RedFlag, 'asOf'>;

function fromHits(ruleId: FlagRuleId, hits: readonly FlagHit[]): Flag {
  const judgement = STRONGEST_FIRST.find(value => hits.some(hit => hit.judgement === value)) ?? 'boilerplate';
  const own = hits.filter(hit => hit.judgement === judgement);
  const open = own.filter(hit => hit.isOpen);
  const shown = open.length > 0 ? open : own;
  return {
    ruleId,
    origin: 'text',
    severity: severest(shown.map(hit => hit.severity)) ?? FLAG_RULES[ruleId].severity,
    judgement,
    isOpen: open.length > 0,
    inputs: null,
    evidence: shown.slice(0, MAX_EVIDENCE).map(({ sectionKey, quote, start, end }) => ({
      ...NO_EVIDENCE,
      sectionKey,
      quote,
      charStart: start,
      charEnd: end,
    })),
  };
}

function severest(all: readonly Severity[]): Severity | null {
  return SEVERITIES.find(value => all.includes(value)) ?? null;
}

function isWeaker(a: { judgement: Judgement | null }, b: { judgement: Judgement | null }): boolean {
  return weightOf(a) > weightOf(b);
}

function weightOf({ judgement }: { judgement: Judgement | null }): number {
  return judgement === null ? 0 : STRONGEST_FIRST.indexOf(judgement);
}

function strongestOfEach(flags: readonly RedFlag[]): RedFlag[] {
  return [...Map.groupBy(flags, flag => flag.ruleId).values()].flatMap(
    same => [...same].sort((a, b) => weightOf(a) - weightOf(b))[0] ?? [],
  );
}

/** Flags single customers and suppliers with a large share of revenue or purchases in the newest period of the filing. */
function concentrations({ statements }: SupplyReading): Flag[] {
  const last = statements.reduce(
    (newest, statement) => (statement.periodEnd > newest ? statement.periodEnd : newest),
    '',
  );
  const single = statements.filter(
    statement =>
      statement.periodEnd === last &&
      statement.groupSize === null &&
      (statement.concentrationPct ?? 0) >= CONCENTRATED_PCT,
  );
  const customers = single.filter(
    statement => statement.concentrationType === 'customer' && statement.concentrationOf === 'revenue',
  );
  const suppliers = single.filter(
    statement => statement.concentrationType === 'supplier' && statement.concentrationOf === 'purchases',
  );
  return [...concentration('customer_concentration', customers), ...concentration('supplier_concentration', suppliers)];
}

function concentration(ruleId: FlagRuleId, statements: readonly SupplyStatement[]): Flag[] {
  if (statements.length === 0) return [];
  const largest = maxOf(statements.map(statement => statement.concentrationPct ?? 0));
  const isOfWhole = statements.some(statement => statement.concentrationBase === null);
  return [
    {
      ruleId,
      origin: 'text',
      severity: ruleId === 'customer_concentration' && largest >= HIGHLY_CONCENTRATED_PCT ? 'HIGH' : 'MEDIUM',
      judgement: isOfWhole ? 'event' : 'unclear',
      isOpen: true,
      inputs: { largest_share_pct: largest },
      evidence: statements.flatMap(statement => statement.evidence).slice(0, MAX_EVIDENCE),
    },
  ];
}

/** Reads the cover tag that marks statements as the correction of an error. */
function errorCorrection({ report }: FilingContents): Flag[] {
  const fact = report?.facts.find(
    reportedFact => reportedFact.concept === 'dei:DocumentFinStmtErrorCorrectionFlag' && reportedFact.value === 'true',
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
      evidence: [{ ...NO_EVIDENCE, elementId: fact.elementId }],
    },
  ];
}

/** Raises the severity of an auditor's resignation that comes with a disagreement. */
function withDisagreement(flags: readonly RedFlag[]): RedFlag[] {
  const disagreed = flags.some(flag => flag.ruleId === 'auditor_disagreement' && flag.judgement === 'event');
  return flags.map(flag =>
    disagreed && flag.ruleId === 'auditor_resigned' ? { ...flag, severity: 'CRITICAL' } : flag,
  );
}
