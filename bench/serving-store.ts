import { copyLine, type Database, sql, type Transaction } from '../server/src/db/database.ts';
import { packFinancials } from '../server/src/domain/figures/financials/rules/financials.ts';
import { LINE_ITEMS } from '../server/src/domain/figures/financials/rules/line-items.ts';
import type { FactSet } from '../server/src/domain/filings/facts/model/facts.ts';
import { encodeFactFilings, encodeObservations } from '../server/src/domain/filings/facts/model/facts-codec.ts';
import { refreshProminenceOfIssuers } from '../server/src/domain/filings/issuers/store/entities.ts';
import { nameKey } from '../server/src/kernel/identifiers/name-key.ts';
import { filingId, tickerKey, uuidV5 } from '../server/src/kernel/ids.ts';

/** A reproducible store with fictional names and figures. */

const FIRST_YEAR = 2008;
const YEARS = 16;
const FILINGS_PER_ISSUER = 12;

const FIRST = words(
  'amber birch cedar delta ember falcon granite harbor indigo juniper keystone lantern meadow northern onyx prairie quartz ' +
    'river summit timber union valley western yellow zenith apex beacon coral dawn eagle frontier glacier highland island ' +
    'jade kindle liberty marble nova oak pacific quiet redwood silver tidal urban vista willow atlas bright',
);
const SECOND = words(
  'bancorp biotech brands capital chemical components data defense digital dynamics energy engineering financial foods ' +
    'freight genetics global health holdings hospitality imaging industries instruments insurance interactive labs lending ' +
    'logistics marine materials media medical metals mining mobility motors networks oil optics partners pharma pipeline ' +
    'power realty resources retail robotics semiconductor software solar steel storage systems technologies telecom textile ' +
    'therapeutics tools transport utilities ventures water wireless',
);
const THIRD = words(
  'alpha bay creek dome east fort gate hill inlet joint knoll lake mount noble ocean point ridge south',
);
const FORMS = words('Inc. Corp Ltd Co PLC Holdings');

function words(text: string): string[] {
  return text.split(' ');
}

/** The name of the n-th issuer. */
export function issuerName(index: number): string {
  const pick = (list: readonly string[], at: number) => capital(list[at % list.length] ?? '');
  const third = index >= FIRST.length * SECOND.length ? ` ${pick(THIRD, Math.floor(index / 3_000))}` : '';
  return `${pick(FIRST, index)} ${pick(SECOND, Math.floor(index / FIRST.length))}${third} ${pick(FORMS, index * 7)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Four or five letters, one for each index. */
export function issuerTicker(index: number): string {
  let rest = index;
  let ticker = 'Q';
  for (let place = 0; place < 4; place++) {
    ticker += String.fromCharCode(65 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return ticker;
}

/** An accession of the n-th issuer's filing of a year. */
export function accessionOf(index: number, year: number): string {
  return `${String(5_000_000 + index).padStart(10, '0')}-${String((year + 1) % 100).padStart(2, '0')}-000001`;
}

/** Adds issuers from `from` to `to` (exclusive) with names, listings and filings; those below `withFinancials` also get facts. */
export async function fillStore(db: Database, from: number, to: number, withFinancials: number): Promise<void> {
  const indexes = Array.from({ length: to - from }, (_, offset) => from + offset);
  await db.transaction(async tx => {
    await tx.copy(
      'issuers',
      ['canonical_key', 'company_name', 'country_code', 'market_id'],
      lines(indexes, issuerLine),
    );
    const ids = await issuerIds(tx, from, to);
    const idOf = (index: number) => ids.get(`cik:${5_000_000 + index}`) ?? '';
    await tx.copy(
      'issuer_names',
      ['issuer_id', 'name_key', 'matched'],
      lines(indexes, index => copyLine([idOf(index), nameKey(issuerName(index)), 'name'])),
    );
    await tx.copy(
      'listings',
      ['issuer_id', 'market_id', 'ticker', 'ticker_key', 'mic', 'currency', 'is_home'],
      lines(indexes, index =>
        copyLine([idOf(index), 'us', issuerTicker(index), tickerKey(issuerTicker(index)), 'XNAS', 'USD', true]),
      ),
    );
    await tx.copy(
      'issuer_identifiers',
      ['issuer_id', 'scheme', 'identifier'],
      lines(indexes, index => copyLine([idOf(index), 'cik', String(5_000_000 + index)])),
    );
    await tx.copy('filings', FILING_COLUMNS, filingLines(indexes, idOf));
    await refreshProminenceOfIssuers(tx, indexes.map(idOf));
    for (const index of indexes) if (index < withFinancials) await addFinancials(tx, idOf(index), index);
  });
  for (const table of ['issuers', 'issuer_names', 'listings', 'issuer_identifiers', 'filings']) {
    await db.execute(ANALYZE[table] ?? sql`analyze`);
  }
}

/** Characters of company names in Chinese, Japanese and Korean, by the script. */
const WIDE = [
  '东方华信国银天地大和三菱日立金光海山川电机重工化学',
  'アイエコサシステナニホマメリ',
  '삼성현대전자화학건설한국산업',
];
const SYLLABLES = words('al ber cor dan el fin gar hol in jun kar lon mer nor os pel ras sol tra ul ver win ys zen');
const REFERENCE_FORMS = words('GmbH S.A. B.V. AB Limited S.p.A. Fund Trust');

/** The name of the n-th entity with an LEI and neither filings nor listings; one in five is in an Asian script. */
export function referenceName(index: number): string {
  // A coprime multiplier spreads neighbours; names are reproducible.
  const mixed = (index * 7_919) % 1_000_003;
  const take = <T>(list: ArrayLike<T>, place: number): T => list[Math.floor(mixed / 7 ** place) % list.length] as T;
  if (index % 5 === 0) {
    const letters = WIDE[index % WIDE.length] ?? '';
    return `${[0, 1, 2, 3].map(place => take(letters, place)).join('')}${index % 1_000}`;
  }
  const own = capital([0, 1, 2].map(place => take(SYLLABLES, place)).join(''));
  return `${own} ${capital(take(SECOND, 4))} ${capital(take(THIRD, 1))} ${take(REFERENCE_FORMS, 2)}`;
}

/** Adds entities from `from` to `to` (exclusive) with a name and an LEI only. */
export async function fillReferences(db: Database, from: number, to: number): Promise<void> {
  const indexes = Array.from({ length: to - from }, (_, offset) => from + offset);
  const keyOf = (index: number) => `lei:${String(index).padStart(20, '0')}`;
  await db.transaction(async tx => {
    await tx.copy(
      'issuers',
      ['canonical_key', 'company_name', 'country_code', 'market_id'],
      lines(indexes, index => copyLine([keyOf(index), referenceName(index), 'DE', 'eu'])),
    );
    const rows = await tx.query<{ issuer_id: string; canonical_key: string }>(
      sql`select issuer_id, canonical_key from issuers where canonical_key like 'lei:%'`,
    );
    const ids = new Map(rows.map(row => [row.canonical_key, row.issuer_id]));
    await tx.copy(
      'issuer_names',
      ['issuer_id', 'name_key', 'matched'],
      lines(indexes, index => copyLine([ids.get(keyOf(index)) ?? '', nameKey(referenceName(index)), 'name'])),
    );
  });
  for (const table of ['issuers', 'issuer_names']) await db.execute(ANALYZE[table] ?? sql`analyze`);
}

const ANALYZE: Record<string, ReturnType<typeof sql>> = {
  issuers: sql`analyze issuers`,
  issuer_names: sql`analyze issuer_names`,
  listings: sql`analyze listings`,
  issuer_identifiers: sql`analyze issuer_identifiers`,
  filings: sql`analyze filings`,
};

function* lines(indexes: readonly number[], line: (index: number) => string): Generator<string> {
  for (const index of indexes) yield line(index);
}

function issuerLine(index: number): string {
  return copyLine([`cik:${5_000_000 + index}`, issuerName(index), 'US', 'us']);
}

async function issuerIds(tx: Transaction, from: number, to: number): Promise<Map<string, string>> {
  const keys = Array.from({ length: to - from }, (_, offset) => `cik:${5_000_000 + from + offset}`);
  const rows = await tx.query<{ issuer_id: string; canonical_key: string }>(
    sql`select issuer_id, canonical_key from issuers where canonical_key = any(${keys})`,
  );
  return new Map(rows.map(row => [row.canonical_key, row.issuer_id]));
}

const FILING_COLUMNS = words(
  'issuer_id registry native_id filing_uuid form_type category category_group filing_date known_at period_end is_amendment url has_xbrl',
);

function* filingLines(indexes: readonly number[], idOf: (index: number) => string): Generator<string> {
  for (const index of indexes) {
    for (let age = 0; age < FILINGS_PER_ISSUER; age++) {
      const year = FIRST_YEAR + YEARS - 1 - age;
      const accession = accessionOf(index, year);
      const filed = `${year + 1}-02-20`;
      const url = `https://registry.example/${accession}`;
      const uuid = uuidV5(filingId('sec-edgar', accession));
      yield copyLine([
        idOf(index),
        'sec-edgar',
        accession,
        uuid,
        '10-K',
        'annual_report',
        'periodic',
        filed,
        `${filed}T21:00:00Z`,
        `${year}-12-31`,
        false,
        url,
        true,
      ]);
    }
  }
}

async function addFinancials(tx: Transaction, issuerId: string, index: number): Promise<void> {
  const facts = factsOf(index);
  await tx.execute(sql`
    insert into fact_sources (issuer_id, source, registry, digest, dates_rounded, filings, facts_count)
    values (${issuerId}, ${facts.source}, 'sec-edgar', 'bench', false, ${encodeFactFilings(facts.filings)}, 0)`);
  await tx.copy(
    'fact_series',
    ['issuer_id', 'source', 'concept', 'unit', 'dimensions', 'observations'],
    facts.series.map(series =>
      copyLine([issuerId, facts.source, series.concept, series.unit, series.dimensions, encodeObservations(series)]),
    ),
  );
  const financials = packFinancials({
    sets: [facts],
    knownAt: {},
    sic: '3990',
    canonicalKey: `cik:${5_000_000 + index}`,
    asOf: null,
  });
  const { dictionary, periods } = financials;
  await tx.execute(sql`
    insert into issuer_financials (issuer_id, version, company_type, accounting_standard, currency, dictionary, data_as_of)
    values (${issuerId}, ${`bench-${index}`}, ${financials.companyType}, ${financials.accountingStandard},
      ${financials.currency}, ${dictionary}, '2024-02-20T21:00:00Z')`);
  await tx.copy(
    'kpi_periods',
    words(
      'issuer_id fiscal_period fiscal_year period_start period_end native_id company_type currency accounting_standard status breaches items',
    ),
    periods.map(period =>
      copyLine([
        issuerId,
        period.fiscalPeriod,
        period.fiscalYear,
        period.periodStart,
        period.periodEnd,
        period.accession,
        period.companyType,
        period.currency,
        period.accountingStandard,
        period.status,
        period.breaches,
        period.items,
      ]),
    ),
  );
}

/** One fact per year for the first concept of every currency line of a commercial company, growing by two percent. */
function factsOf(index: number): FactSet {
  const years = Array.from({ length: YEARS }, (_, age) => FIRST_YEAR + age);
  const concepts = new Map<string, 'instant' | 'duration'>();
  for (const item of LINE_ITEMS) {
    const [concept] = item.concepts['us-gaap'];
    const isUsual = item.unitKind === 'currency' && item.companyTypes.includes('commercial');
    if (concept && isUsual) concepts.set(concept, item.periodType);
  }
  return {
    source: 'companyfacts',
    datesRounded: false,
    filings: years.map(year => ({
      accession: accessionOf(index, year),
      form: '10-K',
      filed: `${year + 1}-02-20`,
      acceptedAt: `${year + 1}-02-20T21:00:00Z`,
      fiscalYear: year,
      fiscalPeriod: 'FY',
      periodEnd: `${year}-12-31`,
    })),
    series: [...concepts].map(([concept, periodType], place) => ({
      concept,
      unit: 'USD',
      dimensions: '',
      starts: years.map(year => (periodType === 'instant' ? null : dayOf(`${year}-01-01`))),
      ends: years.map(year => dayOf(`${year}-12-31`)),
      values: years.map((_, age) => Math.round((place + 1) * 1_000_000 * 1.02 ** age) + index),
      filings: years.map((_, age) => age),
    })),
    faces: {},
  };
}

function dayOf(date: string): number {
  return Date.parse(date) / 86_400_000;
}
