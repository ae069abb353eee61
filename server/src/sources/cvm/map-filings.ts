import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../kernel/dates.ts';
import { knownAt } from './known-at.ts';
import type { Row } from './read-table.ts';
import type { DocumentType } from './source-names.ts';

const CATEGORIES: Readonly<Record<Exclude<DocumentType, 'ipe'>, string>> = {
  dfp: 'annual_report',
  itr: 'interim_report',
  fre: 'specialised',
  fca: 'specialised',
};

/** Categories of eventual information with, where they depend on it, its type. */
const EVENTUAL: readonly [ofCategory: RegExp, ofType: RegExp, category: string][] = [
  [/^Fato Relevante/i, /^/, 'material_event'],
  [/^Comunicado ao Mercado/i, /Participa[çc][ãa]o Acion[áa]ria/i, 'large_holding'],
  [/^Comunicado ao Mercado/i, /^/, 'material_event'],
  [/^Dados Econ[ôo]mico-Financeiros/i, /Press-?release|Release de resultados/i, 'earnings_release'],
  [/^Dados Econ[ôo]mico-Financeiros/i, /Demonstra[çc][õo]es Financeiras Anuais/i, 'annual_report'],
  [
    /^Dados Econ[ôo]mico-Financeiros/i,
    /Demonstra[çc][õo]es Financeiras Intermedi|Informa[çc][õo]es Trimestrais/i,
    'interim_report',
  ],
  [/^Assembleia/i, /^/, 'proxy'],
  [/^Valores Mobili[áa]rios Negociados/i, /^/, 'insider_transaction'],
  [/^(?:Documentos de Oferta P[úu]blica de Aquisi|OPA)/i, /^/, 'tender_offer'],
  [/^Documentos de Oferta/i, /^/, 'prospectus'],
];

/** The version of a document that its row is of; 1 where the row says none. */
export function versionOf(row: Row): number {
  const version = Number(row.cell('VERSAO') || row.cell('Versao'));
  return Number.isInteger(version) && version > 0 ? version : 1;
}

/**
 * A document of the index of a year (`dfp_cia_aberta_2023.csv` and the like). Every version is a filing of its own, those
 * after the first amendments. Null, with an anomaly, without id or date of receipt.
 */
export function toDocumentFiling(type: Exclude<DocumentType, 'ipe'>, row: Row, log: AnomalyLog): Filing | null {
  const nativeId = row.cell('ID_DOC');
  const filingDate = toDate(row.cell('DT_RECEB'));
  if (nativeId === '' || filingDate === null) {
    log.add('bad_filing', row.locator, `ID_DOC ${nativeId}, DT_RECEB ${row.cell('DT_RECEB')}`);
    return null;
  }
  const formType = row.cell('CATEG_DOC') || type.toUpperCase();
  const periodEnd = toDate(row.cell('DT_REFER'));
  const category = CATEGORIES[type];
  return {
    ...baseOf(nativeId, filingDate, category),
    formType,
    periodEnd,
    title: `${formType} ${row.cell('DT_REFER')}`,
    isAmendment: versionOf(row) > 1,
    url: row.cell('LINK_DOC'),
  };
}

/** A document of the table of periodical and eventual information (`ipe_cia_aberta_2024.csv`); null without protocol or date. */
export function toEventualFiling(row: Row, log: AnomalyLog): Filing | null {
  const protocol = row.cell('Protocolo_Entrega');
  const filingDate = toDate(row.cell('Data_Entrega'));
  if (protocol === '' || filingDate === null) {
    log.add('bad_filing', row.locator, `protocol ${protocol}, received ${row.cell('Data_Entrega')}`);
    return null;
  }
  const [formType, type] = [row.cell('Categoria'), row.cell('Tipo')];
  const category =
    EVENTUAL.find(([ofCategory, ofType]) => ofCategory.test(formType) && ofType.test(type))?.[2] ?? 'other';
  const words = [type, row.cell('Especie'), row.cell('Assunto')].filter(text => text !== '');
  return {
    ...baseOf(`${protocol}.v${versionOf(row)}`, filingDate, category),
    formType,
    periodEnd:
      category === 'annual_report' || category === 'interim_report' ? toDate(row.cell('Data_Referencia')) : null,
    title: words.length === 0 ? formType : words.join(' – '),
    isAmendment: /^RE\b/.test(row.cell('Tipo_Apresentacao')),
    url: row.cell('Link_Download'),
  };
}

function baseOf(nativeId: string, filingDate: IsoDate, category: string) {
  return {
    registry: 'cvm',
    nativeId,
    category,
    categoryGroup: categoryGroupOf(category),
    filingDate,
    acceptedAt: null,
    knownAt: knownAt(filingDate),
    language: 'pt',
    itemCodes: [],
    primaryDocument: null,
    hasXbrl: false,
  };
}

/** `2024-03-28`, also with a time behind it. */
export function toDate(text: string): IsoDate | null {
  return dateOrNull(text.slice(0, 10));
}
