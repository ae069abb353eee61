/**
 * Writes the part of sample/ for markets outside the United States, from recorded documents of their registries:
 *
 *     node scripts/make-intl-sample.ts RECORDED [sample]
 *
 * It writes responses in the registries' formats (see docs/decisions/0017-intl-sample.md) with figures, dates, company
 * names and identifiers only: no report text, no people, no addresses. Output is reproducible. sample/README.md states
 * sources, licences and dates.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mirrorPath } from '../server/src/sources/kit/http/mirror-path.ts';
import { companiesHouseResponses } from './intl-sample/companies-house.ts';
import { edinetResponses } from './intl-sample/edinet.ts';
import { esefResponses } from './intl-sample/esef.ts';
import { openDartResponses } from './intl-sample/opendart.ts';

const [recorded, sample = 'sample'] = process.argv.slice(2);
if (recorded === undefined) throw new Error('usage: node scripts/make-intl-sample.ts RECORDED [sample]');

const responses = new Map([
  ...edinetResponses(recorded),
  ...companiesHouseResponses(recorded),
  ...esefResponses(recorded),
  ...openDartResponses(recorded),
]);

for (const host of new Set([...responses.keys()].map(url => new URL(url).host)))
  rmSync(join(sample, host), { recursive: true, force: true });
for (const [url, bytes] of responses) {
  const isPacked = bytes.subarray(0, 2).toString('latin1') === 'PK';
  const target = join(sample, `${mirrorPath({ url })}${isPacked ? '' : '.gz'}`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, isPacked ? bytes : gzipSync(bytes, { level: 9 }));
}
