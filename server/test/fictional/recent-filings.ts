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
  const response = JSON.parse(submissionsOf(company)) as { filings: { recent: Record<string, unknown[]> } };
  const columns: Record<string, (filing: RecentFiling) => unknown> = {
    accessionNumber: filing => filing.accession,
    filingDate: filing => filing.acceptedAt.slice(0, 10),
    reportDate: filing => filing.acceptedAt.slice(0, 10),
    acceptanceDateTime: filing => filing.acceptedAt,
    form: filing => filing.form,
    items: filing => filing.items ?? '',
    isXBRL: () => 0,
    isInlineXBRL: () => 0,
    primaryDocument: () => 'report.htm',
    primaryDocDescription: filing => filing.form,
  };
  for (const [name, of] of Object.entries(columns)) response.filings.recent[name]?.unshift(...filings.map(of));
  return JSON.stringify(response);
}

/** The time some hours ago, in the registry's format. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
