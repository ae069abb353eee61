import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { sql } from '../../../../db/database.ts';
import { type IndexedForms, lexemesOf, type SectionQuery, toRereadQuery, toSectionQuery } from './section-query.ts';

const database = useTestDatabase();

/** The query that PostgreSQL makes of what a user types. */
async function read(q: string, lang = 'english'): Promise<SectionQuery | null> {
  const row = await database.db.queryOne<{ tsquery: string }>(
    sql`select websearch_to_tsquery(${lang}::regconfig, ${q})::text as tsquery`,
  );
  return toSectionQuery(row?.tsquery ?? '');
}

describe('toSectionQuery', () => {
  it.each([
    ['tariffs copper', `'tariff' & 'copper'`, [], []],
    ['tariffs or copper', `'tariff' | 'copper'`, [], []],
    ['copper -tariffs', `'copper' & (!('tariff'))`, [], []],
    ['"cost of revenue"', `'cost' & 'revenu'`, [`'cost' <2> 'revenu'`], []],
    ['"going concern" auditor', `('go' & 'concern') & 'auditor'`, [`'go' <1> 'concern'`], []],
    ['"going concern" or auditor', `('go' & 'concern') | 'auditor'`, [`'go' <1> 'concern'`], [`'auditor'`]],
  ])('translates %s', async (q, candidates, phrases, words) => {
    expect(await read(q)).toMatchObject({ candidates, phrases, words });
  });

  it('does not exclude the words of an excluded phrase from the index scan', async () => {
    const query = await read('auditor -"going concern"');
    expect(query).toMatchObject({ candidates: `'auditor'`, anyWord: `'auditor'`, phrases: [`'go' <1> 'concern'`] });
    expect([query?.isHit([true], []), query?.isHit([false], [])]).toEqual([false, true]);
  });

  it('verifies phrases and words that the index cannot decide', async () => {
    const query = await read('"going concern" or auditor');
    expect([query?.isHit([false], [false]), query?.isHit([false], [true]), query?.isHit([true], [false])]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each(['', 'the of', '-risk', '-"going concern"', '!!! ???', 'auditor or -risk', '""', '- -'])(
    'requires no word: %s',
    async q => expect(await read(q)).toBeNull(),
  );

  it.each([
    `o'brien`,
    `back\\slash 'quoted' <-> & | ! ( ) :*`,
    `"a'b\\c" d`,
    'state-of-the-art',
    'https://example.com/a?b=c&d https://example.com',
    'user@example.com',
    '"unclosed phrase of words',
    '((((( or or or -- --a',
    `<b>bold</b> &amp; 'x':A`,
    '日本語 テスト',
    '😀 emoji "😀 smile"',
    `${'word '.repeat(50)}`,
    `${'-x '.repeat(80)}y`,
  ])('reads whatever PostgreSQL makes of %s, and PostgreSQL reads it back', async q => {
    for (const lang of ['english', 'simple', 'portuguese']) {
      const query = await read(q, lang);
      if (query === null) continue;
      const given = [query.candidates, query.anyWord, ...query.phrases, ...query.words];
      const row = await database.db.queryOne<{ nodes: number }>(
        sql`select sum(numnode(one::tsquery))::integer as nodes from unnest(${given}::text[]) one`,
      );
      expect(row?.nodes).toBeGreaterThan(0);
    }
  });

  it('matches the same texts as PostgreSQL, for queries of every form', async () => {
    const words = ['alpha', 'beta', 'gamma', 'delta'];
    const texts = Array.from({ length: 256 }, (_, at) =>
      [at & 3, (at >> 2) & 3, (at >> 4) & 3, (at >> 6) & 3].map(word => words[word]).join(' '),
    );
    for (const q of [
      'alpha beta',
      'alpha -beta',
      '"alpha beta"',
      '"alpha beta" gamma',
      '"alpha beta" or delta',
      'gamma -"alpha beta"',
      '"alpha beta" -"gamma delta"',
      '"alpha beta gamma" or "delta alpha" -beta',
    ]) {
      const query = await read(q, 'simple');
      if (query === null) throw new Error(`nothing to find in ${q}`);
      const rows = await database.db.query<{ fits: boolean; maybe: boolean; phrases: boolean[]; words: boolean[] }>(sql`
        select v @@ websearch_to_tsquery('simple', ${q}) as fits, strip(v) @@ ${query.candidates}::tsquery as maybe,
          array(select v @@ one from unnest(${query.phrases}::tsquery[]) with ordinality a (one, at) order by at) as phrases,
          array(select v @@ one from unnest(${query.words}::tsquery[]) with ordinality a (one, at) order by at) as words
        from unnest(${texts}::text[]) t, to_tsvector('simple', t) v`);
      expect(
        rows.filter(row => row.fits !== (row.maybe && query.isHit(row.phrases, row.words))),
        q,
      ).toEqual([]);
      expect(rows.some(row => row.fits)).toBe(true);
    }
  });
});

describe('toRereadQuery', () => {
  const FORMS: Record<string, IndexedForms> = {
    the: null,
    tariffs: { lexemes: ['tariff', 'tariffs'], beginning: null },
    copper: { lexemes: ['copper'], beginning: 'copp' },
  };
  const query = (tsquery: string) => toRereadQuery(tsquery, 'simple', lexeme => FORMS[lexeme] ?? null);

  it.each([
    [`'tariffs'`, `'tariff' | 'tariffs'`, `'tariff'`],
    [`'tariffs' & 'copper'`, `('tariff' | 'tariffs') & ('copper' | 'copp':*)`, `'tariff' | 'copper'`],
    [`'the' & 'tariffs'`, `('tariff' | 'tariffs')`, `'tariff'`],
    [`'the' <-> 'tariffs'`, `('tariff' | 'tariffs')`, `'tariff'`],
    [`'tariffs' & !'copper'`, `('tariff' | 'tariffs')`, `'tariff'`],
    [`'tariffs' | 'copper'`, `('tariff' | 'tariffs') | ('copper' | 'copp':*)`, `'tariff' | 'copper'`],
  ])('queries the index for candidates of %s', async (tsquery, candidates, anyWord) => {
    expect(query(tsquery)).toMatchObject({ candidates, anyWord, reread: { configuration: 'simple' } });
    const given = [query(tsquery)?.candidates, query(tsquery)?.reread?.passages].filter(
      condition => typeof condition === 'string',
    );
    expect(await database.db.query(sql`select one::tsquery from unnest(${given}::text[]) one`)).toHaveLength(
      given.length,
    );
  });

  it.each(['', `'the'`, `'the' | 'copper'`, `!'copper'`, `'the' & !'copper'`, `'the' <-> 'the'`])(
    'skips the index if it lacks a required word: %s',
    tsquery => expect(query(tsquery)).toBeNull(),
  );

  it('reads every passage again if any of them may contain a word', () => {
    expect(query(`'the' & 'copper'`)?.reread?.passages).toBeNull();
    expect(query(`'copper' & !'tariffs'`)?.reread?.passages).toBe(`('copper' | 'copp':*) | ('tariff' | 'tariffs')`);
  });

  it('decides by the text that was read', () => {
    const read = query(`'tariffs' & !('the' <-> 'copper')`);
    expect(read).toMatchObject({ phrases: [`'the' <1> 'copper'`], words: [`'tariffs'`] });
    expect([read?.isHit([false], [true]), read?.isHit([true], [true]), read?.isHit([false], [false])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('lexemesOf', () => {
  it('returns every word once, including excluded ones', () => {
    expect(lexemesOf(`'a' & !'b' & ('c' <-> 'a' | 'd''e')`).toSorted()).toEqual(['a', 'b', 'c', "d'e"]);
    expect(lexemesOf('')).toEqual([]);
  });
});
