import type { FilingReport } from '../../../domain/filings/filings/model/filing-contents.ts';

/**
 * Adds a report of the same filing to those before it. Cells of statements refer to facts by index, so the indexes are
 * shifted.
 */
export function addReport(joined: FilingReport, { facts, statements, statementsReason, labels }: FilingReport): void {
  const offset = joined.facts.length;
  if (labels !== undefined) joined.labels = new Map([...(joined.labels ?? []), ...labels]);
  // One by one: a list of hundreds of thousands is too long for the arguments of one call.
  for (const fact of facts) joined.facts.push(fact);
  for (const statement of statements) {
    const rows = statement.rows.map(row => ({
      ...row,
      cells: row.cells.map(cell => (cell === null ? null : cell + offset)),
    }));
    joined.statements.push({ ...statement, rows });
  }
  joined.statementsReason = joined.statements.length > 0 ? null : (joined.statementsReason ?? statementsReason ?? null);
}
