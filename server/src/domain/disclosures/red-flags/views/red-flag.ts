import { z } from 'zod';
import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { addToList } from '../../../../kernel/lists.ts';
import { evidence } from '../../../figures/guidance/views.ts';
import { andReadBy, readBy } from '../../../filings/proposals/views/read-by.ts';
import { isoDate } from '../../../kit/fields.ts';
import { NO_EVIDENCE, type TextEvidence } from '../../prose/model.ts';
import { type FlagWords, JUDGEMENTS, type RedFlag, SEVERITIES } from '../model.ts';
import { FLAG_RULE_IDS, flagRule } from '../rules/flag-rules.ts';

export const flagRuleId = z.enum(FLAG_RULE_IDS).meta({ id: 'RedFlagRuleId' });
export const severity = z.enum(SEVERITIES);

export const redFlag = z
  .object({
    rule_id: z.string(),
    label: z.string(),
    severity,
    judgement: z
      .enum(JUDGEMENTS)
      .nullable()
      .describe(
        'event: stated as a fact. boilerplate: standard wording of such filings. unclear: between the two. null: not yet judged.',
      ),
    status: z.enum(['open', 'resolved']).describe('resolved: the same sentence states that the matter has ended.'),
    method: z
      .string()
      .describe(
        'rules: by the documented rules. model: in a sentence that only a model named, tested by the same rules.',
      ),
    read_by: readBy,
    rules_version: z.string(),
    as_of: isoDate.describe("Last day of the filing's reporting period, else the filing date."),
    inputs: z
      .record(z.string(), z.number().nullable())
      .nullable()
      .describe('Inputs and result of the formula; null for rules on text.'),
    evidence: z
      .array(evidence)
      .describe('Up to five whole sentences; for rules on figures or filing history, the filing.'),
  })
  .meta({ id: 'RedFlag' });

type RedFlagResponse = z.output<typeof redFlag>;

/** A row of {@link FLAG_COLUMNS}. */
export interface FlagColumns {
  registry: string;
  native_id: string;
  rule_id: string;
  read_from: RedFlag['origin'];
  severity: RedFlag['severity'];
  judgement: RedFlag['judgement'];
  is_open: boolean;
  words: string;
  read_by: string[];
}

/** Columns of `red_flags f`. */
const FLAG_COLUMNS: Sql = sql`
  f.registry, f.native_id, f.rule_id, f.read_from, f.severity, f.judgement, f.is_open, f.words, f.read_by`;

/** Condition of screens: the flag is judged an event or not yet judged. */
export const FLAG_COUNTS: Sql = sql`(f.judgement is null or f.judgement = 'event')`;

/** Condition: the registry had not withdrawn the filing before an instant, or has not by now. */
export function flagNotWithdrawn(until: Instant | null = null): Sql {
  const known = until === null ? empty : sql`and st.since < ${until}::timestamptz`;
  return sql`not exists (
    select from filing_standings st
    where st.registry = f.registry and st.native_id = f.native_id and st.status in ('withdrawn', 'closed') ${known})`;
}

/** Loads the flags of one filing, those of some readers only if a filter is given, severest first and without duplicates of co-registrants. `isRead` is false if its text was not read. */
export async function loadFlagsOfFiling(
  db: Database,
  filing: { registry: string; native_id: string; url: string },
  readByOnly?: string,
): Promise<{ flags: RedFlagResponse[]; isRead: boolean }> {
  const rows = await db.query<FlagColumns>(sql`
    select distinct on (f.rule_id, f.read_from) ${FLAG_COLUMNS} from red_flags f
    join filings g on g.issuer_id = f.issuer_id and g.registry = f.registry and g.native_id = f.native_id
    where g.native_id = ${filing.native_id} and g.registry = ${filing.registry} ${andReadBy(sql`f.read_by`, readByOnly)}
    order by f.rule_id, f.read_from, (f.judgement = 'event') desc nulls last, f.issuer_id`);
  const read = await db.queryOne(sql`
    select from red_flag_readings r
    join filings g on g.issuer_id = r.issuer_id and g.registry = r.registry and g.native_id = r.native_id
    where g.native_id = ${filing.native_id} and g.registry = ${filing.registry} limit 1`);
  return { flags: toRedFlags(rows, filing.url), isRead: read !== null };
}

/** Converts the flags of one filing: one per rule, severest first, then by strength of judgement. */
export function toRedFlags(rows: readonly FlagColumns[], url: string): RedFlagResponse[] {
  const byRule = new Map<string, FlagColumns[]>();
  for (const row of rows) addToList(byRule, row.rule_id, row);
  return [...byRule.values()]
    .flatMap(same => toRedFlag(same, url) ?? [])
    .sort((a, b) => weight(a) - weight(b) || (a.rule_id < b.rule_id ? -1 : 1));
}

const STRONGEST_FIRST: readonly RedFlagResponse['judgement'][] = ['event', null, 'unclear', 'boilerplate'];

function weight({ severity, judgement }: RedFlagResponse): number {
  return 10 * SEVERITIES.indexOf(severity) + STRONGEST_FIRST.indexOf(judgement);
}

/** Merges the text flag and the figure flag of one rule: the stronger judgement counts. */
function toRedFlag(same: readonly FlagColumns[], url: string): RedFlagResponse | null {
  const [first] = [...same].sort((a, b) => (b.judgement === 'event' ? 1 : 0) - (a.judgement === 'event' ? 1 : 0));
  const rule = first === undefined ? undefined : flagRule(first.rule_id);
  if (first === undefined || rule === undefined) return null;
  const counting = same.filter(row => row.judgement === first.judgement);
  const counted = counting.map(row => JSON.parse(row.words) as FlagWords);
  const read_by = [...new Set(counting.flatMap(row => row.read_by))];
  const words = JSON.parse(first.words) as FlagWords;
  // A flag on figures alone has no sentence: its evidence is the filing of that year.
  const evidence = counted.flatMap(flagWords => flagWords.evidence);
  return {
    rule_id: first.rule_id,
    label: rule.label,
    severity: first.severity,
    judgement: first.judgement,
    status: same.some(row => row.is_open && row.judgement === first.judgement) ? 'open' : 'resolved',
    method: read_by.includes('rules') ? 'rules' : 'model',
    read_by,
    rules_version: words.rulesVersion,
    as_of: words.asOf,
    inputs: plainInputs(counted.find(flagWords => flagWords.inputs !== null)?.inputs ?? null),
    evidence: (evidence.length > 0 ? evidence : [NO_EVIDENCE]).map(own => toEvidence(own, first, url)),
  };
}

function plainInputs(inputs: FlagWords['inputs']): FlagWords['inputs'] {
  if (inputs === null) return null;
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, value === null ? null : plainNumber(value)]),
  );
}

export function toEvidence(
  own: TextEvidence,
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
