/**
 * A table of the export. Its rows are written as JSON without what differs between two stores of the same bytes (serial ids,
 * load times), in an order that does not depend on the database's collation. All members are literal SQL.
 */
export interface ExportedTable {
  table: string;
  /** `issuers`: exported issuer by issuer, each row with its issuer's canonical key; `publishers`: rows that belong to no registrant. */
  of: 'issuers' | 'publishers';
  /** Columns to omit; `issuer_id` is always omitted. */
  omit?: readonly string[];
  /** Further members, as arguments of `jsonb_build_object` over the row `one`. */
  add?: string;
  /** The FROM clause of the rows `one`, joined with `issuers` if `of` is `issuers`; the table itself by default. */
  from?: string;
  /** False if rows name their issuer themselves. */
  namesIssuer?: false;
  /** Sort columns within an issuer; ` C` after a text column compares bytes. */
  order: readonly string[];
}

/** A table with the columns registry and native_id of a filing, and further sort columns if a filing has several rows. */
export function ofFilings(table: string, omit: readonly string[] = [], ...places: string[]): ExportedTable {
  return { table, of: 'issuers', omit, order: ['registry C', 'native_id C', ...places] };
}
