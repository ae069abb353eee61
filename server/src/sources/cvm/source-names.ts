/** Documents of which the registry publishes tables, one zip a year. */
export const DOCUMENT_TYPES = ['dfp', 'itr', 'fre', 'fca', 'ipe'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** One table of a year: `dfp_cia_aberta_BPA_con_2023.csv`; the index of the documents has no name of its own. */
export interface TableName {
  type: DocumentType;
  year: string;
  /** `index`, `BPA_con`, `valor_mobiliario` … */
  table: string;
}

const MEMBER = /(?:^|\/)(dfp|itr|fre|fca|ipe)_cia_aberta(?:_([A-Za-z_]+?))?_(\d{4})\.csv$/i;
const ZIP = /\/(dfp|itr|fre|fca|ipe)_cia_aberta_(\d{4})\.zip$/i;
/** A table under the name of its source, as shares of bulk files have it. */
const SHARE = /^(dfp|itr|fre|fca|ipe)\/(\d{4})\/([A-Za-z_]+)\.csv$/;

/** Which table a file or member is, by its name; null for anything else. */
export function tableNameOf(path: string): TableName | null {
  const share = SHARE.exec(path);
  if (share !== null) return { type: toType(share[1]), year: share[2] ?? '', table: share[3] ?? '' };
  const member = MEMBER.exec(path);
  return member === null ? null : { type: toType(member[1]), year: member[3] ?? '', table: member[2] ?? 'index' };
}

function toType(text: string | undefined): DocumentType {
  const known = DOCUMENT_TYPES.find(type => type === text?.toLowerCase());
  if (known === undefined) throw new RangeError(`${text} is no type of document`);
  return known;
}

/** The register of companies. */
export const REGISTER_SOURCE = 'cadastro';
const REGISTER = /(?:^|\/)cad_cia_aberta[^/]*\.csv$/i;

/** The name of the source that a document belongs to: `cadastro`, `dfp/2023`; null where it is of none. */
export function sourceNameOf(url: string): string | null {
  if (REGISTER.test(url)) return REGISTER_SOURCE;
  const zip = ZIP.exec(url);
  if (zip !== null) return `${zip[1]?.toLowerCase()}/${zip[2]}`;
  const table = tableNameOf(url);
  return table === null ? null : `${table.type}/${table.year}`;
}
