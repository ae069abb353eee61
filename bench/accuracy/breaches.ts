import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Breach, KpiPeriod } from '../../server/src/domain/figures/financials/model/financials.ts';
import type { Company } from './companies.ts';

export interface ListedBreach {
  issuer: string;
  period: string;
  accession: string;
  breach: Breach;
  /** The cause that a person read in the filing, if the rules find none; null if nobody checked. */
  reviewed: { cause: string; read: string } | null;
}

const REVIEWED = new Map(
  readFileSync(join(import.meta.dirname, 'reviewed-breaches.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => {
      const [accession = '', identity = '', cause = '', read = ''] = line.split('\t');
      return [`${accession} ${identity}`, { cause, read }];
    }),
);

/** Breaches of relations over all periods: how often each occurs, why, and each one without an explanation. */
export class BreachTally {
  periods = 0;
  readonly statuses = new Map<string, number>();
  /** By identity, then cause (`unexplained` if there is none). */
  readonly causes = new Map<string, Map<string, number>>();
  readonly listed: ListedBreach[] = [];

  add(company: Company, period: KpiPeriod): void {
    this.periods++;
    this.statuses.set(period.status, (this.statuses.get(period.status) ?? 0) + 1);
    for (const breach of period.breaches) {
      const causes = this.causes.get(breach.identity) ?? new Map<string, number>();
      this.causes.set(breach.identity, causes);
      const reviewed = breach.cause === null ? (REVIEWED.get(`${period.accession} ${breach.identity}`) ?? null) : null;
      const cause = breach.cause ?? (reviewed === null ? 'unexplained' : 'read in the filing');
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
      const label = `${period.fiscalYear} ${period.fiscalPeriod} ${period.periodEnd}`;
      this.listed.push({ issuer: company.name, period: label, accession: period.accession, breach, reviewed });
    }
  }
}
