import { copyLine, type Database, sql, type Transaction } from '../../../db/database.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { HOME_FIRST } from '../../filings/issuers/views/entity.ts';
import type { NamedListing } from '../prices/views/load-closes.ts';

/** An issuer whose market capitalizations may be computed, with the listing that has its price. */
export interface ValuedIssuer extends NamedListing {
  issuer_id: string;
  /** Changes with its history of figures. */
  history: string;
  /** What its market capitalizations were computed from; null before the first computation. */
  digest: string | null;
  currency: string | null;
}

/** Issuers with a history of figures and a listing; the home listing decides. */
export function listValuedIssuers(db: Database): Promise<ValuedIssuer[]> {
  return db.query<ValuedIssuer>(sql`
    select h.issuer_id, h.version || ' ' || h.rules_version as history, f.currency, l.market_id, l.ticker, l.mic, s.digest
    from issuer_histories h join issuers i on i.issuer_id = h.issuer_id
      join issuer_financials f on f.issuer_id = h.issuer_id
      join lateral (
        select l.market_id, l.ticker, l.mic from issuers o join listings l on l.issuer_id = o.issuer_id
        where o.entity_id = i.entity_id order by ${HOME_FIRST} limit 1) l on true
      left join market_value_states s on s.issuer_id = h.issuer_id
    where h.failure is null order by h.issuer_id`);
}

/** Digests of the closes of every share, by market and ticker key: `us:AAPL`. */
export async function loadDigestsOfCloses(
  db: Database,
): Promise<Map<string, { digest: string; currencies: string[] }>> {
  const rows = await db.query<{ key: string; digest: string; currencies: string[] }>(sql`
    select market_id || ':' || ticker_key as key, md5(string_agg(digest, ' ' order by source, symbol)) as digest,
      array_agg(distinct coalesce(currency, '')) as currencies
    from price_series where ticker_key is not null group by market_id, ticker_key`);
  return new Map(rows.map(({ key, ...closes }) => [key, closes]));
}

/** The market capitalizations of a quarter in one currency. */
export interface ValuesOfQuarter {
  quarter: IsoDate;
  currency: string;
  /** By day from the first; null without a value. */
  amounts: (number | null)[];
}

/** Replaces the market capitalizations of an issuer: rows that stay the same are not written. */
export async function replaceMarketValues(
  tx: Transaction,
  issuerId: string,
  values: readonly ValuesOfQuarter[],
  digest: string,
): Promise<void> {
  const stored = await tx.query<ValuesOfQuarter>(sql`
    select quarter, currency, amounts from market_values where issuer_id = ${issuerId}`);
  const textOf = ({ quarter, currency, amounts }: ValuesOfQuarter) => JSON.stringify([quarter, currency, amounts]);
  const wanted = new Map(values.map(one => [textOf(one), one]));
  const gone = stored.filter(one => !wanted.delete(textOf(one)));
  await tx.execute(sql`
    delete from market_values v using json_to_recordset(${JSON.stringify(gone)}::json) as g (quarter date, currency text)
    where v.issuer_id = ${issuerId} and v.quarter = g.quarter and v.currency = g.currency`);
  const lines = [...wanted.values()].map(({ quarter, currency, amounts }) =>
    copyLine([issuerId, quarter, currency, `{${amounts.map(amount => amount ?? 'NULL').join()}}`]),
  );
  if (lines.length > 0) await tx.copy('market_values', ['issuer_id', 'quarter', 'currency', 'amounts'], lines);
  await tx.execute(sql`
    insert into market_value_states (issuer_id, digest) values (${issuerId}, ${digest})
    on conflict (issuer_id) do update set digest = excluded.digest`);
}
