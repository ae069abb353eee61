import { describe, expect, test } from 'vitest';
import { fakeClient } from '../../../test/stand-ins/fake-client.ts';
import { makeZip } from '../../../test/write-zip.ts';
import type { RegistryClient } from '../kit/source.ts';
import { register } from './register.ts';
import { cvm } from './source.ts';
import { yearUrl } from './year-tables.ts';

const REGISTER = register.url({});

function client(urls: string[] | null): RegistryClient {
  return fakeClient(cvm, {
    origin: urls === null ? 'registry' : 'replay',
    // The new year has begun in UTC and not yet in São Paulo.
    now: () => new Date('2025-01-01T01:00:00Z'),
    list: async () => urls,
    get: async url => ({ url, sha256: '', bytes: url === REGISTER ? Buffer.from('CNPJ_CIA;x') : makeZip({}) }),
  });
}

describe('discovery', () => {
  test('at the registry finds the register and the tables of the years since the first day', async () => {
    const found = await cvm.discover(client(null), { kind: 'everything', since: '2022-06-01' });
    expect(found.tasks.map(task => task.key)).toEqual([REGISTER]);
    expect(found.bulk).toHaveLength(3 * 5);
    expect(found.bulk?.[0]?.name).toBe('dfp_cia_aberta_2022.zip');
    expect(found.bulk?.at(-1)?.name).toBe('ipe_cia_aberta_2024.zip');
    const newest = await cvm.discover(client(null), { kind: 'channel', channel: 'documents', position: null });
    expect(newest.bulk?.map(file => file.name.slice(-8, -4))).toEqual([
      ...Array(5).fill('2023'),
      ...Array(5).fill('2024'),
    ]);
  });

  test('in a mirror finds the tables that are read', async () => {
    const dictionary = 'https://dados.cvm.gov.br/dados/CIA_ABERTA/CAD/META/meta_cad_cia_aberta.txt';
    const urls = [REGISTER, dictionary, yearUrl('itr', 2023), 'https://example.org/dfp_cia_aberta_2023.zip'];
    const found = await cvm.discover(client(urls), { kind: 'everything', since: null });
    expect(found.tasks.map(task => [task.kind, task.key])).toEqual([['cadastro', REGISTER]]);
    expect(found.bulk?.map(file => file.name)).toEqual(['itr_cia_aberta_2023.zip']);
    const [first] = found.tasks;
    expect(first === undefined ? [] : await cvm.fetch(client(urls), first)).toHaveLength(1);
  });

  test('finds no companies by name', async () => {
    const found = await cvm.discover(client(null), { kind: 'named', tickers: ['PETR4'], ids: ['9512'], since: null });
    expect(found.tasks).toEqual([]);
    expect(found.missing.map(({ key }) => key)).toEqual(['9512', 'PETR4']);
  });
});

describe('imported tables', () => {
  test('are identified by their headers', () => {
    expect(cvm.identifyImport('a.csv', Buffer.from('CNPJ_CIA;DENOM_SOCIAL;SIT\n'))).toBe(REGISTER);
    const eventual = Buffer.from('CNPJ_Companhia;Data_Entrega;Protocolo_Entrega\n1;2024-05-07;P\n');
    expect(cvm.identifyImport('a.csv', eventual)).toBe('ipe/2024/index.csv');
    expect(cvm.identifyImport('ipe_cia_aberta_2023.csv', eventual)).toBe('ipe/2023/index.csv');
    const other = Buffer.from('a;b\n1;2\n');
    expect(() => cvm.identifyImport('a.csv', other)).toThrow(/Unrecognised file a.csv. cvm accepts cad_cia_aberta.csv/);
    const row = { path: 'a.csv', form: '', cik: '', accession: '', filed: '', period: '' };
    expect(() => cvm.placeImport([{ row, bytes: other }])).toThrow(/Unrecognised file a.csv/);
  });
});

describe('eventual information', () => {
  const header =
    'CNPJ_Companhia;Nome_Companhia;Codigo_CVM;Data_Referencia;Categoria;Tipo;Especie;Assunto;Data_Entrega;Tipo_Apresentacao;Protocolo_Entrega;Versao;Link_Download';

  test.each([
    ['Fato Relevante', '', 'material_event'],
    ['Comunicado ao Mercado', 'Outros Comunicados Não Considerados Fatos Relevantes', 'material_event'],
    [
      'Comunicado ao Mercado',
      'Aquisição/Alienação de Participação Acionária (art. 12 da Instr. CVM nº 358)',
      'large_holding',
    ],
    ['Dados Econômico-Financeiros', 'Demonstrações Financeiras Anuais Completas', 'annual_report'],
    ['Dados Econômico-Financeiros', 'Press-release', 'earnings_release'],
    ['Dados Econômico-Financeiros', 'Demonstrações Financeiras em Padrões Internacionais', 'other'],
    ['Assembleia', 'AGO', 'proxy'],
    ['Valores Mobiliários Negociados e Detidos', 'Posição Consolidada', 'insider_transaction'],
    ['Documentos de Oferta de Distribuição Pública', 'Prospecto', 'prospectus'],
    ['Aviso aos Acionistas', 'Outros Avisos', 'other'],
  ])('%s with type %s is %s', async (category, type, expected) => {
    const row = `11.222.333/0001-81;EXEMPLO S.A.;99999;2024-03-31;${category};${type};;Assunto;2024-05-07;AP - Apresentação;P1;1;x`;
    const bytes = Buffer.from(`${header}\r\n${row}\r\n`, 'latin1');
    const { records, anomalies } = await cvm.parse([{ url: 'ipe/2024/index.csv', sha256: '', bytes }]);
    expect(anomalies).toEqual([]);
    expect(records[0]?.filings).toMatchObject([
      { category: expected, knownAt: '2024-05-08T03:00:00Z', language: 'pt' },
    ]);
  });
});
