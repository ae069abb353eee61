import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedMeridian } from '../../../../../test/seeds/sections.ts';
import { sql } from '../../../../db/database.ts';
import { rereadCandidates } from './reread-candidates.ts';
import { toRereadQuery } from './section-query.ts';

const database = useTestDatabase();

beforeAll(() => seedMeridian(database.db));

/** Meridian's three sections of risk factors, newest first. */
const risks = () =>
  database.db.query<{
    issuer_id: string;
    section_id: string;
    part: number;
    part_chars: number;
    phrases: boolean[];
    words: boolean[];
  }>(sql`
    select issuer_id, section_id, part, 1000 as part_chars, array[]::boolean[] as phrases, array[]::boolean[] as words
    from section_search where section_key like '%item_1a' order by filed_day desc`);

async function reread(tsquery: string, charsLeft = 1_000_000) {
  const query = toRereadQuery(tsquery, 'simple', lexeme => ({ lexemes: [lexeme], beginning: null }));
  if (query?.reread == null) throw new Error(`nothing to read in ${tsquery}`);
  // Whatever the index would say: every passage is read.
  return rereadCandidates(database.db, query, { ...query.reread, passages: null }, await risks(), charsLeft);
}

describe('rereadCandidates', () => {
  it('finds words of text and title, and phrases of the text, in the query’s language', async () => {
    const rows = await reread(`'tariffs' & 'tariff' & 'factors' & ('supply' <-> 'chain') & ('risk' <-> 'factors')`);
    // Phrases: "supply chain", "risk factors" (which is in the titles alone). Words: tariffs, tariff, factors.
    expect(rows.map(row => [row.phrases, row.words])).toEqual([
      [
        [true, false],
        [true, false, true],
      ],
      [
        [false, false],
        [true, false, true],
      ],
      [
        [false, false],
        [false, false, true],
      ],
    ]);
  });

  it('stops when the character budget is spent, but reads at least one candidate', async () => {
    const whole = await reread(`'tariffs'`);
    expect(whole.map(row => row.words)).toEqual([[true], [true], [false]]);
    expect(await reread(`'tariffs'`, 2_999)).toEqual(whole.slice(0, 2));
    expect(await reread(`'tariffs'`, 0)).toEqual(whole.slice(0, 1));
  });

  it('reads only passages that may contain the words', async () => {
    const query = toRereadQuery(`'tariffs'`, 'simple', () => ({ lexemes: ['cobalt'], beginning: null }));
    if (query?.reread == null) throw new Error('nothing to read');
    const rows = await rereadCandidates(database.db, query, query.reread, await risks(), 1_000_000);
    expect(rows.map(row => row.words)).toEqual([[false], [false], [false]]);
  });
});
