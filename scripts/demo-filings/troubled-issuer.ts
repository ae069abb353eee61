import { currentReport, type ReportedItem } from './current-reports.ts';
import { centred, paragraph, paragraphs, table } from './layout.ts';
import { longDate } from './statements.ts';
import type { DemoFiling, HeaderIssuer } from './submission.ts';
import { troubledReport } from './troubled-report.ts';

/** An issuer to which things happen: its current reports and late notices make patterns. */
export const TROUBLED_ISSUER: HeaderIssuer & { people: readonly { name: string; title: string }[] } = {
  cik: '9999900020',
  name: 'Mockup Battery Works Inc (fictional)',
  sic: '3690',
  sicTitle: 'MISCELLANEOUS ELECTRICAL MACHINERY, EQUIPMENT & SUPPLIES',
  fiscalYearEnd: { month: 12, day: 31 },
  words: { street: '7 Electrolyte Lane', city: 'Patternville', state: 'PA' },
  people: [
    { name: 'Casey Placeholder', title: 'Chief Executive Officer' },
    { name: 'Drew Instance', title: 'Chief Financial Officer' },
  ],
};

const NAME = TROUBLED_ISSUER.name;
const ACCOUNTANT = "Changes in Registrant's Certifying Accountant";
const UNREGISTERED = 'Unregistered Sales of Equity Securities';

interface Told {
  filed: string;
  items: readonly ReportedItem[];
}

const CURRENT: readonly Told[] = [
  {
    filed: '2025-03-14',
    items: [
      {
        code: '4.01',
        title: ACCOUNTANT,
        text: paragraphs([
          `(a) On ${longDate('2025-03-11')}, the audit committee of ${NAME} dismissed Dummy, Model &amp; Co. as its independent registered public accounting firm. In the last two fiscal years and the time since then there were no disagreements with Dummy, Model &amp; Co. on any matter of accounting principles, disclosure or auditing scope.`,
          '(b) On the same day the audit committee engaged Specimen &amp; Pattern LLP for the fiscal year that has begun.',
        ]),
      },
    ],
  },
  {
    filed: '2025-06-20',
    items: [
      {
        code: '3.02',
        title: UNREGISTERED,
        text: paragraph(
          `On ${longDate('2025-06-18')}, ${NAME} issued and sold 6,400,000 shares of its common stock to four accredited investors in a private placement at a price of $1.10 per share, for gross proceeds of $7,040,000. Before the sale 38,000,000 shares of common stock were outstanding. The proceeds will be used for working capital. The sale was made under Section 4(a)(2) of the Securities Act of 1933.`,
        ),
      },
    ],
  },
  {
    filed: '2025-12-05',
    items: [
      {
        code: '3.02',
        title: UNREGISTERED,
        text: paragraph(
          `On ${longDate('2025-12-03')}, ${NAME} issued senior convertible notes in the principal amount of $5,000,000 to one institutional investor. The notes convert at the option of the holder at 80% of the lowest volume-weighted average price of the common stock in the ten trading days before the conversion. The notes were sold under Section 4(a)(2) of the Securities Act of 1933.`,
        ),
      },
    ],
  },
  {
    filed: '2026-02-20',
    items: [
      {
        code: '4.02',
        title:
          'Non-Reliance on Previously Issued Financial Statements or a Related Audit Report or Completed Interim Review',
        text: paragraph(
          `(a) On ${longDate('2026-02-17')}, the board of directors of ${NAME} concluded that the previously issued unaudited financial statements for the periods ended ${longDate('2025-03-31')}, ${longDate('2025-06-30')} and ${longDate('2025-09-30')} should no longer be relied upon, because revenue of $3,200,000 was recognised before the batteries had been delivered. The company will restate these statements. The audit committee discussed the matter with Specimen &amp; Pattern LLP.`,
        ),
      },
    ],
  },
  {
    filed: '2026-04-24',
    items: [
      {
        code: '4.01',
        title: ACCOUNTANT,
        text: paragraph(
          `(a) On ${longDate('2026-04-21')}, Specimen &amp; Pattern LLP notified ${NAME} of its resignation as the independent registered public accounting firm of the company, effective on that day. The audit committee has begun to look for another firm.`,
        ),
      },
    ],
  },
  {
    filed: '2026-05-22',
    items: [
      {
        code: '3.02',
        title: UNREGISTERED,
        text: paragraph(
          `On ${longDate('2026-05-20')}, ${NAME} issued and sold 12,000,000 shares of its common stock to two accredited investors in a private placement at a price of $0.62 per share, for gross proceeds of $7,440,000. Before the sale 46,000,000 shares of common stock were outstanding. The proceeds will be used for working capital. The sale was made under Section 4(a)(2) of the Securities Act of 1933.`,
        ),
      },
    ],
  },
];

const LATE: readonly { filed: string; form: string; period: string; report: string; cause: string }[] = [
  {
    filed: '2025-11-17',
    form: 'NT 10-Q',
    period: '2025-09-30',
    report: 'Form 10-Q',
    cause: 'The company needs more time to complete the review of its inventories.',
  },
  {
    filed: '2026-04-01',
    form: 'NT 10-K',
    period: '2025-12-31',
    report: 'Form 10-K',
    cause:
      'The company is restating its interim statements of the year and could not complete its annual statements in time.',
  },
];

/** All that it files. */
export function troubledFilings(): DemoFiling[] {
  const current = CURRENT.map(({ filed, items }) => ({
    form: '8-K',
    period: filed,
    filed,
    items: items.map(({ code, title }): [string, string] => [code, title]),
    content: currentReport(TROUBLED_ISSUER, filed, items),
  }));
  const late = LATE.map(one => ({ ...one, items: [], content: lateNotice(one) }));
  const annual = {
    ...{ form: '10-K', period: '2025-12-31', filed: '2026-06-08', items: [] },
    content: troubledReport(NAME, TROUBLED_ISSUER.people[0]?.name ?? ''),
  };
  return [...current, ...late, annual]
    .sort((a, b) => (a.filed < b.filed ? -1 : 1))
    .map(({ form, period, filed, items, content }, at) => ({
      accession: `${TROUBLED_ISSUER.cik}-${filed.slice(2, 4)}-${String(at + 1).padStart(6, '0')}`,
      ...{ form, period, filed, items },
      accepted: '170211',
      documents: [{ type: form, fileName: `mkbw-${filed}.htm`, description: form, content }],
    }));
}

function lateNotice({ filed, period, report, cause }: (typeof LATE)[number]): string {
  return `<html><head><title>12b-25</title></head><body>
${centred('<b>UNITED STATES<br/>SECURITIES AND EXCHANGE COMMISSION</b>')}
${centred('(a sample: this notice is fictional and was never filed)')}
${centred('<b>FORM 12b-25<br/>NOTIFICATION OF LATE FILING</b>')}
${table(
  ['', ''],
  [
    { label: 'Form', cells: [report] },
    { label: 'For period ended', cells: [longDate(period)] },
    { label: 'Full name of registrant', cells: [NAME] },
  ],
)}
${paragraph(`<b>Part III &#8211; Narrative.</b> ${cause}`)}
${paragraph(`Date: ${longDate(filed)}`)}
${paragraph(`By: /s/ ${TROUBLED_ISSUER.people[1]?.name ?? ''}, ${TROUBLED_ISSUER.people[1]?.title ?? ''}`)}
</body></html>`;
}
