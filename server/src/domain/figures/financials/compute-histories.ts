import type { Database, Transaction } from '../../../db/database.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { messageOf } from '../../../kernel/errors.ts';
import { loopTurns } from '../../../kernel/loop-turns.ts';
import { loadVersionsBefore, replaceHistory, takeStaleHistory } from './history-store.ts';
import type { FiguresHistory } from './model/financials.ts';
import { annualHistory, firstChange, type KnownDay, knownDays } from './rules/annual-history.ts';
import { type FinancialsInput, RULES_VERSION } from './rules/financials.ts';
import { loadFacts } from './views/load-financials-input.ts';

/**
 * Computes the history of fiscal years of each issuer whose facts or rules changed, from the first day that the change
 * concerns, until none is left or the time is over. One transaction per issuer; several processes can share the work.
 */
export async function computeHistories(db: Database, options: { forMs: number; signal?: AbortSignal | undefined }) {
  const untilMs = performance.now() + options.forMs;
  while (performance.now() < untilMs && (await db.transaction(tx => computeNext(tx, db))))
    options.signal?.throwIfAborted();
}

/** Returns whether there was an issuer to compute. */
async function computeNext(tx: Transaction, db: Database): Promise<boolean> {
  const stale = await takeStaleHistory(tx, RULES_VERSION);
  if (stale === null) return false;
  const loaded = await loadFacts(db, stale);
  const days = loaded === null ? [] : knownDays(loaded.facts);
  const from = stale.known.length === 0 ? EVER : firstChange(stale.known, days);
  const { versions, failure } =
    loaded === null || from === null
      ? { versions: NO_VERSIONS, failure: null }
      : await versionsSince(loaded.facts, days, from, await loadVersionsBefore(tx, stale.issuer_id, from));
  await replaceHistory(
    tx,
    stale,
    { rulesVersion: RULES_VERSION, days, failure },
    from === null ? null : { from, versions },
  );
  return true;
}

const NO_VERSIONS: FiguresHistory = { years: [], trailing: [] };

/** Before every day on which anything became known. */
const EVER: IsoDate = '0001-01-01';

/** The versions from a day on; none, with the reason, if the rules fail on some day. */
async function versionsSince(
  facts: FinancialsInput,
  days: readonly KnownDay[],
  from: IsoDate,
  before: FiguresHistory,
): Promise<{ versions: FiguresHistory; failure: string | null }> {
  const later = days.map(({ day }) => day).filter(day => day >= from);
  const steps = annualHistory(facts, later, before);
  try {
    for (;;) {
      await loopTurns.take();
      const step = steps.next();
      if (step.done === true) return { versions: step.value, failure: null };
    }
  } catch (error) {
    return { versions: NO_VERSIONS, failure: messageOf(error) };
  }
}
