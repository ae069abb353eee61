import type { Database } from '../../../db/database.ts';
import { parseDay } from '../../../kernel/dates.ts';
import { benchmarksOf } from '../../filings/markets/model/market-indexes.ts';
import { pricedTicker } from '../../markets/prices/model/price-series.ts';
import { BASE_RATE_RULES_VERSION, BaseRateSums, variantsOf } from './rules/base-rates.ts';
import {
  type Exclusion,
  type Measured,
  measureEvent,
  placesOfRepeated,
  type StudiedShare,
} from './rules/event-study.ts';
import {
  digestOfRateInputs,
  listStudiedCompanies,
  type RatedEvent,
  readIndexCloses,
  readRatedEvents,
  readRateInputs,
  readShareCloses,
  replaceBaseRates,
  type StoredCloses,
  type StudiedCompany,
} from './store/base-rates.ts';

/** Companies per batch. A company has closes of some thousand days, all in memory. */
const BATCH_SIZE = 100;

/** Exchanges with an index other than that of their market. */
const INDEX_OF_EXCHANGE: Readonly<Record<string, string>> = { XKOS: 'kosdaq' };

/** Computes base rates again if events or closes changed since the last computation. */
export async function computeBaseRates(db: Database, signal?: AbortSignal): Promise<void> {
  const inputs = await digestOfRateInputs(db);
  const known = await readRateInputs(db);
  if (known?.digest === inputs.digest && known.rulesVersion === BASE_RATE_RULES_VERSION) return;
  const indexes = await readIndexCloses(db);
  const sums = new BaseRateSums();
  const used = new Map<string, Set<string>>();
  for (let after = '0'; indexes.size > 0; ) {
    signal?.throwIfAborted();
    const companies = await listStudiedCompanies(db, after, BATCH_SIZE);
    const last = companies.at(-1);
    if (last === undefined) break;
    after = last.entityId;
    await studyCompanies(db, companies, indexes, { sums, used });
  }
  const rates = sums.rates(marketId => [...(used.get(marketId) ?? [])].sort().join('+'));
  const rulesVersion = BASE_RATE_RULES_VERSION;
  await db.transaction(tx => replaceBaseRates(tx, rates, { ...inputs, rulesVersion }));
}

interface Study {
  sums: BaseRateSums;
  /** Indexes that the shares of a market were measured against. */
  used: Map<string, Set<string>>;
}

async function studyCompanies(
  db: Database,
  companies: readonly StudiedCompany[],
  indexes: ReadonlyMap<string, StoredCloses>,
  { sums, used }: Study,
): Promise<void> {
  const measurable = companies.flatMap(company => {
    const tickerKey = pricedTicker(company.marketId, company.ticker, company.mic);
    const index = indexOf(company, indexes);
    return tickerKey === null || index === null ? [] : [{ ...company, tickerKey, index }];
  });
  const closes = await readShareCloses(db, measurable);
  const priced = measurable.flatMap(company => {
    const found = closes.get(`${company.marketId}:${company.tickerKey}`);
    return found === undefined ? [] : [{ company, share: toShare(company.marketId, found) }];
  });
  const events = Map.groupBy(
    await readRatedEvents(
      db,
      priced.map(item => item.company.entityId),
    ),
    event => event.entityId,
  );
  for (const { company, share } of priced) {
    const own = events.get(company.entityId) ?? [];
    const { indexId, closes: index } = company.index;
    used.set(company.marketId, (used.get(company.marketId) ?? new Set()).add(indexId));
    for (const [event, outcome] of outcomesOf(own, share, index)) {
      const { kind, variant, isNotable, authority } = event;
      const salience = isNotable ? 'notable' : 'routine';
      const variants = variantsOf({ kind, variant, salience, authority });
      const isConfounded = own.some(other => other.filing === event.filing && other.kind !== kind);
      sums.add({ marketId: company.marketId, kind, variants, isConfounded, outcome });
    }
  }
}

function indexOf(
  { marketId, mic }: StudiedCompany,
  indexes: ReadonlyMap<string, StoredCloses>,
): { indexId: string; closes: StoredCloses } | null {
  const own = mic === null ? undefined : INDEX_OF_EXCHANGE[mic];
  for (const indexId of [
    ...(own === undefined ? [] : [own]),
    ...benchmarksOf(marketId).map(benchmark => benchmark.indexId),
  ]) {
    const closes = indexes.get(indexId);
    if (closes !== undefined) return { indexId, closes };
  }
  return null;
}

function toShare(marketId: string, { days, closes, paid, volumes, faults }: StoredCloses): StudiedShare {
  const spans = faults.map(({ from, until }) => ({
    from: parseDay(from) ?? Number.NEGATIVE_INFINITY,
    until: parseDay(until) ?? Number.POSITIVE_INFINITY,
  }));
  return { marketId, days, closes, paid, volumes, faults: spans };
}

/** Measures each event of a company; repeated events count once. */
function outcomesOf(
  events: readonly RatedEvent[],
  share: StudiedShare,
  index: StoredCloses,
): [RatedEvent, Measured | Exclusion][] {
  const outcomes: [RatedEvent, Measured | Exclusion][] = [];
  for (const [, ofKind] of Map.groupBy(events, event => event.kind)) {
    const repeated = placesOfRepeated(
      ofKind.map(event => event.knownAt),
      share.marketId,
      index,
    );
    for (const [place, event] of ofKind.entries()) {
      outcomes.push([event, repeated.has(place) ? 'repeated' : measureEvent(event.knownAt, share, index)]);
    }
  }
  return outcomes;
}
