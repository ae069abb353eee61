import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentReport } from './current-reports.ts';
import { centred, paragraph, paragraphs, table } from './layout.ts';
import { longDate } from './statements.ts';
import type { DemoFiling, HeaderIssuer } from './submission.ts';

interface Item {
  code: string;
  title: string;
  texts: readonly string[];
}

interface LateNotice {
  filed: string;
  form: string;
  period: string;
  report: string;
  cause: string;
}

interface TroubledIssuer {
  issuer: HeaderIssuer & { officers: readonly { name: string; title: string }[] };
  currentReports: readonly { filed: string; items: readonly Item[] }[];
  lateNotices: readonly LateNotice[];
  /** Items of a 10-K with facts that raise red flags among boilerplate. */
  annualReport: readonly Item[];
}

const data: TroubledIssuer = JSON.parse(readFileSync(join(import.meta.dirname, 'troubled-issuer.json'), 'utf8'));

/** An issuer whose current reports and late notices match signal patterns. */
export const TROUBLED_ISSUER: HeaderIssuer = data.issuer;

const OFFICERS = data.issuer.officers;

/** The filings of the issuer, oldest first. */
export function troubledFilings(): DemoFiling[] {
  const current = data.currentReports.map(({ filed, items }) => ({
    form: '8-K',
    period: filed,
    filed,
    items: items.map(({ code, title }): [string, string] => [code, title]),
    content: currentReport(
      { ...TROUBLED_ISSUER, people: OFFICERS },
      filed,
      items.map(({ texts, ...item }) => ({ ...item, text: paragraphs(texts) })),
    ),
  }));
  const late = data.lateNotices.map(notice => ({ ...notice, items: [], content: lateNotice(notice) }));
  const annual = {
    ...{ form: '10-K', period: '2025-12-31', filed: '2026-06-08', items: [] },
    content: annualReport(),
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

function lateNotice({ filed, period, report, cause }: LateNotice): string {
  return `<html><head><title>12b-25</title></head><body>
${centred('<b>UNITED STATES<br/>SECURITIES AND EXCHANGE COMMISSION</b>')}
${centred('(a sample: this notice is fictional and was never filed)')}
${centred('<b>FORM 12b-25<br/>NOTIFICATION OF LATE FILING</b>')}
${table(
  ['', ''],
  [
    { label: 'Form', cells: [report] },
    { label: 'For period ended', cells: [longDate(period)] },
    { label: 'Full name of registrant', cells: [TROUBLED_ISSUER.name] },
  ],
)}
${paragraph(`<b>Part III &#8211; Narrative.</b> ${cause}`)}
${paragraph(`Date: ${longDate(filed)}`)}
${paragraph(`By: /s/ ${OFFICERS[1]?.name ?? ''}, ${OFFICERS[1]?.title ?? ''}`)}
</body></html>`;
}

/** Form 10-K in plain HTML, without tags. */
function annualReport(): string {
  const items = data.annualReport.map(
    ({ code, title, texts }) => `${paragraph(`<b>Item ${code}. ${title}</b>`)}\n${paragraphs(texts)}`,
  );
  return `<html><head><title>10-K</title></head><body>
${centred('<b>UNITED STATES<br/>SECURITIES AND EXCHANGE COMMISSION</b>')}
${centred('(a sample: this report is fictional and was never filed)')}
${centred('<b>FORM 10-K<br/>ANNUAL REPORT</b>')}
${paragraph(`For the fiscal year ended ${longDate('2025-12-31')}`)}
${paragraph(TROUBLED_ISSUER.name)}
${items.join('\n')}
${paragraph('<b>SIGNATURES</b>')}
${paragraph(`By: /s/ ${OFFICERS[0]?.name ?? ''}`)}
</body></html>`;
}
