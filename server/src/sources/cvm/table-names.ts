/** Types of documents that the registry publishes as tables, one zip a year. */
export const DOCUMENT_TYPES = ['dfp', 'itr', 'fre', 'fca', 'ipe'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** One table of a year, such as `dfp_cia_aberta_BPA_con_2023.csv`. */
export interface TableName {
  type: DocumentType;
  year: string;
  /** `BPA_con`, `valor_mobiliario` …; `index` for the index of documents, whose file name states no table. */
  table: string;
}

const MEMBER = /(?:^|\/)(dfp|itr|fre|fca|ipe)_cia_aberta(?:_([A-Za-z_]+?))?_(\d{4})\.csv$/i;
/** A table under the name of its source, as in shares of bulk files. */
const SHARE = /^(dfp|itr|fre|fca|ipe)\/(\d{4})\/([A-Za-z_]+)\.csv$/;

/** The table of a URL, file or member; null for other names. */
export function tableNameOf(path: string): TableName | null {
  const [, shareType, shareYear = '', shareTable = ''] = SHARE.exec(path) ?? [];
  if (shareType !== undefined) return { type: toType(shareType), year: shareYear, table: shareTable };
  const [, type, table = 'index', year = ''] = MEMBER.exec(path) ?? [];
  return type === undefined ? null : { type: toType(type), year, table };
}

function toType(text: string): DocumentType {
  const known = DOCUMENT_TYPES.find(type => type === text.toLowerCase());
  if (known === undefined) throw new RangeError(`${text} is not a type of document`);
  return known;
}
