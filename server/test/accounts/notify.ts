import type { Database } from '../../src/db/database.ts';
import { announce } from '../../src/delivery/events/announce.ts';
import { eventIdOf, type NewEvent, queueEvents } from '../../src/domain/kit/store/outbox.ts';
import { seedIssuer } from '../seeds/issuers.ts';
import { createWatcher } from './watch.ts';

/** The discovery of a fictional filing of an issuer; `other` overrides its members. */
export function filingEvent(issuerId: string, nativeId: string, other: Partial<NewEvent> = {}): NewEvent {
  const filingId = `sec-edgar:${nativeId}`;
  return {
    eventType: 'filing.discovered',
    eventKey: filingId,
    data: { form_type: '8-K', filing_id: '00000000-0000-5000-8000-000000000000', filing_date: '2026-05-30' },
    title: 'Material event (8-K)',
    summary: null,
    category: 'material_event',
    categoryGroup: 'corporate_action',
    formType: '8-K',
    filingId,
    url: `https://registry.example/${nativeId}`,
    marketIds: ['us'],
    knownAt: '2026-05-30T21:00:00Z',
    to: { issuerId },
    ...other,
  };
}

/** Queues events and announces them in separate transactions, as the pipeline and the announcer do. */
export async function publishEvents(db: Database, events: readonly NewEvent[]): Promise<void> {
  await db.transaction(tx => queueEvents(tx, events));
  await announceAll(db);
}

export async function announceAll(db: Database): Promise<void> {
  while ((await db.transaction(tx => announce(tx, 100)))?.taken !== 0);
}

/** A company with a listing that accounts may watch; returns the id of its issuer. */
export function seedAurora(db: Database): Promise<string> {
  return seedIssuer(db, { key: 'cik:900001', name: 'Aurora Widgets Inc.', listings: [{ ticker: 'AURW' }] });
}

/** Notifies an account of one filing, and another account of another filing; returns the ids of both. */
export async function notifyTwoAccounts(db: Database, email: string): Promise<[own: string, foreign: string]> {
  const issuerId = await seedAurora(db);
  const stranger = await createWatcher(db, 'stranger@example.org', []);
  await createWatcher(db, email, [{ issuerId, ticker: 'AURW' }]);
  const event = filingEvent(issuerId, 'one');
  const other = filingEvent(issuerId, 'two', { to: { accountId: stranger } });
  await publishEvents(db, [event, other]);
  return [eventIdOf(event), eventIdOf(other)];
}
