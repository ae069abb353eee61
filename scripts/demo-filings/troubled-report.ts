import { centred, paragraph, paragraphs } from './layout.ts';
import { longDate } from './statements.ts';

/** What the annual report of the troubled issuer tells, by item: facts that raise red flags among words that do not. */
function items(name: string): readonly { code: string; title: string; text: readonly string[] }[] {
  return [
    {
      code: '1',
      title: 'Business',
      text: [
        `${name} makes batteries for things that do not exist. It sells them to makers of fictional robots and to dealers.`,
        'We sole-source the separators of all our cells from Specimen Foils Ltd (fictional), and hold stocks of them for four weeks.',
        'In 2025 one customer accounted for 54% of our revenue. No other customer accounted for 10% or more of our revenue.',
      ],
    },
    {
      code: '1A',
      title: 'Risk Factors',
      text: [
        'We may be subject to further inquiries of regulators, which could be costly and take the time of our management.',
        'If we fail to comply with a covenant of our loans, our lenders could demand repayment at once.',
        'Our common stock may be delisted if its bid price stays below $1.00.',
        'Attackers could gain unauthorized access to our systems and disrupt our mill.',
      ],
    },
    {
      code: '3',
      title: 'Legal Proceedings',
      text: [
        `On ${longDate('2026-03-09')}, we received a subpoena from the Securities and Exchange Commission for documents about the revenue of 2025. We are cooperating.`,
        `On ${longDate('2026-03-30')}, a putative class action was filed against us and two of our officers in a fictional court, alleging violations of the Securities Exchange Act of 1934.`,
      ],
    },
    {
      code: '7',
      title: "Management's Discussion and Analysis of Financial Condition and Results of Operations",
      text: [
        'Revenue fell, and the cost of materials rose. We used more cash in our operations than we took in.',
        `At ${longDate('2025-12-31')} we were not in compliance with the leverage covenant of our credit facility of $12 million. The lenders have waived nothing.`,
        'Our losses and the notes that fall due in 2026 raise substantial doubt about our ability to continue as a going concern.',
      ],
    },
    {
      code: '8',
      title: 'Financial Statements and Supplementary Data',
      text: [
        'The statements of this sample are left out: nothing in them exists.',
        'We have restated our statements for the first three quarters of 2025 to correct errors in the timing of revenue of $3.2 million.',
      ],
    },
    {
      code: '9A',
      title: 'Controls and Procedures',
      text: [
        `Our chief executive officer concluded that our disclosure controls and procedures were not effective as of ${longDate('2025-12-31')}.`,
        `Management identified a material weakness in the review of deliveries, and concluded that internal control over financial reporting was not effective as of ${longDate('2025-12-31')}.`,
        `In March 2026 the audit committee retained outside counsel and commenced an independent investigation of these allegations.`,
      ],
    },
  ];
}

/** Form 10-K in plain HTML, without tags. */
export function troubledReport(name: string, signer: string): string {
  const told = items(name).map(
    ({ code, title, text }) => `${paragraph(`<b>Item ${code}. ${title}</b>`)}\n${paragraphs(text)}`,
  );
  return `<html><head><title>10-K</title></head><body>
${centred('<b>UNITED STATES<br/>SECURITIES AND EXCHANGE COMMISSION</b>')}
${centred('(a sample: this report is fictional and was never filed)')}
${centred('<b>FORM 10-K<br/>ANNUAL REPORT</b>')}
${paragraph(`For the fiscal year ended ${longDate('2025-12-31')}`)}
${paragraph(name)}
${told.join('\n')}
${paragraph('<b>SIGNATURES</b>')}
${paragraph(`By: /s/ ${signer}`)}
</body></html>`;
}
