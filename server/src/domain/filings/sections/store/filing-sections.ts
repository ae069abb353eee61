import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { copyLine, raw, sql, type Transaction } from '../../../../db/database.ts';
import { arrayText, encodeLines } from '../../../../db/encode-text.ts';
import type { FilingSection, FilingText } from '../../filings/model/filing-contents.ts';
import { detectLanguage } from '../model/detect-language.ts';
import { configurationOf, defaultLanguageOf, type IndexLanguage } from '../model/search-language.ts';
import { toSearchText } from '../model/search-text.ts';
import { cutPassages } from './search-passages.ts';

/** The text of one opened filing, ready to load: its rows are COPY text. */
export interface EncodedFilingText {
  issuerId: string;
  registry: string;
  nativeId: string;
  status: FilingText['status'];
  reason: string | null;
  /** Covers everything that is stored of the text. */
  digest: string;
  sections: Uint8Array;
  passages: Uint8Array;
}

/** Part of every digest: a change of how text is cut or stored must reload it. */
const STORAGE_VERSION = 2;

/** Packs a filing's text. Throws if two sections have the same key, which the splitters must not produce. */
export function encodeFilingText(
  text: FilingText,
  filing: { issuerId: string; registry: string; nativeId: string },
): EncodedFilingText {
  const keys = new Set(text.sections.map(section => section.sectionKey));
  if (keys.size < text.sections.length)
    throw new Error(`Filing ${filing.nativeId} has two sections with the same key.`);
  const sections = text.sections.map(withoutNul);
  const defaultLanguage = languageOfFiling(sections) ?? defaultLanguageOf(filing.registry);
  const indexed = sections.map(section => ({ section, language: detectLanguage(section.text) ?? defaultLanguage }));
  const languages = indexed.map(({ language }) => language);
  return {
    ...filing,
    status: text.status,
    reason: text.reason,
    digest: createHash('sha256')
      .update(JSON.stringify([STORAGE_VERSION, text.status, text.reason, sections, languages]))
      .digest('hex'),
    sections: encodeLines(sections.map(section => sectionLine(filing, section))),
    passages: encodeLines(indexed.flatMap(({ section, language }) => passageLines(filing, section, language))),
  };
}

/** The language of sections that are too short to detect one. */
function languageOfFiling(sections: readonly FilingSection[]): IndexLanguage | null {
  const longest = sections.toSorted((a, b) => b.text.length - a.text.length).slice(0, 5);
  return detectLanguage(longest.map(({ text }) => text.slice(0, 1_500)).join('\n\n'));
}

/** PostgreSQL's text type has no NUL. These forms are the only unvalidated text of a document. */
function withoutNul(section: FilingSection): FilingSection {
  if (![section.text, section.markdown, section.html, section.title].some(form => form.includes('\0'))) return section;
  const clean = (form: string) => form.replaceAll('\0', '\ufffd');
  return {
    ...section,
    title: clean(section.title),
    text: clean(section.text),
    markdown: clean(section.markdown),
    html: clean(section.html),
  };
}

interface Owner {
  issuerId: string;
  registry: string;
  nativeId: string;
}

function sectionLine(owner: Owner, section: FilingSection): string {
  return copyLine([
    owner.issuerId,
    owner.registry,
    owner.nativeId,
    section.sectionKey,
    sectionId(owner.registry, owner.nativeId, section.sectionKey),
    section.title,
    section.order,
    section.status,
    section.confidence,
    arrayText(section.warnings),
    section.target === null ? null : JSON.stringify(section.target),
    arrayText(section.sharedWith),
    section.isFurnished,
    section.document,
    section.resolvedFrom,
    section.start,
    section.end,
    section.text.length,
    section.text,
    section.markdown,
    section.html,
  ]);
}

function passageLines(owner: Owner, section: FilingSection, language: IndexLanguage): string[] {
  const id = sectionId(owner.registry, owner.nativeId, section.sectionKey);
  return cutPassages(section.text).map(passage =>
    copyLine([
      owner.issuerId,
      owner.registry,
      owner.nativeId,
      section.sectionKey,
      id,
      language,
      configurationOf(language),
      toSearchText(section.title),
      passage.part,
      passage.passage,
      passage.startChar,
      passage.chars,
      passage.searchText,
    ]),
  );
}

/** The same for every filer of a joint filing; a signed 64-bit integer as text. */
function sectionId(registry: string, nativeId: string, sectionKey: string): string {
  const digest = createHash('sha256').update(`${registry}\0${nativeId}\0${sectionKey}`).digest();
  return digest.readBigInt64BE(0).toString();
}

/**
 * Replaces the text of opened filings and leaves unchanged text untouched. Returns the number of filings written. The
 * filings must be stored before, because search filters by their forms and dates.
 */
export async function replaceFilingText(tx: Transaction, texts: readonly EncodedFilingText[]): Promise<number> {
  const changed = await changedTexts(tx, texts);
  if (changed.length === 0) return 0;
  await deleteFilingText(tx, changed);
  const rows = JSON.stringify(changed.map(({ sections: _, passages: __, ...row }) => row));
  const inserted = await tx.execute(sql`
    insert into filing_texts (issuer_id, registry, native_id, status, reason, digest)
    select "issuerId", row.registry, "nativeId", row.status, reason, digest
    from json_to_recordset(${rows}::json) as row (
      "issuerId" bigint, registry text, "nativeId" text, status text, reason text, digest text)
    join filings g on g.issuer_id = "issuerId" and g.registry = row.registry and g.native_id = "nativeId"`);
  if (inserted < changed.length) throw new Error('Cannot store text of filings that are not stored.');
  const sections = changed.map(text => text.sections).filter(lines => lines.length > 0);
  if (sections.length > 0) await tx.copy('filing_sections', SECTION_COLUMNS, Readable.from(sections));
  const passages = changed.map(text => text.passages).filter(lines => lines.length > 0);
  if (passages.length > 0) await indexPassages(tx, passages);
  return changed.length;
}

async function changedTexts(tx: Transaction, texts: readonly EncodedFilingText[]): Promise<EncodedFilingText[]> {
  const keys = keysOf(texts);
  const known = await tx.query<{ name: string }>(sql`
    select concat_ws(' ', t.issuer_id, t.digest, t.registry, t.native_id) as name
    from json_to_recordset(${keys}::json) as row ("issuerId" bigint, registry text, "nativeId" text)
    join filing_texts t
      on t.issuer_id = row."issuerId" and t.registry = row.registry and t.native_id = row."nativeId"`);
  const names = new Set(known.map(({ name }) => name));
  return texts.filter(text => !names.has(`${text.issuerId} ${text.digest} ${text.registry} ${text.nativeId}`));
}

function keysOf(texts: readonly Owner[]): string {
  return JSON.stringify(texts.map(({ issuerId, registry, nativeId }) => ({ issuerId, registry, nativeId })));
}

async function deleteFilingText(tx: Transaction, texts: readonly EncodedFilingText[]): Promise<void> {
  const keys = keysOf(texts);
  const deleted = await tx.execute(sql`
    delete from filing_texts old using json_to_recordset(${keys}::json) as row ("issuerId" bigint, registry text, "nativeId" text)
    where old.issuer_id = "issuerId" and old.registry = row.registry and old.native_id = "nativeId"`);
  if (deleted === 0) return;
  await tx.execute(sql`
    with gone as (
      delete from filing_sections old
      using json_to_recordset(${keys}::json) as row ("issuerId" bigint, registry text, "nativeId" text)
      where old.issuer_id = "issuerId" and old.registry = row.registry and old.native_id = "nativeId"
      returning old.issuer_id, old.section_id
    ), unfound as (
      delete from section_search old using gone
      where old.issuer_id = gone.issuer_id and old.section_id = gone.section_id
    )
    delete from section_passages old using gone
    where old.issuer_id = gone.issuer_id and old.section_id = gone.section_id`);
}

/**
 * Builds the rows that search reads: a vector per passage, and a row per section with all its words and the sixty-four
 * most frequent ones weighted by BM25's term frequency (k1 = 2, b = 0.75, a thousand words on average). The frequency
 * saturates toward 1 and is stored in six steps as a weight with one or two positions: two positions count a quarter
 * more.
 */
async function indexPassages(tx: Transaction, passages: readonly Uint8Array[]): Promise<void> {
  await tx.execute(sql`
    create temporary table if not exists incoming_passages (
      issuer_id bigint, registry text, native_id text, section_key text, section_id bigint, language text, configuration regconfig, title text,
      part integer, passage integer, start_char integer, chars integer, body text) on commit delete rows`);
  await tx.copy('incoming_passages', PASSAGE_COLUMNS, Readable.from(passages));
  await tx.execute(sql`
    with vectors as (
      insert into section_passages (issuer_id, section_id, part, passage, start_char, chars, vector)
      select issuer_id, section_id, part, passage, start_char, chars, to_tsvector(configuration, body)
      from incoming_passages
      returning issuer_id, section_id, part, vector
    ), words as (
      select issuer_id, section_id, part, lexeme, sum(cardinality(positions)) as times
      from vectors cross join unnest(vector) group by issuer_id, section_id, part, lexeme
    ), ranked as (
      select *, times / (times + 0.5 + 1.5 * sum(times) over whole / 1000) as share,
        row_number() over (whole order by times desc, lexeme collate "C") as place
      from words window whole as (partition by issuer_id, section_id, part)
    ), parts as (
      select issuer_id, section_id, part, array_to_tsvector(array_agg(lexeme)) as lexemes,
        string_agg(
          '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || ''':' ||
            case when share >= 0.8 then '1B,2B' when share >= 0.65 then '1B' when share >= 0.55 then '1C,2C'
              when share >= 0.45 then '1C' when share >= 0.3 then '1,2' else '1' end,
          ' ') filter (where place <= 64) as salience
      from ranked group by issuer_id, section_id, part
    ), sections as (
      select distinct issuer_id, registry, native_id, section_key, section_id, language, configuration, title
      from incoming_passages
    )
    insert into section_search
      (issuer_id, section_id, part, registry, native_id, section_key, language, filed_day, tags, salience, lexemes)
    select s.issuer_id, s.section_id, p.part, s.registry, s.native_id, s.section_key, s.language,
      d.filed_day, ${TAGS},
      setweight(to_tsvector(s.configuration, s.title), 'A') || p.salience::tsvector,
      strip(to_tsvector(s.configuration, s.title)) || p.lexemes
    from parts p
      join sections s on s.issuer_id = p.issuer_id and s.section_id = p.section_id
      join filings g on g.issuer_id = s.issuer_id and g.registry = s.registry and g.native_id = s.native_id
      join issuers i on i.issuer_id = s.issuer_id
      cross join lateral (${FILED_DAY}) d`);
  await tx.execute(sql`
    insert into search_languages (registry, language)
    select distinct registry, language from incoming_passages order by registry, language on conflict do nothing`);
  await tx.execute(sql`delete from incoming_passages`);
}

// Search filters of a section `s` of a filing `g` of an issuer `i`.
const FILED_DAY = raw(`select least(g.filing_date - date '1970-01-01', 32767) as filed_day`);
const TAGS = raw(`
  array['r:' || s.registry, 'm:' || i.market_id, 'f:' || upper(g.form_type), 'k:' || s.section_key,
    'd3:' || (d.filed_day >> 3), 'd5:' || (d.filed_day >> 5), 'd7:' || (d.filed_day >> 7), 'd9:' || (d.filed_day >> 9),
    'd11:' || (d.filed_day >> 11)]`);

/**
 * Updates the search filters of issuers whose market, or whose filings' forms or dates, changed after their text was
 * stored. Unchanged rows are not written. Returns the number of rows written.
 */
export async function retagSections(tx: Transaction, issuerIds: readonly string[]): Promise<number> {
  if (issuerIds.length === 0) return 0;
  return tx.execute(sql`
    update section_search s set filed_day = d.filed_day, tags = ${TAGS}
    from filings g join issuers i on i.issuer_id = g.issuer_id cross join lateral (${FILED_DAY}) d
    where s.issuer_id = any(${issuerIds}::bigint[])
      and g.issuer_id = s.issuer_id and g.registry = s.registry and g.native_id = s.native_id
      and (s.filed_day, s.tags) is distinct from (d.filed_day, ${TAGS})`);
}

const SECTION_COLUMNS = [
  'issuer_id',
  'registry',
  'native_id',
  'section_key',
  'section_id',
  'title',
  'section_order',
  'status',
  'confidence',
  'warnings',
  'target',
  'shared_with',
  'is_furnished',
  'document',
  'resolved_from',
  'start_offset',
  'end_offset',
  'text_chars',
  'text',
  'markdown',
  'html',
];

const PASSAGE_COLUMNS = [
  'issuer_id',
  'registry',
  'native_id',
  'section_key',
  'section_id',
  'language',
  'configuration',
  'title',
  'part',
  'passage',
  'start_char',
  'chars',
  'body',
];
