import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addToList } from '../../kernel/lists.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfIssuers } from '../kit/empty-records.ts';
import { canonicalKeyOfCnpj, cnpj } from './cnpj.ts';
import { type Row, readTable, splitTable } from './read-table.ts';
import { codeOf } from './registration-form.ts';
import { validateTable } from './year-tables.ts';

const REGISTER = 'https://dados.cvm.gov.br/dados/CIA_ABERTA/CAD/DADOS/cad_cia_aberta.csv';

/** The register of companies, renewed each day. */
export const register = documentKind({
  address: {
    template: REGISTER,
    url: () => REGISTER,
    read: url => (/^https:\/\/dados\.cvm\.gov\.br\/(?:.*\/)?cad_cia_aberta[^/]*\.csv$/i.test(url) ? {} : null),
  },
  source: 'cadastro',
  states: 'issuers: name, trade name, status, sector, codes',
  task: 'cadastro',
  key: () => REGISTER,
  read: (bytes, log) => parseRegister(splitTable(bytes), log),
  map: (issuers, { source }) => recordsOfIssuers(issuers, source),
  validate: validateTable,
  // The register has some 2,500 companies, including those that left it.
  expect: { issuers: { min: 1_000, recordedMin: 1, max: 100_000 } },
  accepts: 'cad_cia_aberta.csv',
  identify({ start }) {
    const columns = start.split(/\r?\n/, 1)[0]?.split(';') ?? [];
    return columns.includes('CNPJ_CIA') && columns.includes('DENOM_SOCIAL') ? {} : null;
  },
});

const NEEDED = ['CNPJ_CIA', 'DENOM_SOCIAL', 'CD_CVM', 'SIT'];

/**
 * The companies of the register (dictionary `meta_cad_cia_aberta.txt`), which has a row per market segment and registration.
 * A company that was registered more than once is what its active registration states, else its newest. The codes of all
 * registrations are its identifiers.
 */
function parseRegister(lines: readonly string[], log: AnomalyLog): Issuer[] {
  const companies = new Map<string, Row[]>();
  for (const row of readTable(lines, 'cad_cia_aberta', NEEDED, log)) {
    const number = cnpj(row.cell('CNPJ_CIA'));
    if (number === null || row.cell('DENOM_SOCIAL') === '') {
      log.add('bad_row', row.locator, row.cell('CNPJ_CIA'));
      continue;
    }
    addToList(companies, number, row);
  }
  return [...companies].map(([number, rows]) => toIssuer(number, rows.toSorted(byStanding), log));
}

/** Active registrations first, then the newest. */
function byStanding(a: Row, b: Row): number {
  const standing = Number(isCancelled(a)) - Number(isCancelled(b));
  return standing || (a.cell('DT_REG') > b.cell('DT_REG') ? -1 : 1);
}

function isCancelled(row: Row): boolean {
  return row.cell('SIT').startsWith('CANCELAD');
}

const ACTIVE = /^(?:ATIVO|SUSPENSO)/;

function toIssuer(number: string, rows: readonly Row[], log: AnomalyLog): Issuer {
  const [row] = rows;
  const cell = (name: string) => row?.cell(name) ?? '';
  const status = cell('SIT');
  if (row !== undefined && !isCancelled(row) && !ACTIVE.test(status)) log.add('unknown_status', row.locator, status);
  const companyName = cell('DENOM_SOCIAL');
  const sector = cell('SETOR_ATIV');
  const codes = new Set(rows.map(registration => codeOf(registration.cell('CD_CVM'))).filter(code => code !== ''));
  const tradeName = cell('DENOM_COMERC');
  return {
    canonicalKey: canonicalKeyOfCnpj(number),
    companyName,
    countryCode: 'BR',
    legalForm: null,
    status: row !== undefined && isCancelled(row) ? 'inactive' : 'active',
    industry: sector === '' ? null : { scheme: 'cvm_setor', code: sector, label: sector },
    fiscalYearEnd: null,
    identifiers: [
      { scheme: 'cnpj', identifier: number },
      ...[...codes].map(identifier => ({ scheme: 'cvm', identifier })),
    ],
    alternateNames: tradeName === '' || tradeName === companyName ? [] : [{ kind: 'trading', name: tradeName }],
    formerNames: [],
    listings: [],
  };
}
