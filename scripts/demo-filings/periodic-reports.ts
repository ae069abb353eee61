import type { Company, Period } from './company-model.ts';
import { InlineDocument, namespaces, type Place } from './inline-document.ts';
import type { DemoIssuer } from './issuers.ts';
import { centred, itemHeading, pageEnd, paragraph, paragraphs, partHeading, subHeading, table } from './layout.ts';
import { notes } from './notes.ts';
import { businessText } from './prose-business.ts';
import { annualDiscussion, millions, quarterlyDiscussion } from './prose-discussion.ts';
import {
  byProxy,
  controlsText,
  cybersecurityText,
  directorsText,
  legalProceedingsText,
  marketRiskText,
  marketText,
  propertiesText,
  signaturesText,
} from './prose-items.ts';
import { riskText } from './prose-risks.ts';
import {
  BALANCE,
  CASH_FLOWS,
  COMPREHENSIVE_INCOME,
  dayBefore,
  INCOME,
  longDate,
  statementTable,
} from './statements.ts';
import type { DemoDocument } from './submission.ts';
import { ownNamespace, taxonomyFiles } from './taxonomy-files.ts';

interface Item {
  /** Printed before the item that begins a part. */
  part?: string;
  number: string;
  title: string;
  text: string;
}

const AUDITOR = 'Specimen & Pattern LLP';

/** An annual report with its taxonomy, a picture and the certification. */
export function annualReport(issuer: DemoIssuer, company: Company, logo: Buffer): DemoDocument[] {
  const [oldest, middle, newest] = company.years;
  const inline = new InlineDocument(issuer.cik);
  const periods = [newest, middle, oldest];
  const debt = newest.closing.debt + newest.closing.debtCurrent;
  const items: Item[] = [
    {
      part: 'PART I',
      number: 'Item 1.',
      title: 'Business',
      text: businessText(issuer, employeesOf(newest)),
    },
    { number: 'Item 1A.', title: 'Risk Factors', text: riskText(issuer) },
    { number: 'Item 1B.', title: 'Unresolved Staff Comments', text: paragraph('None.') },
    { number: 'Item 1C.', title: 'Cybersecurity', text: cybersecurityText(issuer) },
    { number: 'Item 2.', title: 'Properties', text: propertiesText(issuer) },
    { number: 'Item 3.', title: 'Legal Proceedings', text: legalProceedingsText(issuer) },
    { number: 'Item 4.', title: 'Mine Safety Disclosures', text: paragraph('Not applicable.') },
    {
      part: 'PART II',
      number: 'Item 5.',
      title:
        'Market for Registrant&#8217;s Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities',
      text: marketText(issuer, Math.round(newest.shares / 21), newest.end),
    },
    { number: 'Item 6.', title: '[Reserved]', text: '' },
    {
      number: 'Item 7.',
      title: 'Management&#8217;s Discussion and Analysis of Financial Condition and Results of Operations',
      text: annualDiscussion(issuer, company),
    },
    {
      number: 'Item 7A.',
      title: 'Quantitative and Qualitative Disclosures About Market Risk',
      text: marketRiskText(issuer, debt, newest.closing.cash),
    },
    {
      number: 'Item 8.',
      title: 'Financial Statements and Supplementary Data',
      text: statementsText(issuer, company, periods, inline),
    },
    {
      number: 'Item 9.',
      title: 'Changes in and Disagreements with Accountants on Accounting and Financial Disclosure',
      text: paragraph('None.'),
    },
    { number: 'Item 9A.', title: 'Controls and Procedures', text: controlsText(issuer) },
    {
      number: 'Item 9B.',
      title: 'Other Information',
      text: paragraph(
        'In the last quarter no director or officer adopted or terminated a Rule 10b5-1 trading arrangement or a non-Rule 10b5-1 trading arrangement.',
      ),
    },
    {
      number: 'Item 9C.',
      title: 'Disclosure Regarding Foreign Jurisdictions that Prevent Inspections',
      text: paragraph('Not applicable.'),
    },
    {
      part: 'PART III',
      number: 'Item 10.',
      title: 'Directors, Executive Officers and Corporate Governance',
      text: directorsText(issuer),
    },
    { number: 'Item 11.', title: 'Executive Compensation', text: byProxy('executive and director compensation') },
    {
      number: 'Item 12.',
      title: 'Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters',
      text: byProxy('beneficial ownership and equity compensation plans'),
    },
    {
      number: 'Item 13.',
      title: 'Certain Relationships and Related Transactions, and Director Independence',
      text: byProxy('related transactions and the independence of directors'),
    },
    {
      number: 'Item 14.',
      title: 'Principal Accountant Fees and Services',
      text: byProxy('the fees and services of our independent registered public accounting firm'),
    },
    {
      part: 'PART IV',
      number: 'Item 15.',
      title: 'Exhibits and Financial Statement Schedules',
      text: exhibitsText(issuer),
    },
    { number: 'Item 16.', title: 'Form 10-K Summary', text: paragraph('None.') },
  ];
  const cover = coverPage(issuer, newest, inline, 'annual');
  hideCover(inline, issuer, newest, 'FY');
  const body = [
    `<p><img src="${issuer.prefix}-logo.png" alt="${issuer.shortName}"/></p>`,
    cover,
    pageEnd(1),
    contents(items),
    pageEnd(2),
    bodyOf(items),
    subHeading('SIGNATURES'),
    signaturesText(issuer, issuer.dates.annual),
  ].join('\n');
  return [
    taggedDocument(issuer, newest.end, '10-K', inline, body),
    {
      type: 'EX-31.1',
      fileName: `${issuer.prefix}-ex311.htm`,
      description: 'EX-31.1',
      content: certification(issuer, '10-K'),
    },
    ...taxonomyDocuments(issuer, newest.end),
    { type: 'GRAPHIC', fileName: `${issuer.prefix}-logo.png`, description: null, content: logo },
  ];
}

/** A quarterly report with its taxonomy. */
export function quarterlyReport(issuer: DemoIssuer, company: Company): DemoDocument[] {
  const { quarter, quarterBefore } = company;
  const inline = new InlineDocument(issuer.cik);
  const periods = [quarter, quarterBefore];
  const items: Item[] = [
    {
      part: 'PART I. FINANCIAL INFORMATION',
      number: 'Item 1.',
      title: 'Financial Statements',
      text: interimStatements(issuer, company, periods, inline),
    },
    {
      number: 'Item 2.',
      title: 'Management&#8217;s Discussion and Analysis of Financial Condition and Results of Operations',
      text: quarterlyDiscussion(issuer, company),
    },
    {
      number: 'Item 3.',
      title: 'Quantitative and Qualitative Disclosures About Market Risk',
      text: marketRiskText(issuer, quarter.closing.debt + quarter.closing.debtCurrent, quarter.closing.cash),
    },
    { number: 'Item 4.', title: 'Controls and Procedures', text: controlsText(issuer) },
    {
      part: 'PART II. OTHER INFORMATION',
      number: 'Item 1.',
      title: 'Legal Proceedings',
      text: legalProceedingsText(issuer),
    },
    {
      number: 'Item 1A.',
      title: 'Risk Factors',
      text: paragraphs([
        `There were no material changes to the risk factors that are described in our annual report on Form 10-K, except that one supplier of ${issuer.words.inputs.split(',')[0]} has told us of longer delivery times. We have placed orders with two others and do not expect a shortage, but cannot exclude one.`,
      ]),
    },
    {
      number: 'Item 2.',
      title: 'Unregistered Sales of Equity Securities and Use of Proceeds',
      text: paragraph(
        issuer.money.buyback > 0
          ? `We bought back shares for ${millions(quarter.flows.buybacks)} in the quarter under the programme that the board has allowed.`
          : 'None.',
      ),
    },
    { number: 'Item 3.', title: 'Defaults Upon Senior Securities', text: paragraph('None.') },
    { number: 'Item 4.', title: 'Mine Safety Disclosures', text: paragraph('Not applicable.') },
    {
      number: 'Item 5.',
      title: 'Other Information',
      text: paragraph('In the quarter no director or officer adopted or terminated a Rule 10b5-1 trading arrangement.'),
    },
    { number: 'Item 6.', title: 'Exhibits', text: exhibitsText(issuer) },
  ];
  const cover = coverPage(issuer, quarter, inline, 'quarterly');
  hideCover(inline, issuer, quarter, 'Q1');
  const body = [
    cover,
    pageEnd(1),
    contents(items),
    pageEnd(2),
    bodyOf(items),
    subHeading('SIGNATURES'),
    signaturesText(issuer, issuer.dates.quarterly),
  ].join('\n');
  return [
    taggedDocument(issuer, quarter.end, '10-Q', inline, body),
    {
      type: 'EX-31.1',
      fileName: `${issuer.prefix}-ex311.htm`,
      description: 'EX-31.1',
      content: certification(issuer, '10-Q'),
    },
    ...taxonomyDocuments(issuer, quarter.end),
  ];
}

function employeesOf({ flows }: Period): number {
  return Math.round(flows.revenue / 262 / 10) * 10;
}

function taggedDocument(
  issuer: DemoIssuer,
  end: string,
  form: string,
  inline: InlineDocument,
  body: string,
): DemoDocument {
  const stem = `${issuer.prefix}-${end.replaceAll('-', '')}`;
  return {
    type: form,
    fileName: `${stem}.htm`,
    description: form,
    wrapper: 'XBRL',
    content: inline.toHtml(
      stem,
      `${stem}.xsd`,
      namespaces(issuer.prefix, ownNamespace(issuer, end), issuer.year.taxonomyYear),
      body,
    ),
  };
}

function taxonomyDocuments(issuer: DemoIssuer, end: string): DemoDocument[] {
  return taxonomyFiles(issuer, end).map(({ name, type, description, text }) => {
    return { type, fileName: name, description, content: text, wrapper: 'XBRL' };
  });
}

function contents(items: readonly Item[]): string {
  const rows = items.flatMap(({ part, number, title }, n) => [
    ...(part === undefined ? [] : [{ label: part, isBold: true, cells: ['', ''] }]),
    { label: `<a href="#item_${n}">${number}</a>`, cells: [`<a href="#item_${n}">${title}</a>`, String(3 + n * 2)] },
  ]);
  return `${centred('<b>TABLE OF CONTENTS</b>')}\n${table(['', '', 'Page'], rows)}`;
}

function bodyOf(items: readonly Item[]): string {
  return items
    .map(({ part, number, title, text }, n) => {
      const head = `${part === undefined ? '' : `${partHeading(part)}\n`}${itemHeading(`item_${n}`, number, title)}`;
      return `${head}\n${text}\n${pageEnd(4 + n * 2)}`;
    })
    .join('\n');
}

function coverPage(issuer: DemoIssuer, period: Period, inline: InlineDocument, kind: 'annual' | 'quarterly'): string {
  const place: Place = { start: period.start, end: period.end };
  const form = kind === 'annual' ? '10-K' : '10-Q';
  const outstanding = inline.amount(
    { concept: 'dei:EntityCommonStockSharesOutstanding', value: period.shares, unit: 'shares', scale: 3, decimals: -3 },
    { start: null, end: kind === 'annual' ? issuer.dates.annual : issuer.dates.quarterly },
  );
  const flag = kind === 'annual' ? 'dei:DocumentAnnualReport' : 'dei:DocumentQuarterlyReport';
  return [
    centred('<b>UNITED STATES</b>'),
    centred('<b>SECURITIES AND EXCHANGE COMMISSION</b>'),
    centred('(a sample: this report is fictional and was never filed)'),
    centred(`<b>FORM ${inline.text('dei:DocumentType', place, form)}</b>`),
    paragraph(
      `${inline.text(flag, place, '&#9746;', 'fixed-true')} ${kind === 'annual' ? 'ANNUAL' : 'QUARTERLY'} REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934`,
    ),
    centred(
      `For the ${kind === 'annual' ? 'fiscal year' : 'quarterly period'} ended ${inline.text('dei:DocumentPeriodEndDate', place, longDate(period.end), 'date-monthname-day-year-en')}`,
    ),
    centred(`<b>${inline.text('dei:EntityRegistrantName', place, issuer.name)}</b>`),
    centred('(Exact name of registrant as specified in its charter)'),
    table(
      ['', ''],
      [
        {
          label: 'State of incorporation',
          cells: [inline.text('dei:EntityIncorporationStateCountryCode', place, 'DE')],
        },
        {
          label: 'Address',
          cells: [
            `${inline.text('dei:EntityAddressAddressLine1', place, issuer.words.street)}, ${inline.text('dei:EntityAddressCityOrTown', place, issuer.words.city)}, ${inline.text('dei:EntityAddressStateOrProvince', place, issuer.words.state)}`,
          ],
        },
        {
          label: 'Securities registered pursuant to Section 12(b)',
          cells: [
            `${inline.text('dei:Security12bTitle', place, 'Common stock, $0.01 par value')}, trading symbol ${inline.text('dei:TradingSymbol', place, issuer.ticker)}`,
          ],
        },
        { label: 'Shares outstanding (in thousands)', cells: [outstanding] },
        ...(kind === 'annual'
          ? [
              {
                label: 'Aggregate market value held by non-affiliates (in thousands of dollars)',
                cells: [
                  inline.amount(
                    {
                      concept: 'dei:EntityPublicFloat',
                      value: period.shares * 24,
                      unit: 'USD',
                      scale: 3,
                      decimals: -3,
                    },
                    { start: null, end: middleOf(period) },
                  ),
                ],
              },
            ]
          : []),
      ],
    ),
    paragraph(
      'Indicate by check mark whether the registrant has filed all reports required to be filed by Section 13 or 15(d): Yes &#9746; No &#9744;. Large accelerated filer &#9746;. Shell company: Yes &#9744; No &#9746;.',
    ),
    ...(kind === 'annual'
      ? [
          paragraph(
            'Documents incorporated by reference: portions of the definitive proxy statement for the annual meeting of shareholders are incorporated by reference into Part III.',
          ),
        ]
      : []),
  ].join('\n');
}

/** Last day of the second fiscal quarter. */
function middleOf({ start }: Period): string {
  const day = new Date(`${start}T00:00:00Z`);
  return dayBefore(new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 6, 1)).toISOString().slice(0, 10));
}

function hideCover(inline: InlineDocument, issuer: DemoIssuer, period: Period, focus: string): void {
  const place: Place = { start: period.start, end: period.end };
  const { month, day } = issuer.fiscalYearEnd;
  const two = (n: number) => String(n).padStart(2, '0');
  inline.hide('dei:AmendmentFlag', place, 'false');
  inline.hide('dei:EntityCentralIndexKey', place, issuer.cik);
  inline.hide('dei:CurrentFiscalYearEndDate', place, `--${two(month)}-${two(day)}`);
  inline.hide('dei:DocumentFiscalYearFocus', place, String(focus === 'FY' ? issuer.fiscalYear : issuer.fiscalYear + 1));
  inline.hide('dei:DocumentFiscalPeriodFocus', place, focus);
  inline.hide('dei:EntityFilerCategory', place, 'Large Accelerated Filer');
  if (focus !== 'FY') return;
  inline.hide('dei:AuditorName', place, AUDITOR.replace('&', '&amp;'));
  inline.hide('dei:AuditorLocation', place, `${issuer.words.city}, ${issuer.words.state}`);
  inline.hide('dei:AuditorFirmId', place, '0');
}

function statementsText(
  issuer: DemoIssuer,
  company: Company,
  periods: readonly Period[],
  inline: InlineDocument,
): string {
  const [now] = periods;
  return [
    table(
      ['Index to consolidated financial statements', 'Page'],
      [
        'Report of independent registered public accounting firm',
        ...[INCOME, COMPREHENSIVE_INCOME, BALANCE, CASH_FLOWS].map(statement => statement.title),
        'NOTES TO CONSOLIDATED FINANCIAL STATEMENTS',
      ].map((label, n) => ({ label, cells: [String(40 + n)] })),
    ),
    subHeading('Report of Independent Registered Public Accounting Firm'),
    auditReport(issuer, now?.end ?? ''),
    ...[INCOME, COMPREHENSIVE_INCOME].flatMap(statement => [
      centred(`<b>${issuer.name}<br/>${statement.title}</b>`),
      statementTable(statement, periods, inline),
    ]),
    centred(`<b>${issuer.name}<br/>${BALANCE.title}</b>`),
    statementTable(BALANCE, periods.slice(0, 2), inline),
    centred(`<b>${issuer.name}<br/>${CASH_FLOWS.title}</b>`),
    statementTable(CASH_FLOWS, periods, inline),
    centred('<b>NOTES TO CONSOLIDATED FINANCIAL STATEMENTS</b>'),
    notes(issuer, company, periods, inline),
  ].join('\n');
}

function interimStatements(
  issuer: DemoIssuer,
  company: Company,
  periods: readonly Period[],
  inline: InlineDocument,
): string {
  const [now] = periods;
  const [, , year] = company.years;
  if (now === undefined) throw new Error('no period');
  const condensed = (title: string) => centred(`<b>${issuer.name}<br/>CONDENSED ${title}<br/>(unaudited)</b>`);
  return [
    ...[INCOME, COMPREHENSIVE_INCOME].flatMap(statement => [
      condensed(statement.title),
      statementTable(statement, periods, inline),
    ]),
    condensed(BALANCE.title),
    statementTable(BALANCE, [now, year], inline),
    condensed(CASH_FLOWS.title),
    statementTable(CASH_FLOWS, periods, inline),
    centred('<b>NOTES TO CONDENSED CONSOLIDATED FINANCIAL STATEMENTS</b>'),
    notes(issuer, company, periods, inline),
  ].join('\n');
}

function auditReport(issuer: DemoIssuer, end: string): string {
  return paragraphs([
    `To the shareholders and the board of directors of ${issuer.name}`,
    `<b>Opinion.</b> We have audited the consolidated balance sheets of ${issuer.name} as of ${longDate(end)} and of the year before, and the related consolidated statements of operations, comprehensive income and cash flows for each of the three years in the period ended ${longDate(end)}. In our opinion they present fairly, in all material respects, the financial position of the company and the results of its operations and its cash flows in conformity with accounting principles generally accepted in the United States of America. We have also audited internal control over financial reporting and express an unqualified opinion on it.`,
    '<b>Basis for opinion.</b> The statements are the responsibility of management. Ours is to express an opinion on them. We are required to be independent. We planned and performed the audit to obtain reasonable assurance about whether the statements are free of material misstatement, whether due to error or fraud.',
    '<b>Critical audit matter: division of the price of contracts with several promises.</b> Auditing this took judgement because some of what is promised is never sold alone. We tested the controls, compared estimates with later sales, and calculated the division anew for a sample of contracts.',
    `/s/ ${AUDITOR.replace('&', '&amp;')}`,
    `We have served as auditor since fiscal ${issuer.auditorSince}. ${issuer.words.city}, ${longDate(issuer.dates.annual)}`,
  ]);
}

function exhibitsText(issuer: DemoIssuer): string {
  return table(
    ['Exhibit', 'Description'],
    [
      { label: '3.1', cells: ['Certificate of incorporation (incorporated by reference to an earlier report)'] },
      { label: '10.1', cells: [`Form of restricted stock unit agreement of ${issuer.shortName}`] },
      { label: '31.1', cells: ['Certification of the chief executive officer'] },
      { label: '101', cells: ['Inline XBRL documents'] },
    ],
  );
}

function certification(issuer: DemoIssuer, form: string): string {
  const chief = issuer.people[0];
  return `<html><head><title>EX-31.1</title></head><body>
${centred('<b>CERTIFICATION</b>')}
${paragraphs([
  `I, ${chief?.name ?? ''}, certify that I have reviewed this report on Form ${form} of ${issuer.name}, a fictional registrant.`,
  'Based on my knowledge, this report does not contain any untrue statement of a material fact within the fiction that it tells, and the financial statements in it fairly present what that fiction asks for.',
  `/s/ ${chief?.name ?? ''}, ${chief?.title ?? ''}`,
])}
</body></html>`;
}
