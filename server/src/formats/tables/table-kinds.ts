import type { StatedPeriod, TableKind } from './data-table.ts';

interface KindWords {
  kind: TableKind;
  title: RegExp;
  /** Labels that tables of the kind have. */
  labels: readonly RegExp[];
  /** How many of the labels must be there, below a title of the kind and without one. */
  underTitle: number;
  alone: number;
}

const KINDS: readonly KindWords[] = [
  {
    kind: 'cash_flow_statement',
    title: /\bcash flows?\b/i,
    labels: [
      /^(?:total )?(?:net )?cash (?:flows? )?(?:provided|used|generated|from|\(used|flows?).*operati/i,
      /^(?:total )?(?:net )?cash (?:flows? )?(?:provided|used|generated|from|\(used|flows?).*invest/i,
      /^(?:total )?(?:net )?cash (?:flows? )?(?:provided|used|generated|from|\(used|flows?).*financ/i,
      /\b(?:net )?(?:increase|decrease|change)\b.*\bcash\b/i,
    ],
    underTitle: 2,
    alone: 3,
  },
  {
    kind: 'balance_sheet',
    title: /\bbalance sheets?\b|\bfinancial (?:position|condition)\b|\bassets and liabilities\b/i,
    labels: [
      /^total assets\b/i,
      /^total (?:current )?liabilities\b/i,
      /^total (?:\w+[’']? ?){0,3}(?:equity|deficit)\b/i,
      /^(?:total )?liabilities and (?:\S+ ){0,4}(?:equity|deficit|investment)/i,
      /^total current assets\b/i,
    ],
    underTitle: 1,
    alone: 3,
  },
  {
    kind: 'changes_in_equity',
    title: /\b(?:changes in|statements? of) (?:\S+ ){0,4}(?:equity|deficit|investment)\b/i,
    labels: [
      /^balances?\b/i,
      /\bcomprehensive (?:income|loss)\b/i,
      /\bdividends?\b/i,
      /\b(?:issuance|repurchases?|stock-based|share-based)\b/i,
    ],
    underTitle: 2,
    alone: 9,
  },
  {
    kind: 'comprehensive_income',
    title: /\bcomprehensive (?:income|loss|earnings)\b/i,
    labels: [
      /^(?:total )?(?:other )?comprehensive (?:income|loss|\(loss)/i,
      /\bforeign currency translation\b/i,
      /\bunrealized\b/i,
      /^net (?:income|loss|earnings)\b/i,
    ],
    underTitle: 2,
    alone: 9,
  },
  {
    kind: 'income_statement',
    title:
      /\bstatements? of (?:\w+ )?(?:operations|income|earnings|loss|profit)\b|\bincome statements?\b|\bprofit (?:and|or|&) loss\b/i,
    labels: [
      /^(?:total )?(?:net )?(?:revenues?|sales|interest income)\b/i,
      /^(?:net )?(?:income|earnings|loss|profit|\(loss\))(?: \(loss\))? (?:from (?:continuing )?operations )?before\b.*\btax/i,
      /^(?:provision|benefit|\(?provision|income tax(?:es)?)\b.*(?:tax|expense|provision)/i,
      /^net (?:income|earnings|loss|profit|\(loss\))/i,
      /\bper (?:\w+ )?(?:common |ordinary )?share\b/i,
    ],
    underTitle: 2,
    alone: 4,
  },
];

/** The kind of statement that a table is, by its titles, labels and periods; null if they do not agree on one. */
export function kindOf(
  titles: readonly string[],
  labels: readonly string[],
  periods: readonly StatedPeriod[],
): TableKind | null {
  const words = titles.join(' | ');
  for (const { kind, title, labels: patterns, underTitle, alone } of KINDS) {
    const count = patterns.filter(pattern => labels.some(label => pattern.test(label))).length;
    const isOfInstants = kind === 'balance_sheet';
    // Only balance sheets are as of a day. Bare years and days may be either.
    const fits = isOfInstants ? periods.every(isInstantOrBare) : kind === 'changes_in_equity' || !periods.some(isAsOf);
    if (fits && count >= (title.test(words) ? underTitle : alone)) return kind;
  }
  return null;
}

function isInstantOrBare({ isInstant, months, weeks }: StatedPeriod): boolean {
  return isInstant || (months === null && weeks === null);
}

function isAsOf({ isInstant, end }: StatedPeriod): boolean {
  return isInstant && end === null;
}
