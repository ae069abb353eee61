import type { Company, Period } from './company-model.ts';
import * as model from './company-model.ts';
import type { DemoIssuer } from './issuers.ts';
import { paragraphs, subHeading, table } from './layout.ts';
import { longDate } from './statements.ts';

export function thousands(value: number): string {
  const text = Math.abs(value).toLocaleString('en-US');
  return value < 0 ? `(${text})` : text;
}

/** `$1,116.7 million` */
export function millions(value: number): string {
  return `$${(Math.abs(value) / 1000).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} million`;
}

export function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(1)} percent`;
}

function moved(now: number, before: number): string {
  const change = ((now - before) / Math.abs(before)) * 100;
  return `${change >= 0 ? 'increased' : 'decreased'} ${Math.abs(change).toFixed(1)} percent`;
}

/** Item 7 of an annual report. */
export function annualDiscussion(issuer: DemoIssuer, { years }: Company): string {
  const [, before, now] = years;
  return [
    paragraphs([
      `The following discussion should be read together with the consolidated financial statements in Item 8. It compares fiscal ${issuer.fiscalYear} with fiscal ${issuer.fiscalYear - 1}; a comparison of fiscal ${issuer.fiscalYear - 1} with the year before it is in our annual report for that year. It contains forward-looking statements, and actual results may differ from them for the reasons given in Item 1A and elsewhere.`,
    ]),
    subHeading('Overview of the year'),
    ...overview(issuer, now, before, `fiscal ${issuer.fiscalYear}`),
    paragraphs(issuer.story.year),
    subHeading('Results of operations'),
    resultsTable(now, before),
    ...results(issuer, now, before),
    subHeading('Results by segment'),
    segmentsTable(issuer, now, before),
    ...segments(issuer, now, before),
    subHeading('Liquidity and capital resources'),
    ...liquidity(issuer, now),
    subHeading('Critical accounting estimates'),
    estimates(issuer),
    subHeading('New accounting standards'),
    paragraphs([
      'Note 1 to the consolidated financial statements describes standards that we have adopted and those that we will have to adopt. We expect none of the latter to have a material effect.',
    ]),
  ].join('\n');
}

/** Item 2 of Part I of a quarterly report. */
export function quarterlyDiscussion(issuer: DemoIssuer, { quarter, quarterBefore }: Company): string {
  return [
    paragraphs([
      'This discussion compares the quarter with the same quarter of the year before. It should be read together with the condensed consolidated financial statements in Item 1 and with our annual report on Form 10-K. It contains forward-looking statements.',
    ]),
    subHeading('Overview of the quarter'),
    ...overview(issuer, quarter, quarterBefore, 'the quarter'),
    paragraphs([issuer.story.quarter]),
    subHeading('Results of operations'),
    resultsTable(quarter, quarterBefore),
    ...results(issuer, quarter, quarterBefore),
    subHeading('Results by segment'),
    segmentsTable(issuer, quarter, quarterBefore),
    ...segments(issuer, quarter, quarterBefore),
    subHeading('Liquidity and capital resources'),
    ...liquidity(issuer, quarter),
    subHeading('Critical accounting estimates'),
    paragraphs([
      'There were no changes in the quarter to the critical accounting estimates that our annual report describes.',
    ]),
  ].join('\n');
}

function overview({ words: w }: DemoIssuer, now: Period, before: Period, when: string): string[] {
  const { revenue } = now.flows;
  return [
    paragraphs([
      `Net revenue of ${when} was ${millions(revenue)} and ${moved(revenue, before.flows.revenue)} over the comparable period, almost all of it from volume: prices contributed about one percentage point. ${model.netIncome(now.flows) >= 0 ? 'Net income' : 'The net loss'} was ${millions(model.netIncome(now.flows))}, or $${Math.abs(model.dilutedPerShare(now)).toFixed(2)} per diluted share.`,
      `Demand from ${w.customers} held up better than we had planned. Supplies were easier to get than in the year before, although ${w.inputs.split(',')[0]} stayed dear. ${w.season}`,
    ]),
  ];
}

function resultsTable(now: Period, before: Period): string {
  const row = (label: string, of: (period: Period) => number, isBold = false) => ({
    label,
    isBold,
    cells: [
      thousands(of(now)),
      thousands(of(before)),
      `${(((of(now) - of(before)) / Math.max(1, Math.abs(of(before)))) * 100).toFixed(1)}%`,
    ],
  });
  return table(
    ['(in thousands)', longDate(now.end), longDate(before.end), 'Change'],
    [
      row('Net revenue', period => period.flows.revenue),
      row('Cost of revenue', period => period.flows.cost),
      row('Gross profit', period => model.grossProfit(period.flows), true),
      row('Research and development', period => period.flows.research),
      row('Selling, general and administrative', period => period.flows.selling),
      row('Operating income (loss)', period => model.operatingIncome(period.flows), true),
      row('Net income (loss)', period => model.netIncome(period.flows), true),
    ],
  );
}

function results({ words: w }: DemoIssuer, now: Period, before: Period): string[] {
  const [f, g] = [now.flows, before.flows];
  return [
    paragraphs([
      `<i>Net revenue</i> ${moved(f.revenue, g.revenue)}. Services were ${percent(now.services, f.revenue)} of it, against ${percent(before.services, g.revenue)} in the comparable period.`,
      `<i>Gross profit</i> was ${percent(model.grossProfit(f), f.revenue)} of revenue, against ${percent(model.grossProfit(g), g.revenue)}. Longer runs in ${w.process} and a larger share of services raised the margin; freight and wages lowered it.`,
      `<i>Research and development</i> expense ${moved(f.research, g.research)} as we filled positions that had been open and began work on the next generation of our ${w.products}. We capitalise none of it.`,
      `<i>Selling, general and administrative</i> expense ${moved(f.selling, g.selling)}, with higher commissions on higher revenue, the cost of a new ledger, and travel that is back at the level of earlier years.`,
      `<i>Interest expense</i> was ${millions(f.interestExpense)} against ${millions(g.interestExpense)}; <i>interest income</i> was ${millions(f.interestIncome)} against ${millions(g.interestIncome)}. The <i>provision for income taxes</i> was ${millions(f.tax)} against ${millions(g.tax)}.`,
    ]),
  ];
}

function segmentsTable({ money }: DemoIssuer, now: Period, before: Period): string {
  const rows = money.segments.flatMap(({ name }, n) => [
    {
      label: `${name}: net revenue`,
      cells: [thousands(model.segmentRevenue(now, n)), thousands(model.segmentRevenue(before, n))],
    },
    {
      label: `${name}: operating income (loss)`,
      cells: [thousands(now.segmentIncome[n] ?? 0), thousands(before.segmentIncome[n] ?? 0)],
    },
  ]);
  return table(['(in thousands)', longDate(now.end), longDate(before.end)], rows);
}

function segments({ money, words: w }: DemoIssuer, now: Period, before: Period): string[] {
  return money.segments.map(({ name }, n) => {
    const [a, b] = [model.segmentRevenue(now, n), model.segmentRevenue(before, n)];
    return paragraphs([
      `Net revenue of <i>${name}</i> ${moved(a, b)} to ${millions(a)}. ${n === 0 ? `The number of ${w.customers.split(',')[0]} among its customers rose by a twelfth, and most of them ordered again within the year.` : 'The segment signed more contracts than in any comparable period before, and kept more than nineteen of twenty that came up for renewal.'} Its operating result was ${thousands(now.segmentIncome[n] ?? 0)} thousand dollars, or ${percent(now.segmentIncome[n] ?? 0, a)} of its revenue.`,
    ]);
  });
}

function liquidity({ money }: DemoIssuer, now: Period): string[] {
  const { flows: f, closing: b } = now;
  const debt = b.debt + b.debtCurrent;
  const uses = [
    `capital expenditure of ${millions(f.capex)}`,
    ...(f.repayment > 0 ? [`repayment of debt of ${millions(f.repayment)}`] : []),
    ...(f.dividends > 0 ? [`dividends of ${millions(f.dividends)}`] : []),
    ...(f.buybacks > 0 ? [`purchases of our own shares of ${millions(f.buybacks)}`] : []),
  ];
  return [
    paragraphs([
      `At ${longDate(now.end)} we had cash and cash equivalents of ${millions(b.cash)} and an unused credit line of $150 million that runs for three more years. Working capital, current assets less current liabilities, was ${millions(model.currentAssets(b) - model.currentLiabilities(b))}.`,
      `Operating activities provided ${millions(model.operatingCash(f))}. We used cash for ${uses.join(', ').replace(/, ([^,]*)$/, ' and $1')}. Changes of exchange rates ${f.translation < 0 ? 'lowered' : 'raised'} cash by ${millions(f.translation)}.`,
      `Long-term debt including its current portion was ${millions(debt)} at the end of the period. ${money.repayment > 0 ? `We repay ${millions(money.repayment)} each quarter; the rest falls due in one amount at the end of the term.` : 'It falls due in one amount in four years and may be converted into shares at the choice of its holders.'} We believe that cash, the credit line and what operations provide will cover what we need for at least the next twelve months and for the time after that which we can foresee.`,
    ]),
  ];
}

function estimates({ words: w }: DemoIssuer): string {
  return paragraphs([
    '<b>Revenue recognition.</b> Many contracts promise several things at once. We divide the price among them by what each would cost alone, which for some of them nobody buys alone. If our estimates for these were ten percent higher or lower, revenue of the year would change by less than half a percent, but more of it would fall into other years.',
    '<b>Goodwill.</b> We test goodwill each year by comparing what a segment is worth with what it is carried at. The worth depends on growth, margins and a rate of discount, none of which is known. In the test of this year each segment was worth at least a third more than its carrying amount.',
    `<b>Inventories and commitments.</b> We value inventories at the lower of cost and net realisable value, and judge by past use how much of them we will not sell. Commitments to buy ${w.inputs} beyond need are treated alike.`,
    '<b>Income taxes.</b> We record tax assets only as far as we expect to use them, and liabilities for positions that an authority may not accept. Both rest on judgements that can prove wrong.',
  ]);
}
