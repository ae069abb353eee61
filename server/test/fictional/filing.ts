import type { FictionalCompany } from './registry.ts';

/** Figures of a fictional annual report, in dollars. */
export interface FictionalReport {
  revenue: number;
  netIncome: number;
  assets: number;
}

/** The parts of a full submission of a fictional company. */
export interface FictionalSubmission {
  company: FictionalCompany;
  /** `0009000001-25-000001` */
  accession: string;
  form: string;
  /** `20250220` */
  filed: string;
  period: string;
  documents: { type: string; name: string; text: string }[];
  /** Titles of 8-K items. */
  items?: string[];
}

/** A full submission text file: header and documents. */
export function submissionText(submission: FictionalSubmission): string {
  const { company, accession, form, filed, period, documents, items = [] } = submission;
  const blocks = documents.map(
    ({ type, name, text }, at) =>
      `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${at + 1}\n<FILENAME>${name}\n<DESCRIPTION>${type}\n<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`,
  );
  return `<SEC-DOCUMENT>${accession}.txt : ${filed}
<SEC-HEADER>${accession}.hdr.sgml : ${filed}
<ACCEPTANCE-DATETIME>${filed}160500
ACCESSION NUMBER:\t\t${accession}
CONFORMED SUBMISSION TYPE:\t${form}
PUBLIC DOCUMENT COUNT:\t\t${documents.length}
CONFORMED PERIOD OF REPORT:\t${period}
${items.map(item => `ITEM INFORMATION:\t\t${item}\n`).join('')}FILED AS OF DATE:\t\t${filed}
DATE AS OF CHANGE:\t\t${filed}

FILER:

\tCOMPANY DATA:\t
\t\tCOMPANY CONFORMED NAME:\t\t\t${company.name}
\t\tCENTRAL INDEX KEY:\t\t\t${String(company.cik).padStart(10, '0')}
\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\tELECTRONIC COMPUTERS [3571]
\t\tFISCAL YEAR END:\t\t\t1231
</SEC-HEADER>
${blocks.join('')}</SEC-DOCUMENT>
`;
}

/** An annual report for calendar 2024 in inline XBRL, with revenue by product beside its total. */
export function annualReport(company: FictionalCompany, { revenue, netIncome, assets }: FictionalReport): string {
  const entity = `<xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">${String(company.cik).padStart(10, '0')}</xbrli:identifier>`;
  const member = (name: string) =>
    `<xbrli:segment><xbrldi:explicitMember dimension="srt:ProductOrServiceAxis">${name}</xbrldi:explicitMember></xbrli:segment>`;
  const year =
    '<xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate><xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period>';
  const amount = (id: string, concept: string, context: string, value: number): string =>
    `<ix:nonFraction id="${id}" name="${concept}" contextRef="${context}" unitRef="usd" decimals="0" format="ixt:num-dot-decimal">${value.toLocaleString('en-US')}</ix:nonFraction>`;
  const prose = (topic: string): string =>
    `<p>${`The Company describes its ${topic} here in plain words for the reader. `.repeat(30)}</p>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:us-gaap="http://fasb.org/us-gaap/2024" xmlns:srt="http://fasb.org/srt/2024" xmlns:dei="http://xbrl.sec.gov/dei/2024" xmlns:fict="http://example.com/fict/2024">
<head><title>10-K</title></head><body>
<div style="display:none"><ix:header><ix:hidden>
<ix:nonNumeric id="d1" name="dei:DocumentType" contextRef="y">10-K</ix:nonNumeric>
<ix:nonNumeric id="d2" name="dei:DocumentFiscalYearFocus" contextRef="y">2024</ix:nonNumeric>
<ix:nonNumeric id="d3" name="dei:DocumentFiscalPeriodFocus" contextRef="y">FY</ix:nonNumeric>
<ix:nonNumeric id="d4" name="dei:EntityRegistrantName" contextRef="y">${company.name}</ix:nonNumeric>
<ix:nonNumeric id="d5" name="dei:EntityCentralIndexKey" contextRef="y">${String(company.cik).padStart(10, '0')}</ix:nonNumeric>
</ix:hidden><ix:references><link:schemaRef xlink:type="simple" xlink:href="fict-20241231.xsd"/></ix:references><ix:resources>
<xbrli:context id="y">${entity}</xbrli:entity>${year}</xbrli:context>
<xbrli:context id="hw">${entity}${member('fict:HardwareMember')}</xbrli:entity>${year}</xbrli:context>
<xbrli:context id="sv">${entity}${member('fict:ServicesMember')}</xbrli:entity>${year}</xbrli:context>
<xbrli:context id="e">${entity}</xbrli:entity><xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
</ix:resources></ix:header></div>
<p><b>Item 1. Business</b></p>${prose('machines')}
<p><b>Item 1A. Risk Factors</b></p>${prose('risk of hydraulic failure')}
<p><b>Item 2. Properties</b></p>${prose('two workshops')}
<p><b>Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations</b></p>${prose('results')}
<p><b>Item 8. Financial Statements and Supplementary Data</b></p>${prose('accounts')}
<table><tr><td>Hardware</td><td>${amount('f1', 'us-gaap:Revenues', 'hw', revenue - 250)}</td></tr>
<tr><td>Services</td><td>${amount('f2', 'us-gaap:Revenues', 'sv', 250)}</td></tr>
<tr><td>Revenue</td><td>${amount('f3', 'us-gaap:Revenues', 'y', revenue)}</td></tr>
<tr><td>Net income</td><td>${amount('f4', 'us-gaap:NetIncomeLoss', 'y', netIncome)}</td></tr>
<tr><td>Total assets</td><td>${amount('f5', 'us-gaap:Assets', 'e', assets)}</td></tr></table>
<p><b>Item 9B. Other Information</b></p><p>None.</p>
<p><b>SIGNATURES</b></p><p>Date: February 20, 2025</p>
</body></html>`;
}
