import { expect, test } from 'vitest';
import { cvm } from './source.ts';

const NUMBER = '11.222.333/0001-81';
const INDEX = 'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;CATEG_DOC;ID_DOC;DT_RECEB;LINK_DOC';
const DURATION =
  'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;GRUPO_DFP;MOEDA;ESCALA_MOEDA;ORDEM_EXERC;DT_INI_EXERC;DT_FIM_EXERC;CD_CONTA;DS_CONTA;VL_CONTA;ST_CONTA_FIXA';
const EQUITY = DURATION.replace('CD_CONTA', 'COLUNA_DF;CD_CONTA');

/** A line of a fictional company, in the form of the registry's tables. */
function line(group: string, year: number, account: string): string {
  const period = `${year}-01-01;${year}-12-31`;
  const order = year === 2023 ? 'ÚLTIMO' : 'PENÚLTIMO';
  return `${NUMBER};2023-12-31;1;EXEMPLO S.A.;099999;${group};REAL;MIL;${order};${period};${account};S`;
}

const income = (year: number, account: string) => line('DF Consolidado - Demonstração do Resultado', year, account);
const equity = (year: number, account: string) => line('DF Consolidado - DMPL', year, account);

async function open() {
  const tables = {
    'dfp/2023/index.csv': [
      INDEX,
      `${NUMBER};2023-12-31;1;EXEMPLO S.A.;099999;DFP;700;2024-03-28;https://example.org/700`,
    ],
    'dfp/2023/DRE_con.csv': [
      DURATION,
      income(2022, '3.01;Receita de Venda;40'),
      income(2023, '3.01;Receita de Venda;50'),
      income(2023, '3.04;Despesas Operacionais;'),
      income(2023, '3.04.01;Despesas com Vendas;-7'),
    ],
    'dfp/2023/DRE_ind.csv': [DURATION, line('DF Individual - Demonstração do Resultado', 2023, '3.01;Receita;9')],
    'dfp/2023/DMPL_con.csv': [
      EQUITY,
      equity(2023, 'Capital Social;5.01;Saldos Iniciais;3'),
      equity(2023, 'Reservas;5.01;Saldos Iniciais;4'),
      equity(2022, 'Capital Social;5.01;Saldos Iniciais;2'),
    ],
  };
  const { records } = await cvm.parse(
    Object.entries(tables).map(([url, lines]) => ({ url, sha256: '', bytes: Buffer.from(lines.join('\n')) })),
  );
  return records.flatMap(({ furtherContents }) => furtherContents ?? []);
}

test('the tables of a document are its statements, with the order of accounts and words of the tables', async () => {
  const [contents] = await open();
  expect(contents).toMatchObject({ nativeId: '700', text: { status: 'sections_not_found' } });
  const report = contents?.report;
  const [result, changes, own] = report?.statements ?? [];
  expect(result).toMatchObject({
    statementType: 'income',
    role: 'DRE_con',
    title: 'DF Consolidado - Demonstração do Resultado',
    columns: [
      { label: '2023-01-01 – 2023-12-31', periodStart: '2023-01-01', periodEnd: '2023-12-31' },
      { label: '2022-01-01 – 2022-12-31' },
    ],
  });
  const digitsOf = (cell: number | null) => (cell === null ? null : report?.facts[cell]?.value);
  expect(result?.rows.map(row => [row.concept, row.label, row.level, row.isAbstract, row.cells.map(digitsOf)])).toEqual(
    [
      ['cvm:3.01', 'Receita de Venda', 1, false, ['50000', '40000']],
      ['cvm:3.04', 'Despesas Operacionais', 1, true, [null, null]],
      ['cvm:3.04.01', 'Despesas com Vendas', 2, false, ['-7000', null]],
    ],
  );
  expect(changes?.columns.map(column => [column.dimensions, column.periodEnd])).toEqual([
    [{ COLUNA_DF: 'Capital Social' }, '2023-12-31'],
    [{ COLUNA_DF: 'Reservas' }, '2023-12-31'],
    [{ COLUNA_DF: 'Capital Social' }, '2022-12-31'],
  ]);
  expect(changes?.rows[0]?.cells.map(digitsOf)).toEqual(['3000', '4000', '2000']);
  expect(own?.rows[0]).toMatchObject({ label: 'Receita', dimensions: { basis: 'non_consolidated' } });
});

test('a fact states its table and row', async () => {
  const [contents] = await open();
  expect(contents?.report?.facts[1]).toMatchObject({
    concept: 'cvm:3.01',
    value: '50000',
    unit: 'BRL',
    decimals: -3,
    dimensions: {},
    document: 'dfp_cia_aberta_DRE_con_2023.csv',
    elementId: 'CD_CONTA=3.01;DT_INI_EXERC=2023-01-01;DT_FIM_EXERC=2023-12-31;VERSAO=1',
  });
});
