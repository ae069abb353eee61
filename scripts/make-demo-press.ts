/**
 * Writes a feed of press releases of fictional issuers to sample/:
 *
 *     node scripts/make-demo-press.ts [sample]
 *
 * The feed has the format and address of GlobeNewswire's feed of public companies. Output is reproducible.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type FictionalItem, fictionalFeed } from '../server/src/sources/globenewswire/example-responses.ts';
import { PUBLIC_COMPANIES_URL } from '../server/src/sources/globenewswire/source.ts';
import { mirrorPath } from '../server/src/sources/kit/http/mirror-path.ts';
import { FICTIONAL_EXCHANGE } from '../server/src/sources/sec-edgar/lists/map-listing.ts';
import { ISSUERS } from './demo-filings/issuers.ts';

const [sample = 'sample'] = process.argv.slice(2);
const [robotics, foods] = ISSUERS;
if (robotics === undefined || foods === undefined) throw new RangeError('issuers.json lists fewer than two issuers.');

const FICTIONAL = 'The companies and this release are fictional.';
const listingOf = ({ ticker }: { ticker: string }): string => `${FICTIONAL_EXCHANGE}:${ticker}`;
/** The wire assigns no release such a number. */
const FIRST_ID = 990_000_000_101;

const releases: Omit<FictionalItem, 'id' | 'contributor'>[] = [
  {
    title: `${robotics.shortName} (Fictional) Names Blake Surrogate Chief Operating Officer`,
    pubDate: 'Thu, 12 Mar 2026 21:20 GMT',
    listings: [listingOf(robotics)],
    subjects: ['Management Changes'],
    lead: `<p>EXAMPLE CITY, March 12, 2026 -- ${robotics.shortName} today named Blake Surrogate its next Chief Operating Officer. ${FICTIONAL}</p>`,
  },
  {
    title: `${robotics.shortName} (Fictional) Reports Fourth Quarter and Full Year 2025 Results`,
    pubDate: 'Thu, 05 Feb 2026 21:05 GMT',
    listings: [listingOf(robotics)],
    subjects: ['Earnings Releases And Operating Results', 'Press Releases'],
    lead: `<p>EXAMPLE CITY, February 5, 2026 -- ${robotics.shortName} today reported results for the quarter and the year ended December 31, 2025. ${FICTIONAL}</p>`,
  },
  {
    title: `${robotics.shortName} and ${foods.shortName} (Both Fictional) Try Picking Robots in an Orchard`,
    pubDate: 'Tue, 20 Jan 2026 13:30 GMT',
    listings: [listingOf(robotics), listingOf(foods)],
    subjects: ['Partnerships'],
    lead: `<p>EXAMPLE CITY, January 20, 2026 -- ${robotics.shortName} and ${foods.shortName} today began to try picking robots in an orchard. ${FICTIONAL}</p>`,
  },
];

const items = releases.map((release, at) => ({
  id: FIRST_ID + releases.length - 1 - at,
  contributor: robotics.name,
  ...release,
}));
const path = join(sample, `${mirrorPath({ url: PUBLIC_COMPANIES_URL })}.gz`);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, gzipSync(fictionalFeed(items), { level: 9 }));
