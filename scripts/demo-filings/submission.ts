import { toAscii } from './inline-document.ts';
import type { DemoIssuer } from './issuers.ts';
import { longDate } from './statements.ts';

/** One document of a submission, with the text between its tags. */
export interface DemoDocument {
  type: string;
  fileName: string | null;
  description: string | null;
  /** Text, or bytes that are uuencoded. */
  content: string | Buffer;
  wrapper?: 'XBRL' | 'XML';
}

/** A person who reports own holdings in an issuer. */
export interface FilingOwner {
  /** Ten digits. */
  cik: string;
  /** Surname first, as in the registry. */
  name: string;
}

export interface DemoFiling {
  accession: string;
  form: string;
  /** Null for proxies and the like. */
  period: string | null;
  filed: string;
  /** New York's clock, `HHmmss`; null before the registry kept it. */
  accepted: string | null;
  /** Titles in the header's words, with their codes. */
  items: readonly [code: string, title: string][];
  documents: readonly DemoDocument[];
  /** The reporting owners, if the report is not the issuer's own. */
  owners?: readonly FilingOwner[];
  /** The holder that files a report of a large stake. */
  filedBy?: FilingOwner;
}

/** The fields of an issuer in the header of a filing. */
export type HeaderIssuer = Pick<DemoIssuer, 'cik' | 'name' | 'sic' | 'sicTitle' | 'fiscalYearEnd' | 'formerNames'> & {
  words: Pick<DemoIssuer['words'], 'street' | 'city' | 'state'>;
};

/** The full submission text of a filing in the registry's form. */
export function submissionText(issuer: HeaderIssuer, filing: DemoFiling): string {
  const digits = (date: string) => date.replaceAll('-', '');
  const { accession, form, period, filed, accepted, items, documents, owners = [], filedBy } = filing;
  const yearEnd = `${String(issuer.fiscalYearEnd.month).padStart(2, '0')}${String(issuer.fiscalYearEnd.day).padStart(2, '0')}`;
  const header = [
    `<SEC-DOCUMENT>${accession}.txt : ${digits(filed)}`,
    `<SEC-HEADER>${accession}.hdr.sgml : ${digits(filed)}`,
    ...(accepted === null ? [] : [`<ACCEPTANCE-DATETIME>${digits(filed)}${accepted}`]),
    `ACCESSION NUMBER:\t\t${accession}`,
    `CONFORMED SUBMISSION TYPE:\t${form}`,
    `PUBLIC DOCUMENT COUNT:\t\t${documents.length}`,
    ...(period === null ? [] : [`CONFORMED PERIOD OF REPORT:\t${digits(period)}`]),
    ...items.map(([, title]) => `ITEM INFORMATION:\t\t${title}`),
    `FILED AS OF DATE:\t\t${digits(filed)}`,
    `DATE AS OF CHANGE:\t\t${digits(filed)}`,
    '',
    ...owners.flatMap(owner => [
      'REPORTING-OWNER:',
      '',
      '\tOWNER DATA:\t',
      `\t\tCOMPANY CONFORMED NAME:\t\t\t${owner.name}`,
      `\t\tCENTRAL INDEX KEY:\t\t\t${owner.cik}`,
      '',
    ]),
    owners.length > 0 ? 'ISSUER:' : filedBy === undefined ? 'FILER:' : 'SUBJECT COMPANY:',
    '',
    '\tCOMPANY DATA:\t',
    `\t\tCOMPANY CONFORMED NAME:\t\t\t${issuer.name}`,
    `\t\tCENTRAL INDEX KEY:\t\t\t${issuer.cik}`,
    `\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\t${issuer.sicTitle} [${issuer.sic}]`,
    '\t\tSTATE OF INCORPORATION:\t\t\tDE',
    `\t\tFISCAL YEAR END:\t\t\t${yearEnd}`,
    '',
    '\tFILING VALUES:',
    `\t\tFORM TYPE:\t\t${form}`,
    '\t\tSEC ACT:\t\t1934 Act',
    `\t\tSEC FILE NUMBER:\t999-${issuer.cik.slice(-5)}`,
    '',
    '\tBUSINESS ADDRESS:\t',
    `\t\tSTREET 1:\t\t${issuer.words.street}`,
    `\t\tCITY:\t\t\t${issuer.words.city.toUpperCase()}`,
    `\t\tSTATE:\t\t\t${issuer.words.state}`,
    '\t\tZIP:\t\t\t00000',
    ...(filedBy === undefined
      ? []
      : [
          '',
          'FILED BY:',
          '',
          '\tCOMPANY DATA:\t',
          `\t\tCOMPANY CONFORMED NAME:\t\t\t${filedBy.name}`,
          `\t\tCENTRAL INDEX KEY:\t\t\t${filedBy.cik}`,
        ]),
    '</SEC-HEADER>',
  ];
  const body = documents.map((document, n) => documentText(document, n + 1));
  return `${header.join('\n')}\n${body.join('')}</SEC-DOCUMENT>\n`;
}

/** The mail wrapper that submissions had until about 2001, with its header lines. */
export function inMailWrapper(submission: string): string {
  const escaped = submission.replace(/^-/gm, '- -');
  return `-----BEGIN PRIVACY-ENHANCED MESSAGE-----
Proc-Type: 2001,MIC-CLEAR
Originator-Name: webmaster@example.com
MIC-Info: RSA-MD5,RSA,
 AAAAFICTIONALxNOTxAxREALxSIGNATUREAAAA==

${escaped}-----END PRIVACY-ENHANCED MESSAGE-----
`;
}

function documentText({ type, fileName, description, content, wrapper }: DemoDocument, sequence: number): string {
  const text =
    typeof content === 'string' ? toAscii(content).replace(/\n+$/, '') : uuencode(content, fileName ?? 'file');
  return [
    '<DOCUMENT>',
    `<TYPE>${type}`,
    `<SEQUENCE>${sequence}`,
    ...(fileName === null ? [] : [`<FILENAME>${fileName}`]),
    ...(description === null ? [] : [`<DESCRIPTION>${description}`]),
    '<TEXT>',
    ...(wrapper === undefined ? [text] : [`<${wrapper}>`, text, `</${wrapper}>`]),
    '</TEXT>',
    '</DOCUMENT>',
    '',
  ].join('\n');
}

function uuencode(bytes: Buffer, name: string): string {
  const sign = (bits: number) => (bits === 0 ? '`' : String.fromCharCode(bits + 32));
  const lines = [`begin 644 ${name}`];
  for (let at = 0; at < bytes.length; at += 45) {
    const part = bytes.subarray(at, at + 45);
    let line = sign(part.length);
    for (let n = 0; n < part.length; n += 3) {
      const [a = 0, b = 0, c = 0] = part.subarray(n, n + 3);
      line += sign(a >> 2) + sign(((a & 3) << 4) | (b >> 4)) + sign(((b & 15) << 2) | (c >> 6)) + sign(c & 63);
    }
    lines.push(line);
  }
  return [...lines, '`', 'end'].join('\n');
}

/** A row of the registry's list of filings. */
export interface SubmissionRow {
  accessionNumber: string;
  filingDate: string;
  reportDate: string;
  acceptanceDateTime: string;
  form: string;
  items: string;
  size: number;
  isXBRL: number;
  isInlineXBRL: number;
  primaryDocument: string;
  primaryDocDescription: string;
}

/** `acceptedAt` is in UTC. */
export function submissionRow(filing: DemoFiling, acceptedAt: string | null, size: number): SubmissionRow {
  const [primary] = filing.documents;
  const isTagged = filing.documents.some(document => document.wrapper === 'XBRL') ? 1 : 0;
  return {
    accessionNumber: filing.accession,
    filingDate: filing.filed,
    reportDate: filing.period ?? '',
    acceptanceDateTime: acceptedAt === null ? '' : acceptedAt.replace('Z', '.000Z'),
    form: filing.form,
    items: filing.items.map(([code]) => code).join(','),
    size,
    isXBRL: isTagged,
    isInlineXBRL: isTagged,
    primaryDocument: primary?.fileName ?? '',
    primaryDocDescription: primary?.description ?? longDate(filing.filed),
  };
}
