import type { FiscalPeriod, KpiPeriod } from '../../server/src/domain/figures/financials/model/financials.ts';
import { KEY_CODES } from '../../server/src/domain/figures/financials/model/financials.ts';
import { CODE_NAMES } from '../../server/src/domain/figures/financials/rules/checks/chart.ts';
import type { CompanyType } from '../../server/src/domain/filings/issuers/model/issuer.ts';

/** For one kind of period: how many periods have a value for a code, among those whose company type it applies to. */
export interface Coverage {
  source: string;
  companyType: CompanyType;
  fiscalPeriod: FiscalPeriod;
  periods: number;
  /** By code: with a value, and applicable. */
  codes: Map<string, { found: number; applicable: number }>;
}

/** Gathers coverage by source, company type and kind of period. */
export class CoverageTally {
  readonly #groups = new Map<string, Coverage>();

  add(source: string, period: KpiPeriod): void {
    const { companyType, fiscalPeriod } = period;
    const key = `${source} ${companyType} ${fiscalPeriod}`;
    const group = this.#groups.get(key) ?? { source, companyType, fiscalPeriod, periods: 0, codes: new Map() };
    this.#groups.set(key, group);
    group.periods++;
    for (const code of CODE_NAMES) {
      if (period.missing[code] === 'not_applicable') continue;
      const tally = group.codes.get(code) ?? { found: 0, applicable: 0 };
      group.codes.set(code, tally);
      tally.applicable++;
      if (period.values[code]) tally.found++;
    }
  }

  groups(): Coverage[] {
    return [...this.#groups.values()].sort(
      (a, b) =>
        a.source.localeCompare(b.source) ||
        a.fiscalPeriod.localeCompare(b.fiscalPeriod) ||
        b.periods - a.periods ||
        a.companyType.localeCompare(b.companyType),
    );
  }
}

/** The seven key codes as table cells: found of applicable, `n/a` if none applies. */
export function keyCells(coverage: Coverage): string[] {
  return KEY_CODES.map(code => share(coverage.codes.get(code)));
}

/** Values found, divided by applicable codes, counting only codes that some period of the group has. */
export function overallShare(coverage: Coverage): string {
  let found = 0;
  let applicable = 0;
  for (const tally of coverage.codes.values()) {
    if (tally.found === 0) continue;
    found += tally.found;
    applicable += tally.applicable;
  }
  return share({ found, applicable });
}

export function share(tally: { found: number; applicable: number } | undefined): string {
  if (!tally || tally.applicable === 0) return 'n/a';
  return `${((100 * tally.found) / tally.applicable).toFixed(1)} % of ${tally.applicable}`;
}
