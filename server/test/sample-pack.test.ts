import { describe, expect, it } from 'vitest';
import { addressOf, cleanUpAfterEach, count, READY, run, until, usedDataFolder } from './service.ts';

cleanUpAfterEach();

/** sample/README.md */
const SAMPLE_ISSUERS = 51;

describe('the sample pack', () => {
  // Jobs that were under way at the stop are due again after their queue's retry delay of fifteen seconds.
  it('fills an empty store, even when the first start is stopped half way', { timeout: 60_000 }, async () => {
    const data = await usedDataFolder();
    const sample = { ASFILED_DATA: data, ASFILED_SAMPLE: '1' };
    const first = run(['serve'], sample);
    await until('some issuers are stored', () =>
      count(data, 'issuer_financials').then(
        issuers => issuers > 0,
        () => false,
      ),
    );
    first.child.kill('SIGTERM');
    const { exit, tookMs } = await first.ended();
    expect(exit).toBe(0);
    expect(tookMs).toBeLessThan(10_000);

    const second = run(['serve'], sample);
    await second.says(READY);
    const isComplete = async () => (await count(data, 'issuer_financials')) >= SAMPLE_ISSUERS;
    await until('all issuers are stored', isComplete, 45_000);
    const key = READY.exec(second.output())?.[1] ?? '';
    const path = '/api/v1/companies/financials?ticker=AAPL&line_items=revenue&fiscal_year=2024';
    const answer = await fetch(`${addressOf(second)}${path}`, { headers: { 'x-api-key': key } });
    // Form 10-K of 2024-11-01, consolidated statements of operations: total net sales.
    expect(await answer.json()).toMatchObject({ periods: [{ values: { revenue: { value: 391_035_000_000 } } }] });
  });
});
