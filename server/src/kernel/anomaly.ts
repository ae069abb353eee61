/** Input that a step does not understand: recorded with its source, never dropped silently and never guessed at. */
export interface Anomaly {
  registry: string;
  /** The bytes that contain it: a URL, a file in an archive or an accession number. */
  source: string;
  /** Its position in the source: a JSON path, a line, a concept and period. */
  locator: string;
  /** A short stable word: `unknown_unit`, `truncated_json`, `empty_answer` … */
  kind: string;
  detail: string;
}
