import type { Database } from '../../../../db/database.ts';
import type { FoundEntity, Registrant } from '../../../filings/issuers/views/find-issuer.ts';
import { KEY_CODES, type KpiPeriod } from '../model/financials.ts';
import { type FinancialsQuestion, type LoadedFinancials, loadPeriods } from './load-periods.ts';

/** The figures of a response, and the registrant that filed them. */
export interface ChosenFigures {
  registrant: Registrant;
  /** Null if it has no financials in the store. */
  loaded: LoadedFinancials | null;
}

/**
 * The figures of one registrant of an entity, never a mixture. Among registrants with periods of the requested kind and
 * years, the first one whose newest such period is the group's rather than the company's own wins, otherwise the first.
 * The order is the lead, registrants of its market, then the others (see findIssuer). The requested codes do not
 * matter, so that two requests for the same periods use the same filings.
 */
export async function chooseFigures(
  db: Database,
  { registrants }: FoundEntity,
  question: FinancialsQuestion,
  codes: ReadonlySet<string>,
): Promise<ChosenFigures | null> {
  const candidates = registrants.filter(({ version }) => version !== null);
  const read = candidates.length > 1 ? new Set([...codes, ...KEY_CODES]) : codes;
  let best: (ChosenFigures & { rank: number }) | null = null;
  for (const registrant of candidates) {
    const loaded = await loadPeriods(db, registrant, question, read);
    const rank = rankOf(loaded?.periods ?? []);
    if (best === null || rank > best.rank) best = { registrant, loaded, rank };
    if (rank === GROUP) break;
  }
  return best;
}

const GROUP = 2;
const STAND_ALONE = 1;
const NOTHING = 0;

function rankOf([newest]: readonly KpiPeriod[]): number {
  if (newest === undefined) return NOTHING;
  const keys = KEY_CODES.flatMap(code => newest.values[code] ?? []);
  return keys.some(({ flags }) => flags.includes('non_consolidated')) ? STAND_ALONE : GROUP;
}
