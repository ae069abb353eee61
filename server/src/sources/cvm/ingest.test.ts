import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { expectSameStore, ingestFrom, useTestWorker } from '../../../test/worker.ts';
import { makeZip } from '../../../test/write-zip.ts';
import { sql } from '../../db/database.ts';
import { unpackStatements } from '../../domain/filings/facts/model/filing-statements-codec.ts';
import { archiveBulk, archiveDocuments, type Ingest } from '../../pipeline/runs/ingest.ts';
import { cvm } from './source.ts';

const MIRROR = new URL('../../../../../shared/data/intl/mirror', import.meta.url).pathname;
const REGISTER = join(MIRROR, 'dados.cvm.gov.br/dados/CIA_ABERTA/CAD/DADOS/cad_cia_aberta.csv.gz');
const everything = { kind: 'everything', since: null } as const;
const folder = useTemporaryFolder();
const database = useTestDatabase();
const worker = useTestWorker(database, folder, { workers: 1, registries: ['cvm'] });

const ingest = (wanted: Ingest['wanted'], mirror: string | null) =>
  ingestFrom('cvm')(worker, wanted, { mirror, force: wanted.kind === 'replay' });

const INDEX = 'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;CATEG_DOC;ID_DOC;DT_RECEB;LINK_DOC';
const DURATION =
  'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;GRUPO_DFP;MOEDA;ESCALA_MOEDA;ORDEM_EXERC;DT_INI_EXERC;DT_FIM_EXERC;CD_CONTA;DS_CONTA;VL_CONTA;ST_CONTA_FIXA';

/** A year's zip as the registry makes it, of two fictional companies. */
function yearZip(): Buffer {
  const numbers = ['11.222.333/0001-81', '44.555.666/0001-63'];
  const index = numbers.map(
    (number, at) => `${number};2023-12-31;1;EXEMPLO ${at} AÇÃO S.A.;09999${at};DFP;70${at};2024-03-28;x`,
  );
  const results = numbers.map(
    (number, at) =>
      `${number};2023-12-31;1;EXEMPLO ${at} AÇÃO S.A.;09999${at};DF Consolidado;REAL;MIL;ÚLTIMO;2023-01-01;2023-12-31;3.01;Receita;${at + 4}.0000000000;S`,
  );
  return makeZip({
    'dfp_cia_aberta_2023.csv': Buffer.from(`${[INDEX, ...index].join('\r\n')}\r\n`, 'latin1'),
    'dfp_cia_aberta_DRE_con_2023.csv': Buffer.from(`${[DURATION, ...results].join('\r\n')}\r\n`, 'latin1'),
  });
}

describe.skipIf(!existsSync(MIRROR))('the recorded mirror (only with ../shared/data/intl)', () => {
  test('gives the register', async () => {
    const result = await ingest(everything, MIRROR);
    expect(result).toMatchObject({ failure: null, tasks: 1, done: 1, failed: 0 });
    const counted = await database.db.queryOne(sql`
      select count(*)::int as issuers, count(*) filter (where status = 'inactive')::int as inactive from issuers`);
    expect(counted).toMatchObject({ issuers: 2_475 });
    const anomalies = await database.db.query(sql`select kind from anomalies where registry = 'cvm'`);
    // The description of the register's columns.
    expect(anomalies).toEqual([{ kind: 'unread_recordings' }]);
  });

  test('keeps a name that a later edition replaces as a dated former name, which finds the company', async () => {
    // The recorded register with another name for one of its companies: no second edition is recorded.
    const recorded = gunzipSync(readFileSync(REGISTER)).toString('latin1');
    const path = join(folder.path, 'cad_cia_aberta.csv');
    writeFileSync(path, recorded.replaceAll('2W ECOBANK S.A.', 'OUTRA ENERGIA S.A.'), 'latin1');
    const edition = await archiveDocuments(worker.tools, cvm, [path]);
    expect(await ingest(edition, null)).toMatchObject({ failure: null, failed: 0 });
    const api = await createTestApi(database.db);
    const found = async (query: string) =>
      (await api.get(`/api/v1/entities/search?${new URLSearchParams({ query })}`)).json.entity;
    expect(await found('2w ecobank')).toMatchObject({
      canonical_key: 'cnpj:08.773.135/0001-00',
      company_name: 'OUTRA ENERGIA S.A.',
      matched_on: 'former_name',
      former_names: [{ company_name: '2W ECOBANK S.A.', until_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) }],
    });
    expect(await found('outra energia')).toMatchObject({ matched_on: 'name' });
    expect(await ingest(everything, MIRROR)).toMatchObject({ failed: 0 });
    expect(await found('2w ecobank')).toMatchObject({ company_name: '2W ECOBANK S.A.', matched_on: 'name' });
  });

  test('gives the same store when it is read again, and when it is reprocessed from the archive', async () => {
    await expectSameStore(
      database.db,
      () => ingest(everything, MIRROR),
      () => ingest({ kind: 'replay', from: 'parse' }, null),
    );
  });
});

test('a zip of a year is divided by company', async () => {
  const path = join(folder.path, 'dfp_cia_aberta_2023.zip');
  writeFileSync(path, yearZip());
  const result = await ingest(await archiveBulk(worker.tools, [path]), null);
  expect(result).toMatchObject({ failure: null, tasks: 2, done: 2, failed: 0, filings: 2, facts: 2 });
  const issuers = await database.db.query(sql`
    select canonical_key, company_name from issuers where company_name like 'EXEMPLO%' order by canonical_key`);
  expect(issuers).toEqual([
    { canonical_key: 'cnpj:11.222.333/0001-81', company_name: 'EXEMPLO 0 AÇÃO S.A.' },
    { canonical_key: 'cnpj:44.555.666/0001-63', company_name: 'EXEMPLO 1 AÇÃO S.A.' },
  ]);
  const reports = await database.db.query<{ statements: Uint8Array }>(sql`
    select statements from filing_reports where registry = 'cvm' order by native_id`);
  const roles = reports.map(report => unpackStatements(report.statements).statements.map(({ role }) => role));
  expect(roles).toEqual([['DRE_con'], ['DRE_con']]);
});
