import { expect, it } from 'vitest';
import { useWebhookApi } from '../../../test/accounts/webhook-api.ts';
import { seedFiledYear } from '../../../test/seeds/fiscal-years.ts';
import { seedIssuer } from '../../../test/seeds/issuers.ts';
import { announce } from '../events/announce.ts';
import { queueDeliveries } from '../webhooks/webhook-deliveries.ts';
import { WEBHOOK_PAYLOADS } from '../webhooks/webhook-payloads.ts';
import { checkScreens } from './check-screens.ts';

const service = useWebhookApi();

it('sends one webhook of each company that enters or leaves a screen, with the documented payload', async () => {
  const { db, jobs } = service;
  const issuerId = await seedIssuer(db, { key: 'cik:900001', name: 'Aurora Widgets', listings: [{ ticker: 'AURW' }] });
  const query = { where: 'gross_margin > 30%', columns: 'gross_margin' };
  await service.api.send('POST', '/api/user/screens', { name: 'Margins', query, alerts: true });
  await service.create({ event_types: ['screen.entered', 'screen.left'] });
  let nowMs = Date.parse('2026-06-01T12:00:00Z');
  for (const margin of [0.2, 0.4, 0.4, 0.1]) {
    nowMs += 600_000;
    const now = new Date(nowMs);
    await seedFiledYear(db, issuerId, { gross_margin: margin }, now.toISOString());
    await checkScreens(db, { now, announcesSince: '2026-06-01T00:00:00Z' });
    await db.transaction(async tx => {
      const announced = await announce(tx, 100);
      await queueDeliveries(tx, jobs, announced?.eventIds ?? []);
    });
  }
  const envelopes = (await service.sink.received(2)).map(
    ({ body }) => JSON.parse(String(body)) as { event: string; data: Record<string, unknown> },
  );
  const byEvent = new Map(envelopes.map(({ event, data }) => [event, data]));
  expect([...byEvent.keys()].sort()).toEqual(['screen.entered', 'screen.left']);
  const company = { screen_name: 'Margins', canonical_key: 'cik:900001', ticker: 'AURW', market_id: 'us' };
  expect(byEvent.get('screen.entered')).toMatchObject({ ...company, values: { gross_margin: 0.4 } });
  expect(byEvent.get('screen.left')).toMatchObject({ ...company, values: {} });
  for (const [event, data] of byEvent) {
    const payload = WEBHOOK_PAYLOADS.find(known => known.event === event);
    expect(payload?.data.strict().safeParse(data).error, event).toBeUndefined();
  }
});
