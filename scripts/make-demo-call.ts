/**
 * Writes the earnings call of a fictional issuer to sample/, in the format of EarningsCall:
 *
 *     node scripts/make-demo-call.ts [sample]
 *
 * The figures are those of the issuer's filings (scripts/demo-filings/), the words are fictional. Output is reproducible.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fromNewYorkClock } from '../server/src/kernel/dates.ts';
import { eventsUrl, transcriptUrl } from '../server/src/sources/earningscall/calls.ts';
import { mirrorPath } from '../server/src/sources/kit/http/mirror-path.ts';
import { callTurns, SPEAKERS } from './demo-filings/earnings-call.ts';
import { ISSUERS } from './demo-filings/issuers.ts';

const [sample = 'sample'] = process.argv.slice(2);
const [issuer] = ISSUERS;
if (issuer === undefined) throw new Error('issuers.json lists no issuer.');

const company = { exchange: 'FICTIONAL', symbol: issuer.ticker };
const event = {
  year: issuer.fiscalYear,
  quarter: 4,
  conference_date: fromNewYorkClock(issuer.dates.release, '17:00:00'),
};
write(eventsUrl(company), { company_name: issuer.name, events: [event] });
write(transcriptUrl({ ...company, year: issuer.fiscalYear, quarter: 4, level: 2 }), {
  event,
  speakers: callTurns(issuer),
  speaker_name_map_v2: SPEAKERS,
});

function write(url: string, response: unknown): void {
  const path = join(sample, `${mirrorPath({ url })}.gz`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gzipSync(JSON.stringify(response), { level: 9 }));
}
