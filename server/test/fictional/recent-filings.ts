import { type FictionalCompany, submissionsOf } from './registry.ts';

/** A recent filing of a fictional company. */
export interface RecentFiling {
  accession: string;
  form: string;
  /** Instant. */
  acceptedAt: string;
  /** `2.02,9.01` */
  items?: string;
}

/** The submissions response of a company with these filings on top, newest first. */
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

/** The time some hours ago, in the registry's format. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
