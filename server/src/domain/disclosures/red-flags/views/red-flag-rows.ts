import type { z } from 'zod';
import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { addToList } from '../../../../kernel/add-to-list.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import type { evidence } from '../../../figures/guidance/views/guidance-shapes.ts';
import { type FlagEvidence, type FlagWords, NO_FLAG_EVIDENCE, type RedFlag, SEVERITIES } from '../model.ts';
import { flagRule } from '../rules/rules.ts';
import type { redFlag } from './red-flag-shapes.ts';

type RedFlagAnswer = z.output<typeof redFlag>;

/** A flag as {@link FLAG_COLUMNS} select it. */
export interface FlagColumns {
  registry: string;
  native_id: string;
  rule_id: string;
  read_from: RedFlag['origin'];
  severity: RedFlag['severity'];
  judgement: RedFlag['judgement'];
  is_open: boolean;
  words: string;
}

/** Of `red_flags f`. */
export const FLAG_COLUMNS: Sql = sql`
  f.registry, f.native_id, f.rule_id, f.read_from, f.severity, f.judgement, f.is_open, f.words`;

/** Judged an event, or not yet judged: what screens look for. */
export const FLAG_COUNTS: Sql = sql`(f.judgement is null or f.judgement = 'event')`;

/** A filing that its registry took back raises nothing. */
export const FLAG_STANDS: Sql = sql`not exists (
  select from filing_standings st
  where st.registry = f.registry and st.native_id = f.native_id and st.status in ('withdrawn', 'closed'))`;

/** The flags of one filing, severest first, each once where several registrants filed it; null where its text was not read and its figures raise none. */
export async function loadFlagsOfFiling(
  db: Database,
  filing: { registry: string; native_id: string; url: string },
): Promise<{ flags: RedFlagAnswer[]; isRead: boolean }> {
  const rows = await db.query<FlagColumns>(sql`
    select distinct on (f.rule_id, f.read_from) ${FLAG_COLUMNS} from red_flags f
    join filings g on g.issuer_id = f.issuer_id and g.registry = f.registry and g.native_id = f.native_id
    where g.native_id = ${filing.native_id} and g.registry = ${filing.registry}
    order by f.rule_id, f.read_from, (f.judgement = 'event') desc nulls last, f.issuer_id`);
  const read = await db.queryOne(sql`
    select from red_flag_readings r
    join filings g on g.issuer_id = r.issuer_id and g.registry = r.registry and g.native_id = r.native_id
    where g.native_id = ${filing.native_id} and g.registry = ${filing.registry} limit 1`);
  return { flags: toRedFlags(rows, filing.url), isRead: read !== null };
}

/** Flags of one filing as answers show them: one a rule, severest first, of one severity those that tell of something before the others. */
export function toRedFlags(rows: readonly FlagColumns[], url: string): RedFlagAnswer[] {
  const byRule = new Map<string, FlagColumns[]>();
  for (const row of rows) addToList(byRule, row.rule_id, row);
  return [...byRule.values()]
    .flatMap(same => toRedFlag(same, url) ?? [])
    .sort((a, b) => weight(a) - weight(b) || (a.rule_id < b.rule_id ? -1 : 1));
}

const STRONGEST_FIRST: readonly RedFlagAnswer['judgement'][] = ['event', null, 'unclear', 'boilerplate'];

function weight({ severity, judgement }: RedFlagAnswer): number {
  return 10 * SEVERITIES.indexOf(severity) + STRONGEST_FIRST.indexOf(judgement);
}

/** Words and figures may raise one rule of one filing: the judgement of the stronger, the evidence of both. */
function toRedFlag(same: readonly FlagColumns[], url: string): RedFlagAnswer | null {
  const [first] = [...same].sort((a, b) => (b.judgement === 'event' ? 1 : 0) - (a.judgement === 'event' ? 1 : 0));
  const rule = first === undefined ? undefined : flagRule(first.rule_id);
  if (first === undefined || rule === undefined) return null;
  const counted = same.filter(row => row.judgement === first.judgement).map(row => JSON.parse(row.words) as FlagWords);
  const words = JSON.parse(first.words) as FlagWords;
  // Words and figures together show the words; figures alone name the filing whose year they are of.
  const evidence = counted.flatMap(one => one.evidence);
  return {
    rule_id: first.rule_id,
    label: rule.label,
    severity: first.severity,
    judgement: first.judgement,
    status: same.some(row => row.is_open && row.judgement === first.judgement) ? 'open' : 'resolved',
    method: 'rules',
    rules_version: words.rulesVersion,
    as_of: words.asOf,
    inputs: plainInputs(counted.find(one => one.inputs !== null)?.inputs ?? null),
    evidence: (evidence.length > 0 ? evidence : [NO_FLAG_EVIDENCE]).map(own => toEvidence(own, first, url)),
  };
}

function plainInputs(inputs: FlagWords['inputs']): FlagWords['inputs'] {
  if (inputs === null) return null;
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, value === null ? null : plainNumber(value)]),
  );
}

export function toEvidence(
  own: FlagEvidence,
  { registry, native_id }: { registry: string; native_id: string },
  url: string,
): z.output<typeof evidence> {
  return {
    filing_id: filingId(registry, native_id),
    section_key: own.sectionKey,
    quote: own.quote,
    char_start: own.charStart,
    char_end: own.charEnd,
    ...(own.elementId === null ? {} : { element_id: own.elementId }),
    ...(own.value === null ? {} : { value: plainNumber(own.value) }),
    url,
  };
}
