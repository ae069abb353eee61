import type { Company, Period } from './company-model.ts';
import * as model from './company-model.ts';
import type { DemoIssuer } from './issuers.ts';
import { bullets, centred, paragraph, paragraphs, subHeading, table } from './layout.ts';
import { millions, percent, thousands } from './prose-discussion.ts';
import { longDate } from './statements.ts';
import type { DemoDocument } from './submission.ts';

export interface ReportedItem {
  code: string;
  title: string;
  text: string;
}

const EXHIBITS_TITLE = 'Financial Statements and Exhibits';

/** An 8-K with item 2.02 and the release that it furnishes. */
export function earningsReport(
  issuer: DemoIssuer,
  company: Company,
): { items: [string, string][]; documents: DemoDocument[] } {
  const { lastQuarter } = company;
  const title = 'Results of Operations and Financial Condition';
  const items: ReportedItem[] = [
    {
      code: '2.02',
      title,
      text: paragraphs([
        `On ${longDate(issuer.dates.release)}, ${issuer.name} issued a press release that announces its results for the quarter and the fiscal year ended ${longDate(lastQuarter.end)}. The release is furnished as Exhibit 99.1 to this report.`,
        'The information in this item and in the exhibit is furnished and not deemed to be filed for the purposes of Section 18 of the Securities Exchange Act of 1934, and is not incorporated by reference into any filing under the Securities Act of 1933.',
      ]),
    },
    exhibitItem([
      ['99.1', `Press release of ${issuer.shortName} dated ${longDate(issuer.dates.release)}`],
      ['104', 'Cover page'],
    ]),
  ];
  return {
    items: [
      ['2.02', title],
      ['9.01', EXHIBITS_TITLE],
    ],
    documents: [
      {
        type: '8-K',
        fileName: `${issuer.prefix}-8k-results.htm`,
        description: '8-K',
        content: currentReport(issuer, issuer.dates.release, items),
      },
      {
        type: 'EX-99.1',
        fileName: `${issuer.prefix}-ex991.htm`,
        description: 'EX-99.1',
        content: release(issuer, company),
      },
    ],
  };
}

/** An 8-K with another item: a change of officers, of the auditor, or an agreement. */
export function otherReport(issuer: DemoIssuer): { items: [string, string][]; documents: DemoDocument[] } {
  const items = otherItems(issuer);
  return {
    items: items.map(({ code, title }) => [code, title]),
    documents: [
      {
        type: '8-K',
        fileName: `${issuer.prefix}-8k.htm`,
        description: '8-K',
        content: currentReport(issuer, issuer.dates.other, items),
      },
    ],
  };
}

function otherItems(issuer: DemoIssuer): ReportedItem[] {
  const { words, people, name } = issuer;
  if (words.otherEvent === '5.02') {
    return [
      {
        code: '5.02',
        title:
          'Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain Officers: Compensatory Arrangements of Certain Officers',
        text: paragraphs([
          `(b) On ${longDate(issuer.dates.other)}, ${people[2]?.name ?? ''} informed ${name} of the decision to retire as ${people[2]?.title ?? ''} at the end of the third quarter. The decision is not the result of any disagreement with the company on any matter relating to its operations, policies or practices.`,
          '(c) On the same day the board appointed Blake Surrogate, age 45, as Chief Operating Officer with effect from the date of that retirement. Blake Surrogate has led the service organisation of the company for six years. There are no family relationships with any director or officer, and no transactions that Item 404(a) of Regulation S-K would require to be disclosed.',
          '(e) The yearly salary will be $610,000, the target bonus 85 percent of it, and the first grant of restricted stock units $1.9 million at the price on the day of the grant.',
        ]),
      },
      {
        code: '7.01',
        title: 'Regulation FD Disclosure',
        text: paragraph(
          'The company will speak of the change in its next conference call. It reaffirms the outlook that it gave with its latest results.',
        ),
      },
    ];
  }
  if (words.otherEvent === '4.01') {
    return [
      {
        code: '4.01',
        title: "Changes in Registrant's Certifying Accountant",
        text: paragraphs([
          `(a) On ${longDate(issuer.dates.other)} the audit committee of ${name} dismissed Dummy, Model &amp; Co. as its independent registered public accounting firm. The reports of that firm on the statements of the last two fiscal years contained no adverse opinion or disclaimer and were not qualified or modified. In these years and the time since then there were no disagreements with it on any matter of accounting principles, disclosure or auditing scope, and no reportable events.`,
          '(b) On the same day the audit committee engaged Specimen &amp; Pattern LLP for the fiscal year that has begun. The company had not consulted that firm on any matter that Item 304(a)(2) of Regulation S-K names.',
        ]),
      },
      exhibitItem([['16.1', 'Letter of the former accountant (to be filed by amendment)']]),
    ];
  }
  return [
    {
      code: '1.01',
      title: 'Entry into a Material Definitive Agreement',
      text: paragraphs([
        `On ${longDate(issuer.dates.other)}, ${name} entered into a credit agreement with a group of lenders led by Specimen Bank, N.A. (fictional). It provides for a revolving line of $125 million that runs for five years. Borrowings bear interest at the secured overnight financing rate plus a margin of 1.50 to 2.25 percent, according to leverage. The agreement contains customary covenants, among them a limit on total leverage of 4.0 times, and customary events of default.`,
        'The description is qualified by the text of the agreement, which will be filed with the next quarterly report.',
      ]),
    },
    {
      code: '2.03',
      title:
        'Creation of a Direct Financial Obligation or an Obligation under an Off-Balance Sheet Arrangement of a Registrant',
      text: paragraph(
        'The information in Item 1.01 is incorporated by reference. At signing $20 million had been drawn.',
      ),
    },
  ];
}

function exhibitItem(exhibits: readonly [string, string][]): ReportedItem {
  return {
    code: '9.01',
    title: EXHIBITS_TITLE,
    text: `${paragraph('(d) Exhibits')}\n${table(
      ['Exhibit', 'Description'],
      exhibits.map(([number, what]) => ({ label: number, cells: [what] })),
    )}`,
  };
}

/** The filer of a current report: its address, and the second signatory. */
interface Reporter {
  name: string;
  words: Pick<DemoIssuer['words'], 'street' | 'city' | 'state'>;
  people: readonly Pick<DemoIssuer['people'][number], 'name' | 'title'>[];
}

export function currentReport(issuer: Reporter, date: string, items: readonly ReportedItem[]): string {
  return `<html><head><title>8-K</title></head><body>
${centred('<b>UNITED STATES<br/>SECURITIES AND EXCHANGE COMMISSION</b>')}
${centred('(a sample: this report is fictional and was never filed)')}
${centred('<b>FORM 8-K</b>')}
${centred('CURRENT REPORT<br/>Pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934')}
${centred(`Date of Report (Date of earliest event reported): ${longDate(date)}`)}
${centred(`<b>${issuer.name}</b><br/>(Exact name of registrant as specified in its charter)`)}
${centred(`${issuer.words.street}, ${issuer.words.city}, ${issuer.words.state} 00000`)}
${paragraph('Check the appropriate box below if the Form 8-K filing is intended to simultaneously satisfy the filing obligation of the registrant: &#9744; Rule 425 &#9744; Rule 14a-12 &#9744; Rule 14d-2(b) &#9744; Rule 13e-4(c)')}
<hr style="page-break-after:always"/>
${items.map(({ code, title, text }) => `<p style="font:10pt Times New Roman"><b>Item ${code}&#160;&#160;${title}.</b></p>\n${text}`).join('\n')}
${centred('<b>SIGNATURE</b>')}
${paragraphs([
  'Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned hereunto duly authorized.',
  issuer.name,
  `Date: ${longDate(date)}`,
  `By: /s/ ${issuer.people[1]?.name ?? ''}, ${issuer.people[1]?.title ?? ''}`,
])}
</body></html>`;
}

function release(issuer: DemoIssuer, company: Company): string {
  const { lastQuarter, lastQuarterBefore, years, quarter } = company;
  const [, before, year] = years;
  const outlook = outlookOf(issuer, year, quarter);
  const revenue = lastQuarter.flows.revenue;
  const growth = (revenue / lastQuarterBefore.flows.revenue - 1) * 100;
  return `<html><head><title>EX-99.1</title></head><body>
<p style="text-align:right"><b>Exhibit 99.1</b></p>
${centred(`<b>${issuer.shortName} Reports Fourth Quarter and Fiscal ${issuer.fiscalYear} Results</b>`)}
${bullets([
  `Fourth quarter net revenue of ${millions(revenue)}, ${growth >= 0 ? 'up' : 'down'} ${Math.abs(growth).toFixed(1)} percent from the year before`,
  `Fourth quarter ${perShareWords(lastQuarter)}; fiscal year ${perShareWords(year)}`,
  `Cash provided by operating activities of ${millions(model.operatingCash(year.flows))} in the fiscal year`,
  `Outlook for fiscal ${issuer.fiscalYear + 1}: net revenue of ${outlook.revenue}`,
])}
${paragraphs([
  `${issuer.words.city.toUpperCase()}, ${longDate(issuer.dates.release)} &#8211; ${issuer.name} today announced results for its fourth quarter and fiscal year ended ${longDate(year.end)}. The company does not exist; its release is part of a sample.`,
  `&#8220;We did in this year what we had set out to do,&#8221; said ${issuer.people[0]?.name ?? ''}, ${issuer.people[0]?.title ?? ''}. &#8220;Customers among ${issuer.words.customers} bought more from us than ever, and we kept our promise to lower the cost of ${issuer.words.process}.&#8221;`,
])}
${subHeading(`Outlook for fiscal ${issuer.fiscalYear + 1}`)}
${paragraph('The company gives the following outlook. It rests on the orders in hand, on present exchange rates, and on no acquisitions.')}
${table(
  ['Measure', `Fiscal ${issuer.fiscalYear + 1}`, 'First quarter'],
  [
    { label: 'Net revenue', cells: [outlook.revenue, outlook.quarterRevenue] },
    { label: 'Operating margin', cells: [outlook.margin, ''] },
    { label: 'Diluted net income (loss) per share', cells: [outlook.perShare, ''] },
    { label: 'Capital expenditure', cells: [outlook.capex, ''] },
  ],
)}
${subHeading('Statements of operations (in thousands, except per share amounts; unaudited)')}
${figures(lastQuarter, lastQuarterBefore, year, before)}
${subHeading('Forward-looking statements')}
${paragraph('This release contains forward-looking statements, among them the outlook above. They are subject to risks that the annual report on Form 10-K describes, and the company does not undertake to update them.')}
</body></html>`;
}

function perShareWords(period: Period): string {
  const value = model.dilutedPerShare(period);
  return `diluted net ${value >= 0 ? 'income' : 'loss'} per share of $${Math.abs(value).toFixed(2)}`;
}

export function outlookOf(
  issuer: DemoIssuer,
  year: Period,
  quarter: Period,
): Record<'revenue' | 'quarterRevenue' | 'margin' | 'perShare' | 'capex', string> {
  const growth = issuer.money.growth ** 4;
  const rounded = (value: number) => Math.round(value / 5000) * 5000;
  const low = rounded(year.flows.revenue * growth * 0.985);
  const high = rounded(year.flows.revenue * growth * 1.015);
  const whole = (value: number) => `$${(value / 1000).toLocaleString('en-US')} million`;
  const margin = (model.operatingIncome(year.flows) / year.flows.revenue) * 100;
  const perShare = model.dilutedPerShare(year) * growth;
  const dollars = (value: number) => (value < 0 ? `($${Math.abs(value).toFixed(2)})` : `$${value.toFixed(2)}`);
  return {
    revenue: `${whole(low)} to ${whole(high)}`,
    quarterRevenue: `about ${whole(rounded(quarter.flows.revenue))}`,
    margin: `${(margin - 0.4).toFixed(1)} percent to ${(margin + 0.6).toFixed(1)} percent`,
    perShare: `${dollars(perShare - 0.06)} to ${dollars(perShare + 0.06)}`,
    capex: `about ${percent(year.flows.capex, year.flows.revenue)} of net revenue`,
  };
}

function figures(...periods: readonly Period[]): string {
  const row = (label: string, of: (period: Period) => number) => ({
    label,
    cells: periods.map(period => thousands(of(period))),
  });
  return table(
    ['', ...periods.map((period, n) => `${n < 2 ? 'Three months' : 'Year'} ended ${longDate(period.end)}`)],
    [
      row('Net revenue', period => period.flows.revenue),
      row('Cost of revenue', period => period.flows.cost),
      row('Gross profit', period => model.grossProfit(period.flows)),
      row('Research and development', period => period.flows.research),
      row('Selling, general and administrative', period => period.flows.selling),
      row('Operating income (loss)', period => model.operatingIncome(period.flows)),
      row('Income (loss) before income taxes', period => model.pretaxIncome(period.flows)),
      row('Net income (loss)', period => model.netIncome(period.flows)),
      {
        label: 'Diluted net income (loss) per share',
        cells: periods.map(period =>
          model
            .dilutedPerShare(period)
            .toFixed(2)
            .replace(/^-(.*)$/, '($1)'),
        ),
      },
    ],
  );
}
