import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import { asOf, asOfFields, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { alwaysCheck, date, formTypes, limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { filingRefFields } from '../../filings/views/filing.ts';
import { entityRefFields } from '../../issuers/views/entity.ts';
import { fictionalIssuersToHide } from '../../issuers/views/fictional-issuers.ts';
import { SEARCH_CONFIGURATIONS, SEARCH_LANGUAGES } from '../model/search-language.ts';
import { findSections, MAX_RANKED, MAX_RANKED_BY_PHRASE, MAX_RANKED_BY_REREAD } from '../search/find-sections.ts';
import { expectedLanguage, readQueries, registriesOfMarket } from '../search/search-scope.ts';
import { type Hit, showSections } from '../search/show-sections.ts';

const sectionHit = z
  .object({
    ...filingRefFields,
    ...entityRefFields,
    registry: z.string(),
    section_key: z.string(),
    title: z.string(),
    score: z
      .number()
      .describe('0 to 1: how prominent the words are in the section; comparable within one search only.'),
    snippet: z.string().describe('Escaped HTML with the found words in <mark>.'),
    passage_start: z
      .int()
      .describe("Start of the snippet's passage in the section's plain text, in characters from 0."),
  })
  .meta({ id: 'SectionHit' });

const ranked = MAX_RANKED.toLocaleString('en-US');

export const searchFilings = operation({
  name: 'searchFilings',
  route: 'GET /api/v1/filings/search',
  tool: 'search_filings',
  summary: 'Full-text search over the sections of filings',
  description: `Finds sections of filings that contain the words of q, best first, with a snippet of each. A section must contain all words; "quoted words" must be adjacent, in one paragraph; or between words matches either; -word excludes. Chinese, Japanese and Korean text is searched by its characters: a word is found in any compound. If more than ${ranked} sections match (${MAX_RANKED_BY_PHRASE} with phrases, ${MAX_RANKED_BY_REREAD} if lang differs from the language of the index), only that many of the newest are ranked: total is then the number that can be paged through, total_is_exact is false, and searched_from is the date back to which they reach (filter by dates for older ones).`,
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z
    .strictObject({
      q: text(256).min(2).describe('Words, "phrases", or, -word: the syntax of web search.'),
      registry: text(40)
        .trim()
        .toLowerCase()
        .optional()
        .describe(
          'One registry; by default all in Latin script and those of market_id, and all others if q contains Chinese, Japanese or Korean characters.',
        ),
      market_id: marketId.optional(),
      form_types: formTypes.optional(),
      filed_from: date.optional().describe('First legal filing date.'),
      filed_to: date.optional().describe('Last legal filing date.'),
      as_of: asOf.optional(),
      section_key: text(128).trim().toLowerCase().optional().describe('Only sections with this key: item_1a.'),
      lang: z
        .enum(SEARCH_LANGUAGES)
        .optional()
        .describe(
          `Text search language in which q and the text are read; by default the language of each text. Chinese, Japanese and Korean are always read by their characters. simple compares words unchanged: no stemming, no stop words. Text that is indexed in another language is read again, which takes longer: the newest ${MAX_RANKED_BY_REREAD} hits are ranked. A word that the index omits as too common counts only together with an indexed one.`,
        ),
      limit: limit(50, 20),
      offset: z.int().min(0).max(1_000_000).default(0).describe('Hits to skip.'),
    })
    .refine(({ filed_from: from, filed_to: to }) => from === undefined || to === undefined || from <= to, {
      ...alwaysCheck,
      path: ['filed_to'],
      error: 'must not be before filed_from',
    }),
  output: z
    .object({
      items: z.array(sectionHit).describe('Best first; ties newest first.'),
      total: z
        .int()
        .describe(`All hits if total_is_exact, otherwise those that can be paged through: at most ${ranked}.`),
      total_is_exact: z.boolean(),
      searched_from: isoDate
        .nullable()
        .describe('Filing date of the oldest ranked hit if older ones may exist; null = no hit was omitted.'),
      lang: z
        .string()
        .describe(
          `Text search configurations in which q was read, separated by commas: ${SEARCH_CONFIGURATIONS.join(', ')}. Chinese, Japanese and Korean count as simple.`,
        ),
      registries_searched: z.array(z.string()).describe('Searched registries with stored text.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'FilingSectionSearchOut' }),
  example: { q: 'robot injure', section_key: 'item_1a', limit: 3 },
  async run({ db, now }, input) {
    const scope = { registry: input.registry, marketId: input.market_id, lang: input.lang };
    const groups = await readQueries(db, input.q, scope);
    const filter = {
      marketId: input.market_id,
      sectionKey: input.section_key,
      formTypes: input.form_types,
      fromDay: dayOf(input.filed_from),
      toDay: lastDay(input.filed_to, input.as_of),
      knownBefore: knownBefore(input.as_of, now),
    };
    const aside = await fictionalIssuersToHide(
      db,
      input.market_id,
      fictional => sql`select from section_search s where s.issuer_id <> all(${[...fictional]}::bigint[]) limit 1`,
    );
    const results = await Promise.all(
      groups.map(async group => ({ group, ...(await findSections(db, group.query, { ...filter, ...group })) })),
    );
    const hits = results.flatMap(({ group, sections }) =>
      sections.filter(section => !aside.includes(section.issuer_id)).map(section => ({ section, group })),
    );
    const page = hits.toSorted(bestFirst).slice(input.offset, input.offset + input.limit);
    const items = await showSections(db, page);
    const oldestDays = results.flatMap(({ searchedFromDay }) => searchedFromDay ?? []);
    const searched = [...new Set(groups.flatMap(group => group.registries))].sort();
    // Of a market only what its own registries publish, and what was found.
    const own = registriesOfMarket(input.market_id);
    const read = groups.filter(
      group =>
        own === null ||
        group.registries.some(registry => own.includes(registry)) ||
        hits.some(hit => hit.group === group),
    );
    const configurations = [...new Set(read.map(group => group.configuration))].sort();
    return {
      items,
      total: hits.length,
      total_is_exact: results.every(({ isComplete }) => isComplete),
      searched_from: oldestDays.length === 0 ? null : toIsoDate(maxOf(oldestDays)),
      lang: configurations.join(',') || expectedLanguage(scope),
      registries_searched: searched,
      ...asOfOf(input.as_of, now, undefined, CURRENT_MEMBERS),
      data_as_of: items.reduce<string | null>(
        (newest, { filed_at: at }) => (newest && newest > at ? newest : at),
        null,
      ),
      empty_reason:
        items.length > 0 ? null : searched.length === 0 ? ('not_covered' as const) : ('not_reported' as const),
    };
  },
});

function bestFirst({ section: a }: Hit, { section: b }: Hit): number {
  return b.score - a.score || b.filed_day - a.filed_day || (a.section_id < b.section_id ? -1 : 1);
}

/** A registry that was searched may have had no text then. */
const CURRENT_MEMBERS = ['registries_searched', 'lang'];

/** Legal dates of filings that were accepted in the evening are later by a weekend and holidays at most. */
const LATER_DATED_DAYS = 7;

function lastDay(filedTo: string | undefined, asOf: string | undefined): number | undefined {
  const [filed, known] = [dayOf(filedTo), dayOf(asOf)];
  if (known === undefined) return filed;
  return Math.min(filed ?? Number.POSITIVE_INFINITY, known + LATER_DATED_DAYS);
}

function dayOf(isoDate: string | undefined): number | undefined {
  return isoDate === undefined ? undefined : (parseDay(isoDate) ?? undefined);
}
