import type { Transaction } from '../../../db/database.ts';
import type { FlagWords, Severity } from '../../disclosures/red-flags/model.ts';
import { figuresOf } from '../../disclosures/red-flags/rules/read-figure-flags.ts';
import type { Guidance } from '../../figures/earnings/model/earnings-release.ts';
import type { CompanyType } from '../../filings/issuers/model/issuer.ts';
import { type FilingJudged, judgeFiling } from './rules/judge-filing.ts';
import { judgeTranscript } from './rules/judge-transcript.ts';
import { VERDICT_RULES_VERSION } from './rules/stance.ts';
import {
  type FiledVerdict,
  loadVerdictCalls,
  loadVerdictFlags,
  loadVerdictGuidance,
  loadVerdictYears,
  replaceVerdicts,
  type VerdictYearRow,
} from './store.ts';
import { toTranscribedCall } from './transcribed-call.ts';

const METHOD = 'rules';
/** Guidance older than this many days before a report concerns the reported year. */
const GUIDANCE_BEFORE_DAYS = 45;
const DAY_MS = 86_400_000;

/** Computes the verdicts on the newest annual reports of issuers again. */
export async function resolveFilingVerdicts(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  const years = Map.groupBy(await loadVerdictYears(tx, issuerIds), row => row.issuer_id);
  const reports = [...years].flatMap(([issuerId, [first]]) =>
    first === undefined ? [] : [{ issuerId, registry: first.registry, nativeId: first.year.accession }],
  );
  const flags = Map.groupBy(await loadVerdictFlags(tx, reports), row => row.issuer_id);
  const guidance = new Map((await loadVerdictGuidance(tx, issuerIds)).map(row => [row.issuer_id, row]));
  const verdicts = [...years].flatMap(([issuerId, rows]): FiledVerdict[] => {
    const [newest] = rows;
    if (newest === undefined) return [];
    const verdict = judgeFiling({
      years: rows.map(row => row.year),
      companyType: newest.company_type as CompanyType | null,
      flags: flagsOf(flags.get(issuerId) ?? []),
      ...guidanceOf(guidance.get(issuerId), newest),
    });
    if (verdict === null) return [];
    const { registry, known_at: knownAt, year } = newest;
    const of = { issuerId, method: METHOD, rulesVersion: VERDICT_RULES_VERSION, knownAt, registry };
    return [{ ...of, nativeId: year.accession, transcriptId: null, verdict }];
  });
  await replaceVerdicts(tx, 'filing', METHOD, issuerIds, verdicts);
}

function flagsOf(rows: Awaited<ReturnType<typeof loadVerdictFlags>>): FilingJudged['flags'] {
  if (!rows.some(row => row.is_read)) return null;
  return rows.flatMap(row => {
    if (row.rule_id === null) return [];
    const { evidence } = JSON.parse(row.words) as FlagWords;
    return [{ ruleId: row.rule_id, severity: row.severity as Severity, evidence }];
  });
}

function guidanceOf(
  row: Awaited<ReturnType<typeof loadVerdictGuidance>>[number] | undefined,
  newest: VerdictYearRow,
): Pick<FilingJudged, 'guidance' | 'guidanceFiling'> {
  const from = Date.parse(newest.known_at) - GUIDANCE_BEFORE_DAYS * DAY_MS;
  if (row === undefined || Date.parse(row.known_at) < from) return { guidance: [], guidanceFiling: null };
  return { guidance: JSON.parse(row.guidance) as Guidance[], guidanceFiling: row.native_id };
}

/** Computes the verdicts on the latest calls of issuers again. */
export async function resolveCallVerdicts(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  const calls = Map.groupBy(await loadVerdictCalls(tx, issuerIds), row => row.issuer_id);
  if (calls.size === 0) return replaceVerdicts(tx, 'call', METHOD, issuerIds, []);
  const years = Map.groupBy(await loadVerdictYears(tx, [...calls.keys()]), row => row.issuer_id);
  const verdicts = [...calls].flatMap(([issuerId, rows]): FiledVerdict[] => {
    const [latest, ...others] = rows.map(toTranscribedCall);
    const [row] = rows;
    if (latest === undefined || row === undefined) return [];
    const known = years.get(issuerId) ?? [];
    const verdict = judgeTranscript(latest, others, (code, fiscalYear) => {
      const year = known.find(verdictYearRow => verdictYearRow.year.fiscalYear === fiscalYear)?.year ?? null;
      return figuresOf(year)(code);
    });
    if (verdict === null) return [];
    const of = { issuerId, method: METHOD, rulesVersion: VERDICT_RULES_VERSION, knownAt: row.known_at };
    return [{ ...of, registry: null, nativeId: null, transcriptId: latest.transcriptId, verdict }];
  });
  await replaceVerdicts(tx, 'call', METHOD, issuerIds, verdicts);
}
