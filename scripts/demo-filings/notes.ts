import type { Company, Period } from './company-model.ts';
import * as model from './company-model.ts';
import type { InlineDocument, Place } from './inline-document.ts';
import type { DemoIssuer } from './issuers.ts';
import { paragraphs, subHeading, table } from './layout.ts';
import { thousands } from './prose-discussion.ts';
import { longDate, REVENUE } from './statements.ts';

interface Note {
  title: string;
  concept: string;
  content: string;
}

/** The notes to the statements of `periods`, newest first, each in its text block. */
export function notes(
  issuer: DemoIssuer,
  company: Company,
  periods: readonly Period[],
  inline: InlineDocument,
): string {
  const [now] = periods;
  if (now === undefined) throw new Error('no period');
  const place: Place = { start: now.start, end: now.end };
  return allNotes(issuer, company, periods, now, inline)
    .map(
      ({ title, concept, content }, n) =>
        `${subHeading(`Note ${n + 1}. ${title}`)}\n${inline.block(concept, place, content)}`,
    )
    .join('\n');
}

function allNotes(
  issuer: DemoIssuer,
  company: Company,
  periods: readonly Period[],
  now: Period,
  inline: InlineDocument,
): Note[] {
  return [
    {
      title: 'Summary of significant accounting policies',
      concept: 'us-gaap:SignificantAccountingPoliciesTextBlock',
      content: policies(issuer),
    },
    {
      title: 'Revenue',
      concept: 'us-gaap:RevenueFromContractWithCustomerTextBlock',
      content: revenueNote(issuer, periods, inline),
    },
    {
      title: 'Segment information',
      concept: 'us-gaap:SegmentReportingDisclosureTextBlock',
      content: segmentNote(issuer, periods, inline),
    },
    { title: 'Debt', concept: 'us-gaap:DebtDisclosureTextBlock', content: debtNote(issuer, now, inline) },
    { title: 'Leases', concept: 'us-gaap:LesseeOperatingLeasesTextBlock', content: leaseNote(issuer, now) },
    {
      title: "Stockholders' equity and stock-based compensation",
      concept: 'us-gaap:StockholdersEquityNoteDisclosureTextBlock',
      content: equityNote(now),
    },
    { title: 'Income taxes', concept: 'us-gaap:IncomeTaxDisclosureTextBlock', content: taxNote(now) },
    {
      title: 'Commitments and contingencies',
      concept: 'us-gaap:CommitmentsAndContingenciesDisclosureTextBlock',
      content: commitmentsNote(issuer, company),
    },
  ];
}

function policies({ shortName, words: w }: DemoIssuer): string {
  return paragraphs([
    `<b>Business and basis of presentation.</b> ${shortName} is a fictional company that makes and sells ${w.business}. The statements include the company and all subsidiaries that it controls, are drawn up in accordance with generally accepted accounting principles in the United States, and are presented in thousands of dollars.`,
    '<b>Use of estimates.</b> Management makes estimates that affect what is reported. The most important concern revenue, inventories, goodwill and income taxes. Actual results may differ.',
    `<b>Revenue.</b> Revenue from ${w.products} is recognised when the customer has accepted them, and revenue from services over the time in which they are rendered. Amounts received before that are deferred revenue.`,
    '<b>Cash equivalents.</b> Investments with an original term of three months or less count as cash equivalents and are carried at cost, which is close to their fair value.',
    '<b>Inventories.</b> Inventories are carried at the lower of cost, first in first out, and net realisable value.',
    '<b>Property, plant and equipment.</b> Buildings are depreciated over up to forty years, machines over seven to twelve, and software and furniture over three to five, each in equal amounts.',
    '<b>Goodwill and intangible assets.</b> Goodwill is tested for impairment each year and whenever events call for it. Intangible assets are amortised over the time in which they are expected to be of use.',
    '<b>Recently adopted standards.</b> We adopted the improvements to segment disclosures for the first annual period to which they apply, and show the comparative periods alike.',
  ]);
}

function revenueNote(issuer: DemoIssuer, periods: readonly Period[], inline: InlineDocument): string {
  const { segments, regions } = issuer.money;
  const part = (dimensions: Record<string, string>, value: (period: Period) => number) =>
    periods.map(period => revenueCell(period, dimensions, value(period), inline));
  const totals = () => periods.map(period => revenueCell(period, {}, period.flows.revenue, inline));
  const heads = ['(in thousands)', ...periods.map(({ end }) => longDate(end))];
  return [
    paragraphs([
      'The tables divide net revenue by segment, by the place of the customer, and by products and services. In each of them the parts add up to net revenue of the statements of operations.',
    ]),
    table(heads, [
      ...segments.map(({ name, member }, n) => ({
        label: name,
        cells: part({ 'us-gaap:StatementBusinessSegmentsAxis': `${issuer.prefix}:${member}` }, period =>
          model.segmentRevenue(period, n),
        ),
      })),
      { label: 'Net revenue', isBold: true, cells: totals() },
    ]),
    table(heads, [
      ...regions.map(({ name, member }, n) => ({
        label: name,
        cells: part({ 'srt:StatementGeographicalAxis': member }, period => model.regionRevenue(period, n)),
      })),
      { label: 'Net revenue', isBold: true, cells: totals() },
    ]),
    table(heads, [
      {
        label: 'Products',
        cells: part(
          { 'srt:ProductOrServiceAxis': 'us-gaap:ProductMember' },
          period => period.flows.revenue - period.services,
        ),
      },
      {
        label: 'Services',
        cells: part({ 'srt:ProductOrServiceAxis': 'us-gaap:ServiceMember' }, period => period.services),
      },
      { label: 'Net revenue', isBold: true, cells: totals() },
    ]),
    paragraphs(['The next table divides the revenue of each segment by place for the latest period.']),
    table(
      ['(in thousands)', ...regions.map(({ name }) => name)],
      segments.map(({ name, member }, s) => ({
        label: name,
        cells: regions.map((region, r) => {
          const [now] = periods;
          if (now === undefined) return '';
          const dimensions = {
            'us-gaap:StatementBusinessSegmentsAxis': `${issuer.prefix}:${member}`,
            'srt:StatementGeographicalAxis': region.member,
          };
          return revenueCell(now, dimensions, now.revenues[s]?.[r] ?? 0, inline);
        }),
      })),
    ),
    paragraphs([
      'Most contracts run for one to three years. We expect to recognise about seven tenths of deferred revenue within the next twelve months.',
    ]),
  ].join('\n');
}

function revenueCell(
  period: Period,
  dimensions: Record<string, string>,
  value: number,
  inline: InlineDocument,
): string {
  return inline.amount(
    { concept: REVENUE, value, unit: 'USD', scale: 3, decimals: -3 },
    { start: period.start, end: period.end, dimensions },
  );
}

function segmentNote(issuer: DemoIssuer, periods: readonly Period[], inline: InlineDocument): string {
  const { segments } = issuer.money;
  const place = (period: Period, member: string): Place => ({
    start: period.start,
    end: period.end,
    dimensions: { 'us-gaap:StatementBusinessSegmentsAxis': `${issuer.prefix}:${member}` },
  });
  return [
    paragraphs([
      'The chief executive officer decides on resources by the operating income of the segments. Costs of the headquarters are charged to them by revenue and headcount, so that their operating income adds up to that of the company.',
    ]),
    table(
      ['Operating income (loss), in thousands', ...periods.map(({ end }) => longDate(end))],
      [
        ...segments.map(({ name, member }, n) => ({
          label: name,
          cells: periods.map(period =>
            inline.amount(
              {
                concept: 'us-gaap:OperatingIncomeLoss',
                value: period.segmentIncome[n] ?? 0,
                unit: 'USD',
                scale: 3,
                decimals: -3,
              },
              place(period, member),
            ),
          ),
        })),
        {
          label: 'Operating income (loss)',
          isBold: true,
          cells: periods.map(period =>
            inline.amount(
              {
                concept: 'us-gaap:OperatingIncomeLoss',
                value: model.operatingIncome(period.flows),
                unit: 'USD',
                scale: 3,
                decimals: -3,
              },
              { start: period.start, end: period.end },
            ),
          ),
        },
      ],
    ),
  ].join('\n');
}

function debtNote({ money }: DemoIssuer, { closing, end }: Period, inline: InlineDocument): string {
  const at: Place = { start: null, end };
  const amount = (concept: string, value: number) =>
    inline.amount({ concept, value, unit: 'USD', scale: 3, decimals: -3 }, at);
  const kind = money.repayment > 0 ? 'Term loan' : 'Convertible notes';
  return [
    paragraphs([
      money.repayment > 0
        ? `The term loan is repaid in equal amounts each quarter and is secured by most assets of the company. Its effective rate was ${(money.interest * 100).toFixed(2)} percent.`
        : `The convertible notes bear interest of ${(money.interest * 100).toFixed(2)} percent, are not secured, and may be converted into shares at $38.50 per share.`,
    ]),
    table(
      ['(in thousands)', longDate(end)],
      [
        { label: `${kind}, due within one year`, cells: [amount('us-gaap:LongTermDebtCurrent', closing.debtCurrent)] },
        { label: `${kind}, due later`, cells: [amount('us-gaap:LongTermDebtNoncurrent', closing.debt)] },
        {
          label: 'Total debt',
          isBold: true,
          cells: [amount('us-gaap:LongTermDebt', closing.debt + closing.debtCurrent)],
        },
      ],
    ),
  ].join('\n');
}

function leaseNote({ money }: DemoIssuer, { closing }: Period): string {
  return paragraphs([
    `We lease offices, stores and vehicles. Operating lease liabilities were ${thousands(closing.leases + closing.leasesCurrent)} thousand dollars at the end of the period, discounted at an average rate of 4.8 percent over a remaining term of 5.6 years. Assets taken up for the first time in the period matched those that ran off, which left right-of-use assets at ${thousands(money.leases)} thousand dollars.`,
  ]);
}

function equityNote({ flows, shares }: Period): string {
  return paragraphs([
    `On average ${shares.toLocaleString('en-US')} thousand shares were outstanding in the period. Restricted stock units vest over three or four years, and options have a term of seven. Stock-based compensation expense was ${thousands(flows.stockPay)} thousand dollars, most of it in selling, general and administrative expense. Unrecognised expense of awards that have been granted will be recognised over 2.1 years on average.`,
  ]);
}

function taxNote({ flows }: Period): string {
  const pretax = model.pretaxIncome(flows);
  return paragraphs([
    pretax > 0
      ? `The provision of ${thousands(flows.tax)} thousand dollars was ${((flows.tax / pretax) * 100).toFixed(1)} percent of income before taxes. It differs from the federal rate of 21 percent through state taxes, credits for research, and the deduction for foreign-derived income.`
      : `The provision of ${thousands(flows.tax)} thousand dollars consists of state and foreign taxes. We record no benefit for the loss of the period because we cannot yet expect to use it; the valuation allowance covers all net deferred tax assets in the United States.`,
  ]);
}

function commitmentsNote({ words: w, year }: DemoIssuer, { years }: Company): string {
  const [, , now] = years;
  return paragraphs([
    `We have agreed to buy ${w.inputs.split(',')[0]} and other supplies for about ${thousands(Math.round(now.flows.cost * 0.12))} thousand dollars over the next two years. Guarantees to customers run for one to three years; the liability for them was not material.`,
    ...(year.suit === null ? [] : [year.suit.note]),
  ]);
}
