import type { Issuer, Listing } from '../../domain/filings/issuers/model/issuer.ts';
import { monthDay } from '../../kernel/dates.ts';
import { canonicalKeyOfCnpj } from './cnpj.ts';
import { toDate, versionOf } from './filings.ts';
import type { Row } from './read-table.ts';

const B3_CODES = new Set(['BVMF', 'BMFBOVESPA', 'B3']);
const TICKER = /^[A-Z0-9]{4}\d{1,2}[A-Z]?$/;

/**
 * The issuer of a registration form (FCA): names, year end and the tickers of its securities. The newest version of the
 * newest reference date counts. Null if the form states no name.
 */
export function toRegisteredIssuer(number: string, general: readonly Row[], securities: readonly Row[]): Issuer | null {
  const row = newest(general)[0];
  const companyName = row?.cell('Nome_Empresarial') ?? '';
  if (row === undefined || companyName === '') return null;
  const code = codeOf(row.cell('Codigo_CVM'));
  const former = row.cell('Nome_Empresarial_Anterior');
  return {
    canonicalKey: canonicalKeyOfCnpj(number),
    companyName,
    countryCode: null,
    legalForm: null,
    status: row.cell('Situacao_Registro_CVM').startsWith('Cancelad') ? 'inactive' : 'active',
    industry: null,
    fiscalYearEnd: monthDay(
      row.cell('Mes_Encerramento_Exercicio_Social'),
      row.cell('Dia_Encerramento_Exercicio_Social'),
    ),
    identifiers: [
      { scheme: 'cnpj', identifier: number },
      ...(code === '' ? [] : [{ scheme: 'cvm', identifier: code }]),
    ],
    formerNames:
      former === '' || former === companyName
        ? []
        : [{ companyName: former, untilDate: toDate(row.cell('Data_Nome_Empresarial')) }],
    listings: toListings(newest(securities)),
  };
}

/** Rows of the newest version of the newest reference date. */
function newest(rows: readonly Row[]): readonly Row[] {
  const rankOf = (row: Row) => `${row.cell('Data_Referencia')} ${String(versionOf(row)).padStart(6, '0')}`;
  const highest = rows.map(rankOf).sort().at(-1);
  return rows.filter(row => rankOf(row) === highest);
}

function toListings(rows: readonly Row[]): Listing[] {
  const tickers = new Set<string>();
  for (const row of rows) {
    const isOver = row.cell('Data_Fim_Negociacao') !== '' || row.cell('Data_Fim_Listagem') !== '';
    if (isOver || !B3_CODES.has(row.cell('Sigla_Entidade_Administradora').toUpperCase())) continue;
    for (const code of row
      .cell('Codigo_Negociacao')
      .toUpperCase()
      .split(/[\s,;/]+/)) {
      if (TICKER.test(code)) tickers.add(code);
    }
  }
  return [...tickers].sort().map(ticker => {
    return { ticker, marketId: 'br', mic: 'BVMF', exchange: 'B3', currency: 'BRL', isHome: true };
  });
}

/** The registry's code of a company, without the zeros that some tables add. */
export function codeOf(text: string): string {
  return text.replace(/^0+(?=\d)/, '');
}
