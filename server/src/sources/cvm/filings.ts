import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../kernel/dates.ts';
import { readTable } from '../kit/read-table.ts';
import { zoneCalendar } from '../kit/zone-calendar.ts';
import type { Row } from './read-table.ts';
import type { DocumentType } from './table-names.ts';

/** The registry states the day of receipt and no hour: a filing is known when that day ends in São Paulo. */
export const saoPaulo = zoneCalendar('America/Sao_Paulo');

const CATEGORIES: Readonly<Record<Exclude<DocumentType, 'ipe'>, string>> = {
  dfp: 'annual_report',
  itr: 'interim_report',
  fre: 'specialised',
  fca: 'specialised',
};

/** Categories of eventual information by the registry's category and, if it matters, type. The first row that matches counts. */
const EVENTUAL = readTable(new URL('./eventual-categories.tsv', import.meta.url)).map(
  ([stated = '', type = '', category = 'other']) => ({
    stated: new RegExp(stated, 'i'),
    type: new RegExp(type, 'i'),
    category,
  }),
);

/** The version of a document; 1 if its row states none. */
export function versionOf(row: Row): number {
  const version = Number(row.cell('VERSAO') || row.cell('Versao'));
  return Number.isInteger(version) && version > 0 ? version : 1;
}

/**
 * The filing of a row of an index of documents (`dfp_cia_aberta_2023.csv`). Every version is a filing; those after the first
 * are amendments. Null, with an anomaly, if the row has no id or date of receipt.
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

/**
 * The filing of a row of periodical and eventual information (`ipe_cia_aberta_2024.csv`); null, with an anomaly, if it has no
 * protocol or date.
 */
export function toEventualFiling(row: Row, log: AnomalyLog): Filing | null {
  const protocol = row.cell('Protocolo_Entrega');
  const filingDate = toDate(row.cell('Data_Entrega'));
  if (protocol === '' || filingDate === null) {
    log.add('bad_filing', row.locator, `protocol ${protocol}, received ${row.cell('Data_Entrega')}`);
    return null;
  }
  const [formType, type] = [row.cell('Categoria'), row.cell('Tipo')];
  const category = EVENTUAL.find(rule => rule.stated.test(formType) && rule.type.test(type))?.category ?? 'other';
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
    knownAt: saoPaulo.endOf(filingDate),
    language: 'pt',
    itemCodes: [],
    primaryDocument: null,
    hasXbrl: false,
  };
}

/** `2024-03-28`, with or without a time after it. */
export function toDate(text: string): IsoDate | null {
  return dateOrNull(text.slice(0, 10));
}
