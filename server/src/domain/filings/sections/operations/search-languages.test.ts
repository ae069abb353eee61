import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedSection } from '../../../../../test/seeds/sections.ts';
import { sql } from '../../../../db/database.ts';
import { detectLanguage } from '../model/detect-language.ts';
import { LATIN_SCRIPT_REGISTRIES } from '../model/search-language.ts';
import { encodeFilingText, replaceFilingText } from '../store/filing-sections.ts';

const database = useTestDatabase();
const api = useTestApi(database);

/** Fictional: by registry and market the sections, each a filing of its own. */
const TEXTS: Record<string, { marketId: string; form: string; sections: Record<string, string> }> = {
  edinet: {
    marketId: 'jp',
    form: '120',
    sections: {
      'jp-goodwill': '当社グループは、のれんの減損テストを毎期実施しております。当期の減損損失は10百万円であります。',
      'jp-tax':
        '繰延税金資産の回収可能性については、ＥＢＩＴＤＡの見通しに基づき判断しております。IFRS第16号「リース」を適用。',
      'jp-buyback':
        '取締役会は自己株式の取得を決議いたしました。資　産　合　計 | 100百万円。コーポレート・ガバナンスを強化。',
    },
  },
  opendart: {
    marketId: 'kr',
    form: '사업보고서',
    sections: {
      'kr-sales': '당사의 매출액은 전년 대비 증가하였습니다. 자 산 총 계 | 100백만원',
      'kr-profit': '연결 기준 매출액이 감소하여 영업이익을 기록하지 못하였으며, 재고자산평가손실을 인식하였습니다.',
    },
  },
  cninfo: {
    marketId: 'cn',
    form: 'annual',
    sections: { 'cn-meeting': '公司于2024年召开股东大会，审议通过商誉减值准备的议案。' },
  },
  hkexnews: {
    marketId: 'hk',
    form: 'announcement',
    sections: { 'hk-results': '董事會欣然宣佈截至二零二四年止年度之業績，商譽減值為零。' },
  },
  esef: {
    marketId: 'eu',
    form: 'ESEF',
    sections: {
      'fr-impairment':
        'Les dépréciations d’actifs de l’exercice ont été constatées dans le compte de résultat du groupe, et la société n’a pas cédé de filiales sur la période. Les énergies renouvelables sont au cœur de la stratégie du groupe pour les années à venir.',
      'de-impairment':
        'Die Wertminderungen des Geschäftsjahres wurden in der Gewinn- und Verlustrechnung erfasst, und die Gesellschaft hat keine Beteiligungen veräußert. Der Vorstand ist für die Aufstellung des Abschlusses und den Bericht verantwortlich.',
      'nl-impairment':
        'De bijzondere waardeverminderingen van het boekjaar zijn in de winst-en-verliesrekening verwerkt, en de vennootschap heeft geen deelnemingen verkocht. Het bestuur is verantwoordelijk voor het opmaken van de jaarrekening.',
      'da-impairment':
        'Årets nedskrivninger er indregnet i resultatopgørelsen, og selskabet har ikke solgt datterselskaber. Ledelsen har ansvaret for udarbejdelsen af årsrapporten og for den interne kontrol, som ledelsen anser for nødvendig.',
      'pl-impairment':
        'Spółka rozpoznała odpisy aktualizujące wartość aktywów w rachunku zysków i strat oraz sporządziła sprawozdanie finansowe.',
    },
  },
  'companies-house': {
    marketId: 'uk',
    form: 'AA',
    sections: {
      'uk-impairment':
        'The directors have recognised impairments of “tangible assets” in the year—the company’s EBITDA fell and it is not expected to recover in the next year, as the board of directors has told the members.',
    },
  },
};

/** The search configurations of the texts of registries in Latin script. */
const STORED_LANGUAGES = [
  ...new Set(
    Object.entries(TEXTS)
      .filter(([registry]) => LATIN_SCRIPT_REGISTRIES.includes(registry))
      .flatMap(([, { sections }]) => Object.values(sections))
      .map(text => detectLanguage(text) ?? 'simple')
      .filter(language => language !== 'unspaced'),
  ),
].sort();

beforeAll(async () => {
  for (const [registry, { marketId, form, sections }] of Object.entries(TEXTS)) {
    const issuer = await seedIssuer(database.db, {
      key: `test:${registry}`,
      name: `Issuer ${marketId}`,
      marketId,
      listings: [],
    });
    for (const [nativeId, text] of Object.entries(sections)) {
      await database.db.execute(sql`
        insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date,
          known_at, is_amendment, url, has_xbrl)
        values (${issuer}, ${registry}, ${nativeId}, gen_random_uuid(), ${form}, 'annual_report', 'periodic', '2024-06-28',
          '2024-06-28T08:00:00Z', false, ${`https://registry.example/${nativeId}`}, false)`);
      const section = seedSection({ sectionKey: 'notes', title: 'Notes', text });
      const encoded = encodeFilingText(
        { status: 'found', reason: null, sections: [section] },
        { issuerId: issuer, registry, nativeId },
      );
      await database.db.transaction(tx => replaceFilingText(tx, [encoded]));
    }
  }
  await database.db.execute(sql`analyze section_search`);
});

const search = (query: Record<string, string>) => api.get(`/api/v1/filings/search?${new URLSearchParams(query)}`);

interface Item {
  filing_id: string;
  snippet: string;
  score: number;
}

async function found(query: Record<string, string>): Promise<string[]> {
  const { status, json } = await search(query);
  expect(status, JSON.stringify(json)).toBe(200);
  return (json.items as Item[]).map(item => item.filing_id.slice(item.filing_id.indexOf(':') + 1)).toSorted();
}

describe('search in Chinese, Japanese and Korean', () => {
  it.each([
    ['減損', ['jp-goodwill']],
    ['のれんの減損', ['jp-goodwill']],
    ['減損のれん', []],
    ['のれん 減損', ['jp-goodwill']],
    ['"減損損失"', ['jp-goodwill']],
    ['減損 -のれん', []],
    ['繰延税金資産', ['jp-tax']],
    ['自己株式の取得 or 繰延税金資産', ['jp-buyback', 'jp-tax']],
    ['IFRS第16号', ['jp-tax']],
    ['第16号', ['jp-tax']],
    ['資産合計', ['jp-buyback']],
    ['コーポレートガバナンス', ['jp-buyback']],
    ['ｺｰﾎﾟﾚｰﾄ', ['jp-buyback']],
    ['매출액', ['kr-profit', 'kr-sales']],
    ['매출액은', ['kr-profit', 'kr-sales']],
    ['"매출액은"', ['kr-sales']],
    ['매출액 -영업이익', ['kr-sales']],
    ['자산총계', ['kr-sales']],
    ['재고자산', ['kr-profit']],
    ['股东大会', ['cn-meeting']],
    ['商誉减值', ['cn-meeting']],
    ['商譽減值', ['hk-results']],
    ['"株"', ['jp-buyback']],
    ['"社 株"', []],
  ])('finds %s', async (q, sections) => expect(await found({ q })).toEqual(sections));

  it('finds words of Latin script in them, in full and half width', async () => {
    expect(await found({ q: 'EBITDA', registry: 'edinet' })).toEqual(['jp-tax']);
    expect(await found({ q: 'ＥＢＩＴＤＡ', market_id: 'jp' })).toEqual(['jp-tax']);
    expect(await found({ q: 'EBITDA' })).toEqual(['uk-impairment']);
    expect(await found({ q: 'EBITDA 繰延税金' })).toEqual(['jp-tax']);
  });

  it('marks only the queried term, as written', async () => {
    const snippetOf = async (q: string) => ((await search({ q })).json.items as Item[])[0]?.snippet ?? '';
    expect(await snippetOf('のれんの減損')).toBe(
      '当社グループは、<mark>のれんの減損</mark>テストを毎期実施しております。当期の減損損失は10百万円であります。',
    );
    expect(await snippetOf('매출액 증가')).toContain('<mark>매출액</mark>은 전년 대비 <mark>증가</mark>하였습니다');
    expect(await snippetOf('資産合計')).toContain('<mark>資 産 合 計</mark> | 100');
    expect(await snippetOf('IFRS第16号')).toContain('<mark>IFRS第16号</mark>「リース」');
  });

  it('searches other scripts if the query contains them, the registries of a requested market, and Latin scripts by default', async () => {
    expect((await search({ q: '減損' })).json.registries_searched).toContain('edinet');
    expect((await search({ q: 'impairment' })).json.registries_searched).toEqual([
      'companies-house',
      'esef',
      'hkexnews',
    ]);
    expect((await search({ q: 'EBITDA', market_id: 'jp' })).json.registries_searched).toContain('edinet');
  });

  it('reads them by their characters, whatever lang is', async () => {
    for (const lang of ['simple', 'english', 'portuguese']) {
      const { json } = await search({ q: 'のれんの減損', registry: 'edinet', lang });
      expect(json).toMatchObject({ total: 1, lang: 'simple' });
    }
  });

  it('filters by market, form, section and date', async () => {
    expect(await found({ q: '減損 or 매출액', market_id: 'kr' })).toEqual(['kr-profit', 'kr-sales']);
    expect(
      await found({ q: '매출액', form_types: '사업보고서', filed_from: '2024-06-28', filed_to: '2024-06-28' }),
    ).toHaveLength(2);
    expect(await found({ q: '매출액', section_key: 'business' })).toEqual([]);
    expect(await found({ q: '매출액', filed_from: '2024-06-29' })).toEqual([]);
  });

  it('ranks the section first in which the word is prominent', async () => {
    const { json } = await search({ q: '減損', registry: 'edinet' });
    expect((json.items as Item[])[0]?.score).toBeGreaterThan(0.3);
  });
});

describe('search in the languages of Europe', () => {
  it.each([
    ['dépréciation', ['fr-impairment']],
    ['énergie', ['fr-impairment']],
    ["L'ÉNERGIE", ['fr-impairment']],
    ['Wertminderung', ['de-impairment']],
    ['waardevermindering', ['nl-impairment']],
    ['nedskrivning', ['da-impairment']],
    ['odpisy', ['pl-impairment']],
    ['impairment', ['uk-impairment']],
    ['"tangible assets"', ['uk-impairment']],
    ['"the company\'s EBITDA"', ['uk-impairment']],
    ['Wertminderung or dépréciations or impairments', ['de-impairment', 'fr-impairment', 'uk-impairment']],
  ])('finds %s without a stated language', async (q, sections) => expect(await found({ q })).toEqual(sections));

  it('returns the language of a registry without text, and the requested one', async () => {
    expect((await search({ q: 'receita', registry: 'cvm' })).json).toMatchObject({ total: 0, lang: 'portuguese' });
    expect((await search({ q: 'receita', market_id: 'br' })).json).toMatchObject({ total: 0, lang: 'portuguese' });
    expect((await search({ q: 'receita', registry: 'cvm', lang: 'english' })).json).toMatchObject({ lang: 'english' });
  });

  it('returns the languages in which the query was read', async () => {
    const { json } = await search({ q: 'dépréciation' });
    expect(json.lang).toBe(STORED_LANGUAGES.join());
    expect((json.items as Item[])[0]?.snippet).toContain('Les <mark>dépréciations</mark> d’actifs');
  });

  it('reads text again in the requested language', async () => {
    expect(await found({ q: 'Wertminderungen', lang: 'simple' })).toEqual(['de-impairment']);
    expect(await found({ q: 'Wertminderung', lang: 'simple' })).toEqual([]);
    expect(await found({ q: '"tangible assets"', lang: 'simple' })).toEqual(['uk-impairment']);
    expect(await found({ q: 'impairment', lang: 'english' })).toEqual(['uk-impairment']);
  });
});

describe('any query', () => {
  it.each([
    ['one character', '減'],
    ['more than 256 characters', '減'.repeat(257)],
    ['ten thousand characters', 'copper '.repeat(1_429)],
    ['only signs', '。、・「」'],
    ['only blanks', '\u3000\u3000\u3000'],
    ['NUL', '減\u0000損'],
    ['only exclusions', '-減損 -のれん'],
    ['only emoji', '😀😀'],
  ])('is refused with the field and the reason: %s', async (_, q) => {
    const { status, json } = await search({ q });
    expect(status).toBe(422);
    expect((json.detail as { loc: string[] }[])[0]?.loc).toEqual(['query', 'q']);
  });

  it.each(
    [
      '減損"',
      '"減損 のれん',
      '--減損',
      '減損 or',
      'or 減損',
      '\u202e減損\u202c',
      'مبيعات 減損',
      '減損😀のれん',
      '減'.repeat(256),
      '"減" '.repeat(60),
      `減損'; drop table filings; --`,
      '減損:* & ! | <-> ()',
      'ﷺﷺﷺ',
      'Z̸̡̛͓͓̠̓͊a̷lgo',
      '\ud83d減損',
      'の',
    ].filter(q => q.length > 1),
  )('is taken as words: %s', async q => {
    const { status } = await search({ q });
    expect([200, 422]).toContain(status);
    expect((await search({ q: '減損' })).json.total).toBe(1);
  });
});
