import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, sql } from '../../server/src/db/database.ts';
import { secretContext } from '../../server/src/delivery/webhooks/webhook-sender.ts';
import { queueEvents } from '../../server/src/domain/kit/store/outbox.ts';
import type { SecretBox } from '../../server/src/kernel/secrets/secret-box.ts';

/** Creates accounts that watch one company, each with its own webhooks; returns the company's id. */
export async function fillStore(
  db: Database,
  box: SecretBox,
  { accounts, webhooksEach, url, secret }: { accounts: number; webhooksEach: number; url: string; secret: string },
): Promise<string> {
  return db.transaction(async tx => {
    const issuer = await tx.queryOne<{ issuer_id: string }>(sql`
      insert into issuers (canonical_key, company_name, market_id) values ('cik:9999990001', 'Torture Inc.', 'us')
      returning issuer_id`);
    const issuerId = issuer?.issuer_id ?? '';
    for (let n = 0; n < accounts; n++) {
      const accountId = randomUUID();
      await tx.execute(sql`
        insert into accounts (account_id, email, plan) values (${accountId}, ${`torture-${n}@example.org`}, 'business')`);
      await tx.execute(sql`
        insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id)
        values (${accountId}, 'us', 'TORT', 'TORT', ${issuerId})`);
      for (let webhook = 0; webhook < webhooksEach; webhook++) {
        const webhookId = randomUUID();
        await tx.execute(sql`
          insert into webhooks (webhook_id, account_id, url, secret)
          values (${webhookId}, ${accountId}, ${url}, ${box.seal(secret, secretContext(webhookId))})`);
      }
    }
    return issuerId;
  });
}

/** Queues an event as the pipeline does, and retries while the database restarts. */
export async function publish(db: Database, issuerId: string, n: number): Promise<void> {
  const nativeId = `9999990001-26-${String(n).padStart(6, '0')}`;
  const event = {
    eventType: 'filing.discovered' as const,
    eventKey: `sec-edgar:${nativeId}`,
    data: { form_type: '8-K', filing_id: randomUUID(), filing_date: '2026-11-20' },
    title: 'Material event (8-K)',
    summary: null,
    category: 'material_event',
    categoryGroup: 'corporate_action',
    formType: '8-K',
    filingId: `sec-edgar:${nativeId}`,
    url: null,
    marketIds: ['us'],
    knownAt: new Date().toISOString(),
    to: { issuerId },
  };
  await patiently(() => db.transaction(tx => queueEvents(tx, [event])));
}

/** Retries a query whose connection PostgreSQL dropped. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(100);
    }
  }
}
