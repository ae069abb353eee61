import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { copyLine, type Database, sql } from '../server/src/db/database.ts';
import type { FilingSection } from '../server/src/domain/filings/filings/model/filing-contents.ts';
import { encodeFilingText, replaceFilingText } from '../server/src/domain/filings/sections/store/filing-sections.ts';
import { filingId, uuidV5 } from '../server/src/kernel/ids.ts';
import { fictionalSection } from '../server/test/fictional/section.ts';
import { unspacedText } from './unspaced-text.ts';

/** Reproducible sections of artificial words with the frequencies and lengths of real filings, and real sections. */

const STOP_WORDS =
  'the of and to in a for our or we that is as on by be with are may from not have at which any it this was has were its these such could'.split(
    ' ',
  );
/** By falling frequency; the artificial words follow. */
export const PLAIN_WORDS =
  'company revenue financial market risk business operations products services cash income customers results net costs common stock agreement tax interest share million future changes operating assets value certain material increase rate growth credit management additional price related securities control loss sales regulation data capital expenses debt performance plan notes investment period technology adversely demand property development supply board director dividend employees competition contract insurance equity liability foreign currency impairment goodwill inventory license patent clinical trial regulatory compliance litigation settlement covenant liquidity facility lender restructuring acquisition merger divestiture segment margin pricing backlog shipment chain semiconductor tariff copper energy climate emissions pandemic cybersecurity breach privacy weakness restatement auditor concern bankruptcy delisting dilution warrant convertible preferred repurchase lease pension actuarial hedge derivative swap counterparty concentration supplier manufacturing foundry lithium battery vehicle autonomous software cloud subscription advertising streaming retail franchise royalty drilling reserves pipeline refinery turbine solar nuclear utility tenant occupancy mortgage deposit underwriting reinsurance catastrophe'.split(
    ' ',
  );
/** Pairs of words that occur together more often than by chance. */
export const COLLOCATIONS: [string, string][] = [
  ['material', 'weakness'],
  ['supply', 'chain'],
  ['going', 'concern'],
  ['interest', 'rate'],
  ['share', 'repurchase'],
  ['credit', 'facility'],
  ['clinical', 'trial'],
  ['climate', 'change'],
];

const VOCABULARY = 60_000;
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu zan bre cro dri'.split(' ');

/** The artificial word of a rank; higher ranks are rarer. */
export function madeUpWord(rank: number): string {
  let word = '';
  for (let rest = rank * 7919 + 13_824; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS = [...STOP_WORDS, ...PLAIN_WORDS, ...Array.from({ length: VOCABULARY }, (_, rank) => madeUpWord(rank))];
/** Zipf with exponent 1.05, as a table to pick from at random. */
const PICKS = zipfTable(WORDS.length, 1.05, 1 << 20);

function zipfTable(words: number, exponent: number, size: number): Uint32Array {
  const weights = Array.from({ length: words }, (_, rank) => 1 / (rank + 3) ** exponent);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const table = new Uint32Array(size);
  let [at, reached] = [0, 0];
  weights.forEach((weight, word) => {
    reached += weight;
    const end = word === words - 1 ? size : Math.round((reached / sum) * size);
    table.fill(word, at, end);
    at = end;
  });
  return table;
}

const MEDIAN_CHARS = 1_000;
const SPREAD = 1.4;
const MAX_CHARS = 300_000;

function lengthOfText(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(MAX_CHARS, Math.max(200, MEDIAN_CHARS * Math.exp(SPREAD * normal)));
}

/** One Japanese character carries as much information as this many letters. */
const LETTERS_A_CHARACTER = 2.5;

function madeUpUnspacedText(random: () => number): string {
  const pick = (words: number) => Math.min(words - 1, PICKS[Math.floor(random() * PICKS.length)] ?? 0);
  return unspacedText(lengthOfText(random) / LETTERS_A_CHARACTER, random, pick);
}

function madeUpText(random: () => number): string {
  const chars = lengthOfText(random);
  // A section has a topic: a few words recur.
  const topic = Array.from({ length: 6 }, () => WORDS[PICKS[Math.floor(random() * PICKS.length)] ?? 0] ?? '');
  const pieces: string[] = [];
  let length = 0;
  while (length < chars) {
    const chance = random();
    const piece =
      chance < 0.004
        ? (COLLOCATIONS[Math.floor(random() * COLLOCATIONS.length)] ?? ['', '']).join(' ')
        : chance < 0.05
          ? (topic[Math.floor(random() * topic.length)] ?? '')
          : (WORDS[PICKS[Math.floor(random() * PICKS.length)] ?? 0] ?? '');
    pieces.push(piece);
    const end = random();
    if (end < 0.01) pieces.push('.\n\n');
    else if (end < 0.06) pieces.push('.');
    length += piece.length + 1;
  }
  return pieces.join(' ');
}

const REAL = join(import.meta.dirname, '../../shared/data/us/periodic');
const REAL_SECTION_CHARS = 12_000;

/** Passages of recorded annual and quarterly reports without markup, if available. */
function realTexts(): string[] {
  if (!existsSync(REAL)) return [];
  return readdirSync(REAL)
    .filter(name => /\.(htm|html|txt)\.gz$/.test(name))
    .flatMap(name => {
      const text = gunzipSync(readFileSync(join(REAL, name)))
        .toString('latin1')
        .replace(/<(script|style|ix:header)[\s\S]*?<\/\1>/gi, ' ')
        .replace(/<\/(p|div|tr)>/gi, '\n\n')
        .replace(/<[^>]*>|&#?\w+;|\0/g, ' ')
        .replace(/[ \t]+/g, ' ')
        .replace(/\n\s*\n+/g, '\n\n');
      return Array.from({ length: Math.floor(text.length / REAL_SECTION_CHARS) }, (_, at) =>
        text.slice(at * REAL_SECTION_CHARS, (at + 1) * REAL_SECTION_CHARS),
      );
    });
}

const KEYS =
  'item_1 item_1a item_1b item_1c item_2 item_3 item_5 item_7 item_7a item_8 item_9 item_9a item_9b item_10 item_11 item_12 item_13 item_14 item_15 item_16'.split(
    ' ',
  );
const FILINGS_PER_ISSUER = 10;
const FIRST_DAY = Date.UTC(2010, 0, 1) / 86_400_000;
const DAYS = 5_400;

/** The result of a load. */
export interface Loaded {
  sections: number;
  /** Characters of plain text. */
  chars: number;
  seconds: number;
}

/** One section in twenty is in Japanese, in addition to the requested number. */
const UNSPACED_SHARE = 1 / 20;

interface Corpus {
  /** Prefix of an issuer's number. */
  key: string;
  registry: string;
  marketId: string;
  textOf(index: number): string;
}

/** Fills an empty store with sections company by company, so that days are in mixed order. */
export async function fillSections(db: Database, sections: number, loaders: number): Promise<Loaded> {
  const real = realTexts();
  const loaded = await fillCorpus(db, sections, loaders, {
    key: 'cik:7',
    registry: 'sec-edgar',
    marketId: 'us',
    textOf: index => textOf(index, real),
  });
  await fillCorpus(db, sections * UNSPACED_SHARE, loaders, {
    key: 'edinet:B',
    registry: 'edinet',
    marketId: 'jp',
    textOf: index => madeUpUnspacedText(randomOf(index * 2_246_822_519)),
  });
  await db.execute(sql`vacuum analyze section_search`);
  await db.execute(sql`vacuum analyze section_passages`);
  await db.execute(sql`vacuum analyze filing_sections`);
  await db.execute(sql`vacuum analyze filings`);
  return loaded;
}

async function fillCorpus(db: Database, sections: number, loaders: number, corpus: Corpus): Promise<Loaded> {
  const filings = Array.from({ length: sections / KEYS.length }, (_, at) => at);
  const keyOf = (filing: number) => corpus.key + String(Math.floor(filing / FILINGS_PER_ISSUER)).padStart(6, '0');
  await db.transaction(async tx => {
    const keys = [...new Set(filings.map(keyOf))];
    await tx.copy(
      'issuers',
      ['canonical_key', 'company_name', 'market_id'],
      keys.map(key => copyLine([key, `Issuer ${key}`, corpus.marketId])),
    );
  });
  const rows = await db.query<{ issuer_id: string; canonical_key: string }>(
    sql`select issuer_id, canonical_key from issuers where canonical_key like ${`${corpus.key}%`}`,
  );
  const ids = new Map(rows.map(row => [row.canonical_key, row.issuer_id]));
  let chars = 0;
  let writingMs = 0;
  const started = performance.now();
  const load = async (): Promise<void> => {
    for (let filing = filings.shift(); filing !== undefined; filing = filings.shift()) {
      const first = filing * KEYS.length;
      const texts = KEYS.map((_, at) => corpus.textOf(first + at));
      chars += texts.reduce((sum, text) => sum + text.length, 0);
      const at = performance.now();
      await writeFiling(db, filing, ids.get(keyOf(filing)) ?? '', corpus.registry, texts);
      writingMs += performance.now() - at;
    }
  };
  await Promise.all(Array.from({ length: loaders }, load));
  const seconds = (performance.now() - started) / 1000;
  return { sections, chars, seconds: Math.min(seconds, writingMs / 1000) };
}

/** One section in forty is real, if recorded reports are available. */
function textOf(index: number, real: readonly string[]): string {
  if (real.length > 0 && index % 40 === 7) return real[Math.floor(index / 40) % real.length] ?? '';
  return madeUpText(randomOf(index * 2_654_435_761));
}

async function writeFiling(
  db: Database,
  filing: number,
  issuerId: string,
  registry: string,
  texts: readonly string[],
): Promise<void> {
  const nativeId = `bench-${filing}`;
  const day = FIRST_DAY + Math.floor(randomOf(filing + 1)() * DAYS);
  const filed = new Date(day * 86_400_000).toISOString().slice(0, 10);
  const encoded = encodeFilingText(
    { status: 'found', reason: null, sections: texts.map((text, at) => toSection(KEYS[at] ?? '', at, text)) },
    { issuerId, registry, nativeId },
  );
  await db.transaction(async tx => {
    await tx.execute(sql`
      insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date,
        known_at, is_amendment, url, has_xbrl)
      values (${issuerId}, ${registry}, ${nativeId}, ${uuidV5(filingId(registry, nativeId))},
        ${filing % 3 === 0 ? '10-K' : '10-Q'}, 'annual_report', 'periodic', ${filed}, ${`${filed}T21:00:00Z`}, false,
        'https://registry.example/', true)`);
    await replaceFilingText(tx, [encoded]);
  });
}

function toSection(sectionKey: string, order: number, text: string): FilingSection {
  // The other two forms are stored but never searched, so they are omitted.
  const other = { title: sectionKey.replace('_', ' '), order, document: 'main.htm', markdown: '', html: '' };
  return fictionalSection(sectionKey, text, other);
}
