/**
 * What became of the parts of a document: members of a zip, rows of a table, entries of a list, files of a filing. Every part
 * is read, left out by a rule, or an anomaly.
 */
export interface Tally {
  registry: string;
  /** The document, as in its anomalies. */
  source: string;
  /** `members`, `rows`, `files`, `manifest`, or the kind of the list by its source name. */
  kind: string;
  /** Parts that gave records. */
  read: number;
  /** Parts that a rule leaves out, by the rule's reason: `picture`, `auditor_report` … */
  explained: Record<string, number>;
  /** Parts that nothing reads and no rule explains. */
  unread: number;
}

/** Adds to the count of a reason. */
export function addTo(explained: Record<string, number>, reason: string, count = 1): void {
  explained[reason] = (explained[reason] ?? 0) + count;
}
