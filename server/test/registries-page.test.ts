import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCorpus } from '../../scripts/registries/read-corpus.ts';
import { readMirror } from '../../scripts/registries/read-mirror.ts';
import { renderPage } from '../../scripts/registries/render-page.ts';

const INTL = new URL('../../../shared/data/intl/', import.meta.url).pathname;

describe.skipIf(!existsSync(INTL))('the files of other registries (skipped without ../shared/data/intl)', () => {
  test('are read, or there is a reason why not, and every anomaly is explained', async () => {
    const files = await readCorpus(INTL);
    const mirror = await readMirror(`${INTL}mirror`);
    expect(renderPage(files, mirror).unexplained).toEqual([]);
    expect(mirror.find(mirrorReading => mirrorReading.registry === 'esef')?.reading.facts).toBe(296);
    // Two annual reports, the lists of codes, one company’s accounts.
    expect(files.length).toBeGreaterThanOrEqual(549);
    const reading = (path: string) => files.find(file => file.path === path)?.reading;
    expect(reading('jp/edinet/docs/S100TMMG_type1.zip')).toMatchObject({ issuers: 1, filings: 1, sections: 132 });
    expect(reading('jp/edinet/codelist/Edinetcode_20231031.zip')).toMatchObject({ issuers: 10_662, filings: 0 });
    expect(reading('uk/companies-house/accounts/Accounts_Bulk_Data-2023-03-02.zip')).toMatchObject({ issuers: 9 });
    expect(reading('in/nse/lookup.json')).toBeNull();
  });
});
