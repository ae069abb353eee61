/** What one measurement prints, and what `docs/performance.md` keeps of it. */
export interface BenchReport {
  title: string;
  /** What was measured against what, on which data, in one paragraph. */
  how: string;
  rows: BenchRow[];
}

export interface BenchRow {
  name: string;
  /** Already with its unit. */
  figure: string;
  /** Against the floor measured in the same run. */
  ratio?: number;
  /** What the ratio should be. */
  aim?: string;
}

/** The report as text for a terminal and for Markdown alike. */
export function renderReport(report: BenchReport): string {
  const lines = [`## ${report.title}`, '', report.how, '', '| | figure | ratio | aim |', '|---|---|---|---|'];
  for (const row of report.rows) {
    lines.push(
      `| ${row.name} | ${row.figure} | ${row.ratio === undefined ? '' : row.ratio.toFixed(2)} | ${row.aim ?? ''} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The middle of some measurements; throws on none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('no measurements');
  return middle;
}

/** The measurement below which a share (0 to 1) of them lies; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds since 1970, with fractions; the same clock as PostgreSQL's on this machine. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
