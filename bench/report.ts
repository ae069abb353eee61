/** The result of a benchmark, printed and kept in `docs/performance.md`. */
export interface BenchReport {
  title: string;
  /** One paragraph: what is measured, against what, on which data. */
  how: string;
  rows: BenchRow[];
}

export interface BenchRow {
  name: string;
  /** With its unit. */
  figure: string;
  /** Ratio to the floor measured in the same run. */
  ratio?: number;
  /** The target of the ratio. */
  aim?: string;
}

/** The report as Markdown that is readable in a terminal. */
export function renderReport(report: BenchReport): string {
  const lines = [`## ${report.title}`, '', report.how, '', '| | figure | ratio | aim |', '|---|---|---|---|'];
  for (const row of report.rows) {
    lines.push(
      `| ${row.name} | ${row.figure} | ${row.ratio === undefined ? '' : row.ratio.toFixed(2)} | ${row.aim ?? ''} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The median; throws if there are no measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('no measurements');
  return middle;
}

/** A quantile (0 to 1); NaN if there are no measurements. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds since 1970, with fractions; the same clock as PostgreSQL's on this machine. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
