import type { Database, Transaction } from '../../../db/database.ts';
import { sql } from '../../../db/database.ts';
import { type IsoDate, toIsoDate } from '../../../kernel/dates.ts';
import { loopTurns } from '../../../kernel/loop-turns.ts';
import { loadExchangeRates } from '../../figures/currencies/views/load-exchange-rates.ts';
import { placeOfDay } from '../../figures/financials/views/current-figures.ts';
import { LONGEST_REST_DAYS } from '../prices/rules/price-moves.ts';
import { priceKey } from '../prices/views/load-closes.ts';
import { type ClosingRate, marketValues } from './rules/market-values.ts';
import {
  listValuedIssuers,
  loadDigestsOfCloses,
  replaceMarketValues,
  type ValuedIssuer,
  type ValuesOfQuarter,
} from './store.ts';
import { isDepositaryReceipt, loadPaidCloses } from './views/load-paid-closes.ts';
import { loadTrailingYears } from './views/trailing-versions.ts';

/** Raised whenever the same closes and figures may give other market capitalizations. */
const RULES = '1';

/**
 * Computes the market capitalizations of each issuer whose closes, figures or exchange rates changed. One transaction per issuer;
 * one process does the work.
 */
export async function computeMarketValues(db: Database, signal?: AbortSignal): Promise<void> {
  const closes = await loadDigestsOfCloses(db);
  if (closes.size === 0) return;
  const rates = await loadExchangeRates(db);
  const rateOf: ClosingRate = (from, to, day) => rates?.rates.closing(from, to, day) ?? null;
  for (const issuer of await listValuedIssuers(db)) {
    const found = closes.get(priceKey(issuer));
    const isConverted = found?.currencies.some(currency => currency !== issuer.currency) ?? false;
    const digest = [RULES, issuer.history, found?.digest ?? '', isConverted ? (rates?.version ?? '') : ''].join(' ');
    if (issuer.digest === digest || (found === undefined && issuer.digest === null)) continue;
    signal?.throwIfAborted();
    await loopTurns.take();
    const values = found === undefined ? [] : await valuesOf(db, issuer, rateOf);
    await db.transaction(tx => store(tx, issuer.issuer_id, values, digest));
  }
}

const VALUES_LOCK = 7_203_132;

/** Leaves the values to another process that computes them. */
async function store(
  tx: Transaction,
  issuerId: string,
  values: readonly ValuesOfQuarter[],
  digest: string,
): Promise<void> {
  const lock = await tx.queryOne<{ is_free: boolean }>(sql`
    select pg_try_advisory_xact_lock(${VALUES_LOCK}::bigint) as is_free`);
  if (lock?.is_free === true) await replaceMarketValues(tx, issuerId, values, digest);
}

async function valuesOf(db: Database, issuer: ValuedIssuer, rateOf: ClosingRate): Promise<ValuesOfQuarter[]> {
  const closes = await loadPaidCloses(db, issuer);
  if (closes === null || (await isDepositaryReceipt(db, issuer.issuer_id, issuer.market_id))) return [];
  const last = closes.days.at(-1);
  if (last === undefined) return [];
  const known = await loadTrailingYears(db, issuer.issuer_id);
  const span = { from: closes.days[0] ?? last, until: last + LONGEST_REST_DAYS };
  const quarters = new Map<string, ValuesOfQuarter>();
  for (const { day, currency, amount } of marketValues(closes, known, rateOf, span)) {
    const { quarter, place } = placeOfDay(toIsoDate(day));
    const key = `${quarter} ${currency}`;
    const values = quarters.get(key) ?? { quarter: quarter as IsoDate, currency, amounts: [] };
    quarters.set(key, values);
    while (values.amounts.length < place - 1) values.amounts.push(null);
    values.amounts[place - 1] = amount;
  }
  return [...quarters.values()];
}
