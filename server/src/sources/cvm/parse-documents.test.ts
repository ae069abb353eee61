import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeZip } from '../../../test/write-zip.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { toIsoDate } from '../../kernel/dates.ts';
import { cnpj } from './cnpj.ts';
import { cvm } from './source.ts';
import { tableNameOf } from './table-names.ts';
import { isReadTable } from './year-tables.ts';

const NUMBER = '11.222.333/0001-81';

function parse(tables: Record<string, string>) {
  return cvm.parse(
    Object.entries(tables).map(([url, text]) => ({ url, sha256: '', bytes: Buffer.from(text, 'latin1') })),
  );
}

function valuesOf(records: readonly IssuerRecords[], concept?: string) {
  return records.flatMap(({ facts }) =>
    facts.flatMap(({ series, filings }) =>
      series
        .filter(factSeries => concept === undefined || factSeries.concept === concept)
        .flatMap(factSeries =>
          factSeries.ends.map((end, at) => ({
            concept: factSeries.concept,
            unit: factSeries.unit,
            dimensions: factSeries.dimensions,
            start: factSeries.starts[at] == null ? null : toIsoDate(factSeries.starts[at]),
            end: toIsoDate(end),
            value: factSeries.values[at],
            accession: filings[factSeries.filings[at] ?? -1]?.accession,
          })),
        ),
    ),
  );
}

const INDEX = 'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;CATEG_DOC;ID_DOC;DT_RECEB;LINK_DOC';
const INSTANT =
  'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;GRUPO_DFP;MOEDA;ESCALA_MOEDA;ORDEM_EXERC;DT_FIM_EXERC;CD_CONTA;DS_CONTA;VL_CONTA;ST_CONTA_FIXA';
const DURATION = INSTANT.replace('DT_FIM_EXERC', 'DT_INI_EXERC;DT_FIM_EXERC');
const EQUITY = DURATION.replace('CD_CONTA', 'COLUNA_DF;CD_CONTA');

function index(version: number, id: string, received: string): string {
  return `${NUMBER};2023-12-31;${version};EXEMPLO S.A.;099999;DFP;${id};${received};https://example.org/${id}`;
}

interface Line {
  period: string;
  code: string;
  words: string;
  value: string;
  scale?: string;
  version?: number;
}

function line({ period, code, words, value, scale = 'MIL', version = 1 }: Line): string {
  return `${NUMBER};2023-12-31;${version};EXEMPLO S.A.;099999;DF;REAL;${scale};ÚLTIMO;${period};${code};${words};${value};S`;
}

const table = (...lines: string[]): string => `${lines.join('\r\n')}\r\n`;
const YEAR = '2023-01-01;2023-12-31';

describe('company numbers', () => {
  test('are written with their punctuation, also with letters as from 2026', () => {
    expect(cnpj('07859971000130')).toBe('07.859.971/0001-30');
    expect(cnpj(' 07.859.971/0001-30 ')).toBe('07.859.971/0001-30');
    expect(cnpj('12.ABC.345/01DE-35')).toBe('12.ABC.345/01DE-35');
    expect([cnpj(''), cnpj('123'), cnpj('07.859.971/0001-3X')]).toEqual([null, null, null]);
  });
});

describe('names of tables', () => {
  test('state type, year and table', () => {
    expect(tableNameOf('dfp_cia_aberta_2023.csv')).toEqual({ type: 'dfp', year: '2023', table: 'index' });
    expect(tableNameOf('itr_cia_aberta_DFC_MI_ind_2024.csv')).toEqual({
      type: 'itr',
      year: '2024',
      table: 'DFC_MI_ind',
    });
    expect(tableNameOf('fca/2024/valor_mobiliario.csv')?.table).toBe('valor_mobiliario');
    expect(tableNameOf('cad_cia_aberta.csv')).toBeNull();
    expect(isReadTable('dfp_cia_aberta_parecer_2023.csv')).toBe(false);
  });
});

describe('a year of annual statements', () => {
  test('gives values in whole units by account, the periods of each column, and the faces', async () => {
    const { records, anomalies } = await parse({
      'dfp/2023/index.csv': table(INDEX, index(1, '700', '2024-03-28')),
      'dfp/2023/BPA_con.csv': table(
        INSTANT,
        line({ period: '2023-12-31', code: '1', words: 'Ativo Total', value: '1234.5670000000' }),
        line({ period: '2022-12-31', code: '1', words: 'Ativo Total', value: '1000.0000000000' }),
        line({ period: '2023-12-31', code: '1.01', words: 'Ativo "Circulante"', value: '' }),
      ),
      'dfp/2023/DRE_con.csv': table(
        DURATION,
        line({ period: YEAR, code: '3.01', words: 'Receita', value: '-5.0000000000' }),
        line({ period: YEAR, code: '3.99.01.01', words: 'ON', value: '1.2345000000' }),
      ),
      'dfp/2023/DRE_ind.csv': table(
        DURATION,
        line({ period: YEAR, code: '3.01', words: 'Receita', value: '4', scale: 'UNIDADE' }),
      ),
      'dfp/2023/DMPL_con.csv': table(
        EQUITY,
        line({ period: `${YEAR};Capital Social Integralizado`, code: '5.01', words: 'Saldos Iniciais', value: '9' }),
      ),
    });
    expect(anomalies).toEqual([]);
    const from = { start: null, accession: '700', unit: 'BRL', dimensions: '' };
    const during = { ...from, start: '2023-01-01', end: '2023-12-31' };
    expect(valuesOf(records)).toEqual([
      { ...from, concept: 'cvm:1', end: '2023-12-31', value: 1_234_567 },
      { ...from, concept: 'cvm:1', end: '2022-12-31', value: 1_000_000 },
      { ...during, concept: 'cvm:3.01', value: -5_000 },
      { ...during, concept: 'cvm:3.99.01.01', unit: 'BRL/shares', value: 1.2345 },
      { ...during, concept: 'cvm:3.01', dimensions: 'basis=non_consolidated', value: 4 },
      { ...during, concept: 'cvm:5.01', dimensions: 'COLUNA_DF=Capital Social Integralizado', value: 9_000 },
    ]);
    expect(records).toMatchObject([
      {
        canonicalKey: `cnpj:${NUMBER}`,
        source: 'dfp/2023',
        issuer: {
          companyName: 'EXEMPLO S.A.',
          identifiers: [{ scheme: 'cnpj' }, { scheme: 'cvm', identifier: '99999' }],
        },
        filings: [{ nativeId: '700', category: 'annual_report', knownAt: '2024-03-29T03:00:00Z', isAmendment: false }],
      },
    ]);
    expect(records[0]?.facts[0]?.faces['700']?.map(row => [row.statement, row.concept, row.label])).toEqual([
      ['BS', 'cvm:1', 'Ativo Total'],
      ['BS', 'cvm:1.01', 'Ativo "Circulante"'],
      ['IS', 'cvm:3.01', 'Receita'],
      ['IS', 'cvm:3.99.01.01', 'ON'],
      ['EQ', 'cvm:5.01', 'Saldos Iniciais'],
    ]);
  });

  test('gives a company without consolidated statements its own, without a basis', async () => {
    const { records } = await parse({
      'dfp/2023/index.csv': table(INDEX, index(1, '700', '2024-03-28')),
      'dfp/2023/DRE_ind.csv': table(DURATION, line({ period: YEAR, code: '3.01', words: 'Receita', value: '4' })),
    });
    expect(valuesOf(records)).toMatchObject([{ dimensions: '', value: 4_000 }]);
  });

  test('gives a later version as an amendment with its own values', async () => {
    const { records } = await parse({
      'dfp/2023/index.csv': table(INDEX, index(1, '700', '2024-03-28'), index(2, '701', '2024-05-02')),
      'dfp/2023/DRE_con.csv': table(
        DURATION,
        line({ period: YEAR, code: '3.01', words: 'Receita', value: '4' }),
        line({ period: YEAR, code: '3.01', words: 'Receita', value: '5', version: 2 }),
      ),
    });
    expect(valuesOf(records).map(value => [value.accession, value.value])).toEqual([
      ['700', 4_000],
      ['701', 5_000],
    ]);
    expect(records[0]?.filings.map(filing => filing.isAmendment)).toEqual([false, true]);
  });

  test('gives values of the quarter and of the year to date', async () => {
    const { records, anomalies } = await parse({
      'itr/2023/index.csv': table(INDEX, index(1, '700', '2023-08-10').replaceAll('DFP', 'ITR')),
      'itr/2023/DRE_con.csv': table(
        DURATION,
        line({ period: '2023-04-01;2023-06-30', code: '3.01', words: 'Receita', value: '4' }),
        line({ period: '2023-01-01;2023-06-30', code: '3.01', words: 'Receita', value: '9' }),
      ),
    });
    expect(anomalies).toEqual([]);
    expect(valuesOf(records).map(value => [value.start, value.value])).toEqual([
      ['2023-04-01', 4_000],
      ['2023-01-01', 9_000],
    ]);
    expect(records[0]?.filings[0]?.category).toBe('interim_report');
  });

  test.each([
    ['an unknown scale', { scale: 'DUZIA' }, 'bad_value'],
    ['a value with a comma', { value: '1,5' }, 'bad_value'],
    ['an invalid date', { period: '2023-01-01;2023-13-31' }, 'bad_period'],
    ['a version that is not in the index', { version: 9 }, 'unknown_filing'],
    ['an additional cell', { words: 'a;b' }, 'bad_row'],
    ['text instead of a value', { words: '', value: 'x' }, 'bad_value'],
  ])('leaves out a row with %s, with an anomaly', async (_, fault, kind) => {
    const good = { period: YEAR, code: '3.01', words: 'Receita', value: '4' };
    const { records, anomalies } = await parse({
      'dfp/2023/index.csv': table(INDEX, index(1, '700', '2024-03-28')),
      'dfp/2023/DRE_con.csv': table(DURATION, line({ ...good, ...fault })),
    });
    expect(valuesOf(records)).toEqual([]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual([kind]);
  });

  test('leaves out a row without a company, with an anomaly', async () => {
    const { records, anomalies } = await parse({
      'dfp/2023/index.csv': table(INDEX, index(1, '700', '2024-03-28'), ';;;;;;;;', ''),
    });
    expect(records).toHaveLength(1);
    expect(anomalies).toMatchObject([{ kind: 'bad_row', locator: 'index line 3' }]);
  });

  test('keeps the first of two values of an account, with an anomaly', async () => {
    const good = { period: YEAR, code: '3.01', words: 'Receita' };
    const { records, anomalies } = await parse({
      'dfp/2023/index.csv': table(INDEX, index(1, '700', '2024-03-28')),
      'dfp/2023/DRE_con.csv': table(
        DURATION,
        line({ ...good, value: '4' }),
        line({ ...good, value: '4.0' }),
        line({ ...good, value: '6' }),
      ),
    });
    expect(valuesOf(records).map(value => value.value)).toEqual([4_000]);
    expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['contradictory_facts']);
  });

  test.each([
    ['a page of HTML', '<html><body>Manutenção</body></html>', 'html_instead_of_csv'],
    ['other columns', 'A;B;C\r\n1;2;3\r\n', 'missing_column'],
    ['an empty file', '', 'missing_column'],
  ])('reads nothing from %s, with an anomaly', async (_, text, kind) => {
    for (const url of [
      'dfp/2023/index.csv',
      'https://dados.cvm.gov.br/dados/CIA_ABERTA/CAD/DADOS/cad_cia_aberta.csv',
    ]) {
      const { records, anomalies } = await parse({ [url]: text });
      expect(records).toEqual([]);
      expect(anomalies.map(anomaly => anomaly.kind)).toEqual([kind]);
    }
  });

  test('is read from its zip; other bytes are an anomaly', async () => {
    const url = 'https://dados.cvm.gov.br/dados/CIA_ABERTA/DOC/DFP/DADOS/dfp_cia_aberta_2023.zip';
    const bytes = makeZip({
      'dfp_cia_aberta_2023.csv': table(INDEX, index(1, '700', '2024-03-28')),
      'dfp_cia_aberta_DRE_con_2023.csv': table(
        DURATION,
        line({ period: YEAR, code: '3.01', words: 'Receita', value: '4' }),
      ),
      'dfp_cia_aberta_parecer_2023.csv': 'not read',
    });
    const { records, anomalies } = await cvm.parse([{ url, sha256: '', bytes }]);
    expect(anomalies).toEqual([]);
    expect(valuesOf(records)).toMatchObject([{ concept: 'cvm:3.01', value: 4_000 }]);
    const broken = await cvm.parse([{ url, sha256: '', bytes: Buffer.from('<html>') }]);
    expect(broken).toMatchObject({ records: [], anomalies: [{ kind: 'not_a_zip' }] });
  });
});

describe('the registration form', () => {
  test('gives name, former name, year end and current tickers', async () => {
    const general =
      'CNPJ_Companhia;Data_Referencia;Versao;Nome_Empresarial;Data_Nome_Empresarial;Nome_Empresarial_Anterior;Codigo_CVM;Situacao_Registro_CVM;Dia_Encerramento_Exercicio_Social;Mes_Encerramento_Exercicio_Social';
    const security =
      'CNPJ_Companhia;Data_Referencia;Versao;Codigo_Negociacao;Sigla_Entidade_Administradora;Data_Fim_Negociacao;Data_Fim_Listagem';
    const { records, anomalies } = await parse({
      'fca/2024/index.csv': table(INDEX, index(1, '800', '2024-05-28').replaceAll('DFP', 'FCA')),
      'fca/2024/geral.csv': table(
        general,
        `${NUMBER};2024-01-01;1;VELHO S.A.;2010-01-01;;99999;Ativo;31;12`,
        `${NUMBER};2024-01-01;2;EXEMPLO S.A.;2020-05-04;ANTIGO S.A.;99999;Ativo;31;3`,
      ),
      'fca/2024/valor_mobiliario.csv': table(
        security,
        `${NUMBER};2024-01-01;1;XXXX3;BVMF;;`,
        `${NUMBER};2024-01-01;2;EXEM3, EXEM4;BVMF;;`,
        `${NUMBER};2024-01-01;2;EXEM11;BVMF;2023-01-01;`,
        `${NUMBER};2024-01-01;2;;BVMF;;`,
        `${NUMBER};2024-01-01;2;DEB12;CETIP;;`,
      ),
    });
    expect(anomalies).toEqual([]);
    expect(records[0]?.issuer).toMatchObject({
      companyName: 'EXEMPLO S.A.',
      fiscalYearEnd: '03-31',
      formerNames: [{ companyName: 'ANTIGO S.A.', untilDate: '2020-05-04' }],
      listings: [
        { ticker: 'EXEM3', mic: 'BVMF' },
        { ticker: 'EXEM4', mic: 'BVMF' },
      ],
    });
  });
});

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;
const CVM = `${INTL}br/cvm/`;

describe.skipIf(!existsSync(CVM))('recorded tables (only with ../shared/data/intl)', () => {
  const rows = (name: string): Map<string, string>[] => {
    const [header = '', ...lines] = readFileSync(`${INTL}truth/${name}.tsv`, 'utf8').split('\n');
    const columns = header.split('\t');
    return lines.map(text => new Map(text.split('\t').map((cell, at) => [columns[at] ?? '', cell])));
  };

  test('the register of June 2024 has 2,475 companies and no anomaly', async () => {
    const bytes = gunzipSync(readFileSync(`${CVM}cad_cia_aberta_2024-06.csv.gz`));
    const { records, anomalies } = await cvm.parse([
      { url: cvm.identifyImport('cad_cia_aberta.csv', bytes), sha256: '', bytes },
    ]);
    expect(anomalies).toEqual([]);
    expect(records).toHaveLength(2_475);
    const byKey = new Map(records.map(record => [record.canonicalKey, record.issuer]));
    const known = rows('intl_entities').filter(row => row.get('market_id') === 'br' && row.get('cvm_code') !== '');
    expect(known).toHaveLength(15);
    for (const row of known) {
      const issuer = byKey.get(row.get('canonical_key') ?? '');
      expect(issuer?.companyName).toBe(row.get('name_local')?.replace(/\s+/g, ' '));
      expect(issuer?.identifiers).toContainEqual({ scheme: 'cvm', identifier: row.get('cvm_code') });
      expect(issuer?.status).toBe(row.get('status')?.startsWith('CANCELADA') ? 'inactive' : 'active');
    }
    expect(byKey.get('cnpj:33.000.167/0001-01')?.companyName).toBe('PETRÓLEO BRASILEIRO S.A. - PETROBRAS');
  });

  test('every header has the columns that are read', async () => {
    for (const file of readdirSync(`${CVM}headers`).filter(name => name.endsWith('_header.csv'))) {
      const member = file.replace('_header.csv', '_2024.csv');
      if (!isReadTable(member)) continue;
      const bytes = readFileSync(`${CVM}headers/${file}`);
      const { anomalies } = await cvm.parse([{ url: member, sha256: '', bytes }]);
      expect([file, anomalies]).toEqual([file, []]);
    }
  });

  test('eventual information of 2026 is read, including padded cells', async () => {
    const bytes = readFileSync(`${CVM}quoted/ipe_cia_aberta_2026_excerpt.csv`);
    const url = cvm.identifyImport('ipe_cia_aberta_2026_excerpt.csv', bytes);
    const { records, anomalies } = await cvm.parse([{ url, sha256: '', bytes }]);
    expect(anomalies).toEqual([]);
    const filings = records.flatMap(record => record.filings);
    expect(filings.map(filing => [filing.nativeId, filing.category, filing.title, filing.isAmendment])).toEqual([
      ['001023IPE110220260100646147-02.v1', 'material_event', 'Projeções 2026', false],
      ['001023IPE190120260180917778-84.v2', 'material_event', 'Payout 2026', true],
      ['P999.v1', 'prospectus', 'Anúncio de Encerramento – Anúncio de Encerramento - 6ª Emissão', false],
    ]);
    expect(records.map(record => record.canonicalKey)).toEqual(['cnpj:00.000.000/0001-91', 'cnpj:34.274.233/0001-02']);
  });

  test('figures of Taesa of 2023, in the form of the registry, agree with the truth table', async () => {
    const wanted = rows('intl_financials').filter(row => row.get('registry') === 'cvm' && row.get('value') !== '');
    expect(wanted).toHaveLength(15);
    const derived = gunzipSync(readFileSync(`${CVM}derived/df_companies_dfp_itr_subset.csv.gz`)).toString('utf8');
    const tables: Record<string, string> = {};
    for (const reference of ['2023-03-31', '2023-06-30']) {
      const own = derived.split('\n').filter(text => text.startsWith(`${reference};`));
      const statement = (prefix: string) =>
        own.flatMap(text => {
          const [, code = '', , , order = '', words = '', value = ''] = text.trim().split(';');
          if (!code.startsWith(prefix)) return [];
          const year = order === 'ÚLTIMO' ? 2023 : 2022;
          const end = `${year}${reference.slice(4)}`;
          // The client dropped the first days. Of two rows of an account the larger one begins in January.
          const isQuarter = own.some(other => isLarger(other, { code, order, value }));
          const start = isQuarter && prefix === '3' ? `${year}-04-01` : `${year}-01-01`;
          return [
            `07.859.971/0001-30;${reference};1;TAESA;020257;DF;REAL;MIL;${order};${start};${end};${code};${words};${Number(value) / 1_000};S`,
          ];
        });
      const number = reference.replaceAll('-', '');
      tables[`itr/${number.slice(0, 4)}/index.csv`] =
        `${tables['itr/2023/index.csv'] ?? `${INDEX}\n`}07.859.971/0001-30;${reference};1;TAESA;020257;ITR;${number};${reference};x\n`;
      for (const [name, prefix] of [
        ['DRE_con', '3'],
        ['DFC_MI_con', '6'],
      ] as const) {
        const url = `itr/2023/${name}.csv`;
        tables[url] = `${tables[url] ?? `${DURATION}\n`}${statement(prefix).join('\n')}\n`;
      }
    }
    const { records, anomalies } = await parse(tables);
    expect(anomalies).toEqual([]);
    const found = valuesOf(records);
    for (const row of wanted) {
      const code = row.get('element_or_label')?.split(' ')[0];
      const expected = { concept: `cvm:${code}`, start: row.get('period_start'), end: row.get('period_end') };
      expect(found).toContainEqual(
        expect.objectContaining({ ...expected, dimensions: '', value: Number(row.get('value')) }),
      );
    }
  });

  function isLarger(text: string, row: { code: string; order: string; value: string }): boolean {
    const [, code, , , order, , value] = text.trim().split(';');
    return code === row.code && order === row.order && Math.abs(Number(value)) > Math.abs(Number(row.value));
  }
});
