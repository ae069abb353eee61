import type { BreachTally, ListedBreach } from './breaches.ts';
import type { Company } from './companies.ts';
import type { Comparison, Disagreement } from './comparison.ts';
import { type Coverage, keyCells, overallShare, share } from './coverage.ts';

export interface ReportParts {
  rulesVersion: string;
  companies: readonly Company[];
  comparisons: readonly Comparison[];
  coverage: readonly Coverage[];
  breaches: BreachTally;
}

/** The accuracy report as Markdown, which reads on a terminal too. */
export function renderReport(parts: ReportParts): string {
  const sources = new Map<string, number>();
  for (const company of parts.companies) sources.set(company.source, (sources.get(company.source) ?? 0) + 1);
  return `${[
    '# Accuracy of the canonical financials',
    '',
    `Rules version ${parts.rulesVersion}, over ${[...sources].map(([source, n]) => `${source} (${n} issuers)`).join(', ')}. Made by \`npm run accuracy -- --write\`.`,
    '',
    '## Agreement with what people read',
    '',
    ...table(
      ['table', 'compared', 'agreeing', 'wrong', 'missing', 'share'],
      parts.comparisons.map(each => [
        each.title,
        each.compared,
        each.agreeing,
        each.wrong.length,
        each.missing.length,
        each.compared === 0 ? 'n/a' : `${((100 * each.agreeing) / each.compared).toFixed(2)} %`,
      ]),
    ),
    '',
    ...parts.comparisons.flatMap(renderComparison),
    ...renderCoverage(parts.coverage),
    ...renderBreaches(parts.breaches),
  ].join('\n')}\n`;
}

function renderComparison(comparison: Comparison): string[] {
  const lines = [`### ${comparison.title}`, '', comparison.how, ''];
  for (const [reason, n] of Object.entries(comparison.skipped)) lines.push(`- not compared: ${n} (${reason})`);
  const rows = [
    ...comparison.wrong.map(each => ['wrong', ...cells(each)]),
    ...comparison.missing.map(each => ['missing', ...cells(each)]),
  ];
  if (rows.length === 0) return [...lines, '- none wrong, none missing', ''];
  return [...lines, '', ...table(['', 'issuer', 'period', 'code', 'expected', 'found', 'where'], rows), ''];
}

function cells(entry: Disagreement): string[] {
  return [entry.issuer, entry.period, entry.code, entry.expected, entry.found, entry.where];
}

function renderCoverage(coverage: readonly Coverage[]): string[] {
  const lines = [
    '## Coverage',
    '',
    'Share of periods that have a value, of the periods to whose company type the code applies. A filer that shows no such line (no gross profit, no operating income) counts as applicable and not found: what the rules cannot know from the facts is never guessed. "All codes" counts the codes that at least one period of the group has.',
    '',
    ...table(
      [
        'source',
        'type',
        'period',
        'periods',
        'revenue',
        'gross margin',
        'operating income',
        'net income',
        'total assets',
        'equity',
        'operating cash flow',
        'all codes',
      ],
      coverage.map(each => [
        each.source,
        each.companyType,
        each.fiscalPeriod,
        each.periods,
        ...keyCells(each),
        overallShare(each),
      ]),
    ),
    '',
    '### Line items by company type',
    '',
    'Over all years and quarters at hand.',
    '',
  ];
  const types = [...new Set(coverage.map(each => each.companyType))].sort();
  const codes = new Set(coverage.flatMap(each => [...each.codes.keys()]));
  const rows = [...codes].map(code => [
    code,
    ...types.map(type => {
      const total = { found: 0, applicable: 0 };
      for (const each of coverage) {
        const tally = each.companyType === type ? each.codes.get(code) : undefined;
        total.found += tally?.found ?? 0;
        total.applicable += tally?.applicable ?? 0;
      }
      return share(total);
    }),
  ]);
  return [...lines, ...table(['code', ...types], rows), ''];
}

function renderBreaches(breaches: BreachTally): string[] {
  const statuses = [...breaches.statuses].map(([status, n]) => `${status} ${n}`).join(', ');
  const rows = [...breaches.causes]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([identity, causes]) => [...causes].map(([cause, n]) => [identity, cause, n]));
  const unexplained = breaches.listed.filter(each => each.breach.cause === null && each.reviewed === null);
  const reviewed = breaches.listed.filter(each => each.reviewed !== null);
  const explained = breaches.listed.filter(each => each.breach.cause !== null);
  return [
    '## Identities',
    '',
    `${breaches.periods} periods: ${statuses}. Breaches by relation and cause:`,
    '',
    ...table(['identity', 'cause', 'periods'], rows),
    '',
    '### Breaches without a known cause',
    '',
    ...breachTable(unexplained),
    '',
    '### Breaches whose cause was read in the filing',
    '',
    ...breachTable(reviewed),
    '',
    '### Breaches with their cause',
    '',
    ...breachTable(explained),
    '',
  ];
}

function breachTable(list: readonly ListedBreach[]): string[] {
  return table(
    ['issuer', 'period', 'filing', 'identity', 'terms', 'difference', 'tolerance', 'cause'],
    list.map(({ issuer, period, accession, breach, reviewed }) => [
      issuer,
      period,
      accession,
      breach.identity,
      Object.entries(breach.terms)
        .map(([code, value]) => `${code} ${value}`)
        .join(', '),
      breach.difference,
      breach.tolerance,
      breach.cause ?? (reviewed === null ? '' : `${reviewed.cause}: ${reviewed.read}`),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (row: readonly (string | number)[]) =>
    `| ${row.map(cell => String(cell).replaceAll('|', '/')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}
