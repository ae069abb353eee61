import { type Database, type Sql, sql } from '../db/database.ts';

/** Maximum rows of a section; longer sections keep the newest. */
export const MAX_ROWS = 10_000;

type Row = Record<string, unknown>;

/** Everything that an account owns, without secrets: rows by section, with the field names of the operations. */
export interface AccountExport {
  account: Row;
  sections: Record<Section, Row[]>;
  /** Sections truncated to the newest {@link MAX_ROWS} rows. */
  cut: Section[];
}

export type Section = keyof ReturnType<typeof sectionsOf>;

/** Reads everything in one snapshot; null if the account does not exist. */
export async function exportAccount(db: Database, accountId: string): Promise<AccountExport | null> {
  return db.transaction(async tx => {
    await tx.execute(sql`set transaction isolation level repeatable read read only`);
    const account = await tx.queryOne<Row>(sql`
      select account_id as id, email, plan, created_at, day_credits as credits_used_on_day, usage_day as day,
        month_credits as credits_used_in_month, usage_month as month,
        (select set_at from passwords p where p.account_id = a.account_id) as password_set_at,
        (select confirmed_at from second_factors f where f.account_id = a.account_id) as two_step_since
      from accounts a where account_id = ${accountId}`);
    if (account === null) return null;
    const sections: Partial<Record<Section, Row[]>> = {};
    const cut: Section[] = [];
    const statements = Object.entries(sectionsOf(accountId)) as [Section, Sql][];
    for (const [name, statement] of statements) {
      const rows = await tx.query<Row>(sql`${statement} limit ${MAX_ROWS + 1}`);
      if (rows.length > MAX_ROWS) cut.push(name);
      sections[name] = rows.slice(0, MAX_ROWS);
    }
    return { account, sections: sections as Record<Section, Row[]>, cut };
  });
}

function sectionsOf(accountId: string) {
  return {
    keys: sql`
      select key_id, name, hint, scopes, client_id, created_at, last_used_at, expires_at, revoked_at
      from api_keys where account_id = ${accountId} order by created_at desc, key_id`,
    sessions: sql`
      select record_id as session_id, created_at as signed_in_at, last_used_at, expires_at, details
      from oauth_records where account_id = ${accountId} and model = 'Session' order by created_at desc, record_id`,
    apps: sql`
      select client_id, details, scopes, created_at as connected_at, last_used_at
      from oauth_records where account_id = ${accountId} and model = 'Grant' order by created_at desc, record_id`,
    audit: sql`
      select event_id, occurred_at, kind, actor, actor_id, address, user_agent, details
      from audit_events where account_id = ${accountId} order by event_id desc`,
    watchlist: sql`
      select ticker, market_id, note, event_types, form_types, created_at
      from watchlist_entries where account_id = ${accountId} order by created_at desc, market_id, ticker_key`,
    saved_screens: sql`
      select screen_id as id, name, query, share_id, alerts, alerts_paused, checked_at, created_at, updated_at
      from saved_screens where account_id = ${accountId} order by created_at desc, screen_id`,
    panels: sql`
      select panel_id as id, created_at, manifest::json as manifest
      from panels where account_id = ${accountId} order by created_at desc, panel_id`,
    notifications: sql`
      select n.event_id as id, n.event_type, e.title, e.summary, n.canonical_key, n.company_name, n.ticker, n.market_id,
        n.category, n.category_group, e.filing_id, e.url, n.created_at, n.read_at
      from notifications n left join events e using (event_id)
      where account_id = ${accountId} order by n.created_at desc, event_id`,
    webhooks: sql`
      select webhook_id as id, url, event_types, active, deactivated_reason, created_at, updated_at, last_success_at
      from webhooks where account_id = ${accountId} order by created_at desc, webhook_id`,
    webhook_deliveries: sql`
      select d.delivery_id as id, webhook_id, d.event_type, d.data, d.status, d.created_at, d.next_attempt_at, d.replay_of,
        d.attempts
      from webhook_deliveries d join webhooks w using (webhook_id)
      where account_id = ${accountId} order by d.created_at desc, d.delivery_id`,
    usage: sql`
      select usage_day as usage_date, kind, operation, channel, sum(calls)::float8 as calls, sum(credits)::float8 as credits
      from (
        select usage_day, kind, operation, channel, calls, credits from ledger_days where account_id = ${accountId}
        union all
        select usage_day, kind, coalesce(operation, ''), coalesce(channel, ''), calls, credits from ledger
        where account_id = ${accountId} and usage_day > (select closed_day from ledger_closing)
      ) as booked
      group by usage_day, kind, operation, channel order by usage_day desc, kind, operation, channel`,
    ledger: sql`
      select entry_id, booked_at, usage_day as usage_date, kind, operation, channel, calls, credits, note
      from ledger where account_id = ${accountId} order by usage_day desc, entry_id desc`,
  };
}
