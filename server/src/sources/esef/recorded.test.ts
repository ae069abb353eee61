import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { fakeClient } from '../../../test/stand-ins/fake-client.ts';
import type { FactSet } from '../../domain/filings/facts/model/facts.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { splitLines } from '../../formats/tsv.ts';
import type { Anomaly } from '../../kernel/anomaly-log.ts';
import { parseDay } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { Mirror } from '../kit/http/mirror.ts';
import type { Discovery, RegistryClient } from '../kit/source.ts';
import { esef } from './source.ts';

const INTL = new URL('../../../../../shared/data/intl/', import.meta.url).pathname;

/** Files of the folder that are not documents of this registry, and the reason. */
const NOT_READ: readonly [RegExp, string][] = [
  [/^filings-xbrl-org\/.*\.yaml$/, 'recordings of a tool: their responses are in the mirror, the errors do not'],
  [/^esef\/sap-.*\.zip$/, 'an extension taxonomy without its report'],
  [/^de-bafin\//, 'pages of another authority'],
];

function plainBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

async function parseLoose(path: string): Promise<{ records: IssuerRecords[]; anomalies: Anomaly[] }> {
  const bytes = plainBytes(join(INTL, 'eu', path));
  const url = esef.identifyImport(path.slice(path.lastIndexOf('/') + 1).replace(/\.gz$/, ''), bytes);
  return esef.parse([{ url, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }]);
}

function factsOf(records: readonly IssuerRecords[]): FactSet[] {
  return records.flatMap(record => record.facts);
}

function tableRows(name: string): Record<string, string>[] {
  const [header = '', ...lines] = splitLines(readFileSync(join(INTL, 'truth', name), 'utf8'));
  const columns = header.split('\t');
  return lines.map(line => Object.fromEntries(line.split('\t').map((cell, index) => [columns[index] ?? '', cell])));
}

describe.skipIf(!existsSync(INTL))('recorded files of the registry (skipped if they are missing)', () => {
  test('are read, or have a reason why not', async () => {
    const files = readdirSync(join(INTL, 'eu'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(join(INTL, 'eu').length + 1));
    expect(files).toHaveLength(54);
    const read: string[] = [];
    for (const file of files.sort()) {
      if (NOT_READ.some(([pattern]) => pattern.test(file))) {
        expect(() => esef.identifyImport(file, plainBytes(join(INTL, 'eu', file)))).toThrow(/esef|no fact/);
        continue;
      }
      const { records, anomalies } = await parseLoose(file);
      const facts = factsOf(records).reduce(
        (sum, set) => sum + set.series.reduce((of, series) => of + series.ends.length, 0),
        0,
      );
      const filings = records.reduce((sum, record) => sum + record.filings.length, 0);
      read.push(`${file}: ${filings} filings, ${facts} facts; ${anomalies.map(anomaly => anomaly.kind).join(' ')}`);
    }
    expect(read).toMatchInlineSnapshot(`
      [
        "dk-dba/and co 2014.xml: 1 filings, 122 facts; filing_date_from_document",
        "dk-dba/and co 2015.xml: 1 filings, 118 facts; filing_date_from_document",
        "dk-dba/and co 2016.xml: 1 filings, 120 facts; filing_date_from_document",
        "dk-dba/and co 2017.xml: 1 filings, 120 facts; filing_date_from_document",
        "dk-dba/valid-ixbrl-001.xhtml.gz: 1 filings, 112 facts; filing_date_from_document",
        "esef/sample_minimal_esef.xhtml: 1 filings, 2 facts; prefix_assumed misplaced_element empty_hidden incomplete_header incomplete_header incomplete_header filing_date_from_deadline",
        "filings-xbrl-org/raw_fr_filings.json: 5 filings, 0 facts; ",
        "filings-xbrl-org/raw_gb_filings.json: 5 filings, 0 facts; ",
        "nl-kvk/groot-en-jaarrekening-ifrs-2023.zip: 1 filings, 283 facts; filing_date_from_deadline",
        "nl-kvk/groot-nl-jaarrekening-2023.zip: 1 filings, 911 facts; filing_date_from_document",
        "nl-kvk/nba-micro-nl-inrichtingsjaarrekening-2023.zip: 1 filings, 50 facts; filing_date_from_document",
        "xbrl-json/kainos_2022.json: 1 filings, 296 facts; filing_date_from_deadline",
      ]
    `);
  });

  test('give every tagged value of the truth table, as filed', async () => {
    const rows = tableRows('intl_financials.tsv').filter(row => row.registry === 'esef' && row.value !== '');
    expect(rows).toHaveLength(78);
    const sets = new Map<string, FactSet[]>();
    const wrong: string[] = [];
    for (const row of rows) {
      const document = (row.document ?? '').replace(/^eu\//, '');
      const known = sets.get(document) ?? factsOf((await parseLoose(document)).records);
      sets.set(document, known);
      const reported = valuesOf(known, row);
      if (!reported.includes(Number(row.value)))
        wrong.push(`${document} ${row.element_or_label} ${row.period_end}: ${reported}, not ${row.value}`);
    }
    expect(wrong).toEqual([]);
  });

  test('give the issuers of the table, and separate issuers for templates with one placeholder', async () => {
    const keyOf = async (path: string) => {
      const { records } = await parseLoose(path);
      return [records[0]?.canonicalKey, records[0]?.issuer?.companyName];
    };
    expect(await keyOf('dk-dba/valid-ixbrl-001.xhtml.gz')).toEqual(['cvr:32570119', 'Maersk Training A/S']);
    expect(await keyOf('xbrl-json/kainos_2022.json')).toEqual(['lei:213800H2PQMIF3OVZY47', 'Kainos Group plc']);
    expect(await keyOf('nl-kvk/groot-nl-jaarrekening-2023.zip')).toEqual(['name:kvk-de-grote', 'De Grote B.V.']);
    expect(await keyOf('nl-kvk/nba-micro-nl-inrichtingsjaarrekening-2023.zip')).toEqual([
      'name:kvk-de-micro',
      'De Micro B.V.',
    ]);
    expect(await keyOf('esef/sample_minimal_esef.xhtml')).toEqual(['name:lei-acme', 'ACME Corporation']);
  });
});

/** The values of a row's concept and period in some fact sets, without dimensions. */
function valuesOf(sets: readonly FactSet[], row: Record<string, string>): (number | null)[] {
  const end = parseDay(row.period_end ?? '');
  const start = row.period_start === '' ? null : parseDay(row.period_start ?? '');
  return sets.flatMap(set =>
    set.series
      .filter(series => series.concept === row.element_or_label && series.dimensions === '')
      .flatMap(series => series.values.filter((_, at) => series.ends[at] === end && series.starts[at] === start)),
  );
}

describe.skipIf(!existsSync(INTL))('the recorded mirror (skipped if it is missing)', () => {
  let found: Discovery;
  let client: RegistryClient;

  beforeAll(async () => {
    const mirror = new Mirror(join(INTL, 'mirror'));
    client = fakeClient(esef, {
      origin: 'replay',
      list: () => mirror.list(),
      get: async url => {
        const bytes = await mirror.read({ url });
        return bytes === null ? null : { url, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
      },
    });
    found = await esef.discover(client, { kind: 'everything', since: null });
  });

  test('gives a task for each page with rows and each separate filing, without failures of empty pages', () => {
    expect(found.missing).toEqual([]);
    expect(found.anomalies).toEqual([]);
    expect(found.tasks.filter(task => task.kind === 'index')).toHaveLength(41);
    expect(found.tasks.filter(task => task.kind === 'filing').map(task => `${task.key} ${task.urls?.length}`)).toEqual([
      '213800H2PQMIF3OVZY47-2022-03-31-ESEF-GB-0 2',
      '21380068P1DRHMJ8KU70-2021-12-31-ESEF-GB-0 1',
      '21380068P1DRHMJ8KU70-2021-12-31-ESEF-NL-0 1',
      '549300X5UKJVE386ZB61-2021-12-31-ESEF-IT-0 1',
      '724500Y6DUVHQD6OXN27-2022-12-31-ESEF-NL-0 4',
    ]);
  });

  test('names every entity of the table, without an anomaly', async () => {
    const names = new Map<string, string>();
    const filings = new Set<string>();
    for (const task of found.tasks) {
      const { records, anomalies } = await esef.parse(await esef.fetch(client, task));
      expect(anomalies).toEqual([]);
      for (const one of records) {
        if (one.issuer !== null) names.set(one.canonicalKey, one.issuer.companyName);
        for (const filing of one.filings) filings.add(filing.nativeId);
      }
    }
    expect(filings.size).toBe(81);
    const truth = tableRows('intl_entities.tsv').filter(
      row =>
        row.row_type === 'entity' &&
        row.canonical_key?.startsWith('lei:') &&
        /filings-xbrl-org/.test(row.source_files ?? ''),
    );
    expect(truth).toHaveLength(17);
    for (const row of truth)
      expect([row.canonical_key, names.get(row.canonical_key ?? '')]).toEqual([row.canonical_key, row.name_local]);
  });
});

describe.skipIf(!existsSync(join(INTL, 'eu')))('statements of recorded packages (skipped if they are missing)', () => {
  const shown = async (name: string) => {
    const { records } = await parseLoose(name);
    const report = records[0]?.contents?.report;
    return {
      titles: report?.statements.map(({ statementType, title }) => [statementType, title]),
      labels: report?.statements.map(({ rows }) => rows.map(({ label }) => label)),
      reason: report?.statementsReason,
    };
  };

  test('are in the order of their roles, with the printed labels', async () => {
    const { titles, labels } = await shown('nl-kvk/groot-en-jaarrekening-ifrs-2023.zip');
    expect(titles).toEqual([
      ['income', 'Consolidated statement of profit or loss'],
      ['comprehensive_income', 'Consolidated statement of comprehensive income'],
      ['balance', 'Consolidated statement of financial position'],
      ['changes_in_equity', 'Consolidated statement of changes in equity'],
      ['cashflow', 'Consolidated statement of cash flows'],
    ]);
    expect(labels?.[0]?.slice(1, 5)).toEqual([
      'Revenue',
      'Other income',
      'Changes in inventories',
      'Costs of material',
    ]);
  });

  test('are shown for each basis if only the figures state it', async () => {
    const { titles, labels } = await shown('nl-kvk/groot-nl-jaarrekening-2023.zip');
    expect(titles?.slice(0, 3)).toEqual([
      ['balance', 'Balance sheet | Consolidated'],
      ['balance', 'Balance sheet | Separate'],
      ['income', 'Income statement | Consolidated'],
    ]);
    expect(labels?.[0]).toContain('Immateriële vaste activa');
    expect(labels?.[0]).toContain('Kosten van ontwikkeling, intern gegenereerd');
  });

  test('are missing in xBRL-JSON, with a reason', async () => {
    expect(await shown('xbrl-json/kainos_2022.json')).toMatchObject({
      titles: [],
      reason: expect.stringMatching(/xBRL-JSON/),
    });
  });
});

const SUITE = new URL('../../../../../shared/data/xbrl/', import.meta.url).pathname;

describe.skipIf(!existsSync(SUITE))('the report packages of ESMA’s suite of 2021 (skipped if they are missing)', () => {
  test('are read without an anomaly if valid, and rejected with a reason if invalid', async () => {
    const [header = '', ...lines] = splitLines(readFileSync(join(SUITE, 'inline-suite/esef-2021/cases.tsv'), 'utf8'));
    const columns = header.split('\t');
    const reported = { read: 0, refused: 0, doubtful: [] as string[] };
    for (const cells of lines.map(line => line.split('\t'))) {
      const path = cells[columns.indexOf('input')] ?? '';
      if (!path.endsWith('.zip')) continue;
      const isValid = cells[columns.indexOf('expected')] === 'valid';
      const bytes = readFileSync(join(SUITE, path));
      try {
        const url = esef.identifyImport('package.zip', bytes);
        const { records, anomalies } = await esef.parse([{ url, bytes, sha256: '' }]);
        // Two currencies for one cell are reported, but are not a fault of the package.
        const others = anomalies.filter(anomaly => !/^filing_date_from_|^statement$/.test(anomaly.kind));
        if (isValid && others.length > 0) reported.doubtful.push(`${path}: ${others[0]?.kind} ${others[0]?.detail}`);
        if (factsOf(records).every(set => set.series.length === 0)) reported.doubtful.push(`${path}: no facts`);
        reported.read++;
      } catch (error) {
        if (isValid || !(error instanceof AsfiledError)) reported.doubtful.push(`${path}: ${error}`);
        reported.refused++;
      }
    }
    expect(reported).toEqual({ read: 140, refused: 4, doubtful: [] });
  });
});
