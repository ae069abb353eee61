import { type FictionalCompany, submissionsOf } from './registry.ts';

/** A filing that a made-up company made lately. */
export interface RecentFiling {
  accession: string;
  form: string;
  /** Instant. */
  acceptedAt: string;
  /** `2.02,9.01` */
  items?: string;
}

/** The submissions answer of a company with some filings before the others, the newest first. */
export function submissionsWith(company: FictionalCompany, filings: readonly RecentFiling[]): string {
  const answer = JSON.parse(submissionsOf(company)) as { filings: { recent: Record<string, unknown[]> } };
  const columns: Record<string, (filing: RecentFiling) => unknown> = {
    accessionNumber: one => one.accession,
    filingDate: one => one.acceptedAt.slice(0, 10),
    reportDate: one => one.acceptedAt.slice(0, 10),
    acceptanceDateTime: one => one.acceptedAt,
    form: one => one.form,
    items: one => one.items ?? '',
    isXBRL: () => 0,
    isInlineXBRL: () => 0,
    primaryDocument: () => 'report.htm',
    primaryDocDescription: one => one.form,
  };
  for (const [name, of] of Object.entries(columns)) answer.filings.recent[name]?.unshift(...filings.map(of));
  return JSON.stringify(answer);
}

/** An instant some hours before now, as registries write it. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
