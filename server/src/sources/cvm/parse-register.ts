import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { addToList } from '../../kernel/add-to-list.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { canonicalKeyOfCnpj, cnpj } from './cnpj.ts';
import { type Row, readTable } from './read-table.ts';

const NEEDED = ['CNPJ_CIA', 'DENOM_SOCIAL', 'CD_CVM', 'SIT'];

/**
 * The companies of the register (`cad_cia_aberta.csv`, dictionary `meta_cad_cia_aberta.txt`): a row for each market
 * segment and registration. Of a company that was registered more than once the registration that stands says what it
 * is, else the newest; the register's other codes stay its identifiers.
 */
export function parseRegister(lines: readonly string[], log: AnomalyLog): Issuer[] {
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

/** A registration that stands first, then the newest. */
function byStanding(a: Row, b: Row): number {
  const standing = Number(isCancelled(a)) - Number(isCancelled(b));
  return standing || (a.cell('DT_REG') > b.cell('DT_REG') ? -1 : 1);
}

function isCancelled(row: Row): boolean {
  return row.cell('SIT').startsWith('CANCELAD');
}

const STANDING = /^(?:ATIVO|SUSPENSO)/;

function toIssuer(number: string, rows: readonly Row[], log: AnomalyLog): Issuer {
  const [row] = rows;
  const cell = (name: string) => row?.cell(name) ?? '';
  const status = cell('SIT');
  if (row !== undefined && !isCancelled(row) && !STANDING.test(status)) log.add('unknown_status', row.locator, status);
  const companyName = cell('DENOM_SOCIAL');
  const sector = cell('SETOR_ATIV');
  const codes = new Set(rows.map(one => codeOf(one.cell('CD_CVM'))).filter(code => code !== ''));
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

/** The registry's code of a company, which some tables fill up with zeros. */
export function codeOf(text: string): string {
  return text.replace(/^0+(?=\d)/, '');
}
