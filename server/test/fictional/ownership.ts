import type { FictionalCompany } from './registry.ts';

/** A row of either table, of elements by name; an object is a group. A `*` in front of a text points to a note: `*F1`. */
export type OwnershipRow = { table: 'nonDerivative' | 'derivative'; kind: 'Transaction' | 'Holding' } & {
  title?: string;
  date?: string;
  code?: string;
  shares?: string;
  /** Ends with the notes that it points to: `66.903 *F1`; only a note is a price that is not stated. */
  price?: string;
  direction?: 'A' | 'D';
  following?: string;
  held?: 'D' | 'I';
  nature?: string;
  swap?: string;
  timeliness?: string;
  exercisePrice?: string;
  exercisable?: string;
  expires?: string;
  underlying?: string;
  underlyingShares?: string;
};

/** Who reports: nobody of these numbers exists. */
export interface FictionalOwner {
  cik: number;
  name: string;
  relation?: string;
}

/** An ownership report of a made-up company. */
export interface FictionalOwnership {
  company: FictionalCompany;
  form: '3' | '4' | '5' | '3/A' | '4/A' | '5/A';
  period: string;
  owners: readonly FictionalOwner[];
  rows: readonly OwnershipRow[];
  original?: string;
  planBox?: string;
  notes?: Record<string, string>;
  signature?: string;
  ownsNothing?: boolean;
}

/** The document in the registry's form. */
export function ownershipDocument(report: FictionalOwnership): string {
  const {
    company,
    form,
    period,
    owners,
    rows,
    original,
    planBox,
    notes = {},
    signature = 'by power of attorney',
  } = report;
  const table = (name: 'nonDerivative' | 'derivative'): string =>
    `<${name}Table>${rows
      .filter(row => row.table === name)
      .map(rowText)
      .join('')}</${name}Table>`;
  return `<?xml version="1.0"?>
<ownershipDocument><schemaVersion>X0508</schemaVersion><documentType>${form}</documentType>
<periodOfReport>${period}</periodOfReport>${original === undefined ? '' : `<dateOfOriginalSubmission>${original}</dateOfOriginalSubmission>`}
${report.ownsNothing ? '<noSecuritiesOwned>1</noSecuritiesOwned>' : ''}
<issuer><issuerCik>${cik10(company.cik)}</issuerCik><issuerName>${company.name}</issuerName><issuerTradingSymbol>${company.ticker}</issuerTradingSymbol></issuer>
${owners.map(ownerText).join('')}
${planBox === undefined ? '' : `<aff10b5One>${planBox}</aff10b5One>`}
${table('nonDerivative')}${table('derivative')}
<footnotes>${Object.entries(notes)
    .map(([id, text]) => `<footnote id="${id}">${text}</footnote>`)
    .join('')}</footnotes>
<ownerSignature><signatureName>${signature}</signatureName><signatureDate>${period}</signatureDate></ownerSignature>
</ownershipDocument>`;
}

/** The full submission that contains the document. */
export function ownershipSubmission(
  report: FictionalOwnership,
  accession: string,
  filed: string,
  clock = '160500',
): string {
  const day = filed.replaceAll('-', '');
  const owners = report.owners.map(
    ({ cik, name }) =>
      `REPORTING-OWNER:\n\n\tOWNER DATA:\n\t\tCOMPANY CONFORMED NAME:\t\t\t${name}\n\t\tCENTRAL INDEX KEY:\t\t\t${cik10(cik)}\n\n`,
  );
  return `<SEC-DOCUMENT>${accession}.txt : ${day}
<SEC-HEADER>${accession}.hdr.sgml : ${day}
<ACCEPTANCE-DATETIME>${day}${clock}
ACCESSION NUMBER:\t\t${accession}
CONFORMED SUBMISSION TYPE:\t${report.form}
PUBLIC DOCUMENT COUNT:\t\t1
CONFORMED PERIOD OF REPORT:\t${report.period.replaceAll('-', '')}
FILED AS OF DATE:\t\t${day}
DATE AS OF CHANGE:\t\t${day}

${owners.join('')}ISSUER:

\tCOMPANY DATA:
\t\tCOMPANY CONFORMED NAME:\t\t\t${report.company.name}
\t\tCENTRAL INDEX KEY:\t\t\t${cik10(report.company.cik)}
\t\tSTANDARD INDUSTRIAL CLASSIFICATION:\tELECTRONIC COMPUTERS [3571]
\t\tFISCAL YEAR END:\t\t\t1231
</SEC-HEADER>
<DOCUMENT>
<TYPE>${report.form}
<SEQUENCE>1
<FILENAME>ownership.xml
<TEXT>
<XML>
${ownershipDocument(report)}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

function cik10(cik: number): string {
  return String(cik).padStart(10, '0');
}

function ownerText({ cik, name, relation = '<isDirector>1</isDirector>' }: FictionalOwner): string {
  return `<reportingOwner><reportingOwnerId><rptOwnerCik>${cik10(cik)}</rptOwnerCik><rptOwnerName>${name}</rptOwnerName></reportingOwnerId><reportingOwnerRelationship>${relation}</reportingOwnerRelationship></reportingOwner>`;
}

function rowText(row: OwnershipRow): string {
  const name = `${row.table}${row.kind}`;
  return `<${name}>${leaf('securityTitle', row.title ?? 'Common Stock')}${leaf('conversionOrExercisePrice', row.exercisePrice)}
${leaf('transactionDate', row.date)}
<transactionCoding><transactionFormType>4</transactionFormType>${plain('transactionCode', row.code)}${plain('equitySwapInvolved', row.swap)}</transactionCoding>
${row.timeliness === undefined ? '' : leaf('transactionTimeliness', row.timeliness)}
<transactionAmounts>${leaf('transactionShares', row.shares)}${leaf('transactionPricePerShare', row.price)}${leaf('transactionAcquiredDisposedCode', row.direction)}</transactionAmounts>
${leaf('exerciseDate', row.exercisable)}${leaf('expirationDate', row.expires)}
<underlyingSecurity>${leaf('underlyingSecurityTitle', row.underlying)}${leaf('underlyingSecurityShares', row.underlyingShares)}</underlyingSecurity>
<postTransactionAmounts>${leaf('sharesOwnedFollowingTransaction', row.following)}</postTransactionAmounts>
<ownershipNature>${leaf('directOrIndirectOwnership', row.held ?? 'D')}${leaf('natureOfOwnership', row.nature)}</ownershipNature></${name}>`;
}

function plain(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${text}</${name}>`;
}

function leaf(name: string, text: string | undefined): string {
  if (text === undefined) return '';
  const words = text.split(' ').filter(word => !word.startsWith('*'));
  const notes = text.split(' ').filter(word => word.startsWith('*'));
  const value = words.length === 0 ? '' : `<value>${words.join(' ')}</value>`;
  return `<${name}>${value}${notes.map(note => `<footnoteId id="${note.slice(1)}"/>`).join('')}</${name}>`;
}
