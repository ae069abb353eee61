/**
 * A table of the export: its rows as JSON, without what differs between two stores of the same bytes (serial ids, times of
 * loading), in an order that does not depend on the database's collation. All members are SQL written in the code.
 */
export interface ExportedTable {
  table: string;
  /** `issuers`: exported issuer by issuer, each row with its issuer's canonical key; `publishers`: rows of no registrant. */
  of: 'issuers' | 'publishers';
  /** Columns that are left out; `issuer_id` always is. */
  omit?: readonly string[];
  /** Further members, as arguments of `jsonb_build_object` over the row `one`. */
  add?: string;
  /** What the rows `one` are selected from, for issuers joined with `issuers`; the table itself by default. */
  from?: string;
  /** False if rows name their issuer themselves. */
  namesIssuer?: false;
  /** Columns of the order within an issuer; ` C` after a text column compares bytes. */
  order: readonly string[];
}

/** A table with the columns registry and native_id of a filing, and `place` if it has several rows for one. */
export function ofFilings(table: string, omit: readonly string[] = [], ...places: string[]): ExportedTable {
  return { table, of: 'issuers', omit, order: ['registry C', 'native_id C', ...places] };
}
