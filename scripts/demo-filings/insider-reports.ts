import type { DemoIssuer } from './issuers.ts';
import type { DemoFiling, FilingOwner } from './submission.ts';

/** A line of either table, in the order in which the form states it. */
interface Line {
  table: 'nonDerivative' | 'derivative';
  title: string;
  /** Absent on holdings. */
  trade?: {
    date: string;
    code: string;
    shares: number;
    price: string;
    direction: 'A' | 'D';
    notes?: readonly string[];
  };
  following: number;
  /** How it is held, where not directly. */
  nature?: string;
  option?: { exercisePrice: string; exercisable: string; expires: string; shares: number };
}

interface Report {
  form: '4' | '4/A';
  period: string;
  /** Date of the filing that it amends. */
  original?: string;
  owners: readonly (FilingOwner & { relation: string })[];
  planBox: boolean;
  lines: readonly Line[];
  notes: Readonly<Record<string, string>>;
  signatures: readonly string[];
}

const TRADED = '2026-05-12';
const FILED = '2026-05-14';
const STOCK = 'Common Stock, $0.01 par value';
const PLAN = 'Made under a Rule 10b5-1 trading plan adopted by the reporting person on December 3, 2025.';

const OFFICER = {
  cik: '9999900901',
  name: 'SAMPLE ROBIN',
  relation: '<isOfficer>1</isOfficer><officerTitle>EVP and Chief Financial Officer</officerTitle>',
};
const DIRECTOR = { cik: '9999900902', name: 'EXAMPLE JAMIE', relation: '<isDirector>1</isDirector>' };
const HOLDING = { cik: '9999900903', name: 'Example Fixture Holdings, LLC', relation: '<isDirector>1</isDirector>' };

const EXERCISE: Line = {
  table: 'nonDerivative',
  title: STOCK,
  trade: { date: TRADED, code: 'M', shares: 12_000, price: '31.50', direction: 'A' },
  following: 61_400,
};
const OPTION: Line = {
  table: 'derivative',
  title: 'Stock Option (Right to Buy)',
  trade: { date: TRADED, code: 'M', shares: 12_000, price: '0', direction: 'D' },
  following: 24_000,
  option: { exercisePrice: '31.50', exercisable: '2021-03-01', expires: '2028-03-01', shares: 12_000 },
};

function sale(shares: number, price: string, following: number, range: string): Line {
  return {
    table: 'nonDerivative',
    title: STOCK,
    trade: { date: TRADED, code: 'S', shares, price, direction: 'D', notes: ['F1', range] },
    following,
  };
}

const RANGES = {
  F2: 'The price is a weighted average of sales at prices from $83.90 to $84.60.',
  F3: 'The price is a weighted average of sales at prices from $84.80 to $85.70.',
};

/** An officer who exercises options and sells under a plan. */
const SALES: Report = {
  form: '4',
  period: TRADED,
  owners: [OFFICER],
  planBox: true,
  lines: [
    EXERCISE,
    sale(8_200, '84.2147', 53_200, 'F2'),
    sale(3_800, '85.0630', 49_400, 'F3'),
    {
      table: 'nonDerivative',
      title: STOCK,
      trade: { date: TRADED, code: 'G', shares: 500, price: '0', direction: 'D' },
      following: 48_900,
    },
    { table: 'nonDerivative', title: STOCK, following: 15_250, nature: 'By family trust' },
    OPTION,
  ],
  notes: { F1: PLAN, ...RANGES },
  signatures: ['/s/ Casey Template, attorney-in-fact for Robin Sample'],
};

/** A correction of the same report: one price was wrong. */
const CORRECTED_SALES: Report = {
  ...SALES,
  form: '4/A',
  original: FILED,
  lines: [sale(8_200, '84.2147', 53_200, 'F2'), sale(3_800, '85.3060', 49_400, 'F3')],
};

/** A joint report of a director and the director's company, both of which buy. */
const PURCHASE: Report = {
  form: '4',
  period: '2026-05-13',
  owners: [DIRECTOR, HOLDING],
  planBox: false,
  lines: [
    {
      table: 'nonDerivative',
      title: STOCK,
      trade: { date: '2026-05-13', code: 'P', shares: 2_500, price: '83.10', direction: 'A' },
      following: 18_700,
      nature: 'By Example Fixture Holdings, LLC',
    },
  ],
  notes: {},
  signatures: ['/s/ Jamie Example', '/s/ Jamie Example, managing member'],
};

/** Insider reports of the first issuer, by filing date. */
export const INSIDER_REPORTS: readonly { filed: string; accepted: string; report: Report }[] = [
  { filed: FILED, accepted: '163310', report: SALES },
  { filed: '2026-05-15', accepted: '170205', report: PURCHASE },
  { filed: '2026-05-20', accepted: '162044', report: CORRECTED_SALES },
];

/** Returns the filing of a report. */
export function insiderFiling(
  issuer: DemoIssuer,
  accession: string,
  { filed, accepted, report }: (typeof INSIDER_REPORTS)[number],
): DemoFiling {
  return {
    accession,
    form: report.form,
    period: report.period,
    filed,
    accepted,
    items: [],
    owners: report.owners,
    documents: [
      {
        type: report.form,
        fileName: 'ownership.xml',
        description: 'PRIMARY DOCUMENT',
        content: documentText(issuer, report),
        wrapper: 'XML',
      },
    ],
  };
}

function documentText(issuer: DemoIssuer, report: Report): string {
  const { form, period, original, owners, planBox, lines, notes, signatures } = report;
  const table = (name: Line['table']): string => {
    const rows = lines.filter(line => line.table === name).map(lineText);
    return rows.length === 0 ? '' : `  <${name}Table>\n${rows.join('')}  </${name}Table>\n`;
  };
  return `<?xml version="1.0"?>
<ownershipDocument>
  <schemaVersion>X0508</schemaVersion>
  <documentType>${form}</documentType>
  <periodOfReport>${period}</periodOfReport>
${original === undefined ? '' : `  <dateOfOriginalSubmission>${original}</dateOfOriginalSubmission>\n`}  <issuer>
    <issuerCik>${issuer.cik}</issuerCik>
    <issuerName>${issuer.name}</issuerName>
    <issuerTradingSymbol>${issuer.ticker}</issuerTradingSymbol>
  </issuer>
${owners
  .map(
    ({ cik, name, relation }) => `  <reportingOwner>
    <reportingOwnerId><rptOwnerCik>${cik}</rptOwnerCik><rptOwnerName>${name}</rptOwnerName></reportingOwnerId>
    <reportingOwnerRelationship>${relation}</reportingOwnerRelationship>
  </reportingOwner>
`,
  )
  .join('')}  <aff10b5One>${planBox ? 1 : 0}</aff10b5One>
${table('nonDerivative')}${table('derivative')}  <footnotes>
${Object.entries(notes)
  .map(([id, text]) => `    <footnote id="${id}">${text}</footnote>\n`)
  .join('')}  </footnotes>
  <remarks>Fictional: nobody holds or sold anything.</remarks>
${signatures
  .map(
    name =>
      `  <ownerSignature><signatureName>${name}</signatureName><signatureDate>${period}</signatureDate></ownerSignature>\n`,
  )
  .join('')}</ownershipDocument>`;
}

function lineText({ table, title, trade, following, nature, option }: Line): string {
  const name = `${table}${trade === undefined ? 'Holding' : 'Transaction'}`;
  const parts = [
    leaf('securityTitle', title),
    option === undefined ? '' : leaf('conversionOrExercisePrice', option.exercisePrice),
    trade === undefined ? '' : leaf('transactionDate', trade.date),
    trade === undefined
      ? ''
      : `<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${trade.code}</transactionCode><equitySwapInvolved>0</equitySwapInvolved></transactionCoding>`,
    trade === undefined
      ? ''
      : `<transactionAmounts>${leaf('transactionShares', String(trade.shares))}${leaf('transactionPricePerShare', trade.price, trade.notes)}${leaf('transactionAcquiredDisposedCode', trade.direction)}</transactionAmounts>`,
    option === undefined
      ? ''
      : `${leaf('exerciseDate', option.exercisable)}${leaf('expirationDate', option.expires)}<underlyingSecurity>${leaf('underlyingSecurityTitle', STOCK)}${leaf('underlyingSecurityShares', String(option.shares))}</underlyingSecurity>`,
    `<postTransactionAmounts>${leaf('sharesOwnedFollowingTransaction', String(following))}</postTransactionAmounts>`,
    `<ownershipNature>${leaf('directOrIndirectOwnership', nature === undefined ? 'D' : 'I')}${nature === undefined ? '' : leaf('natureOfOwnership', nature)}</ownershipNature>`,
  ];
  const indented = parts.filter(part => part !== '').map(part => `      ${part}\n`);
  return `    <${name}>\n${indented.join('')}    </${name}>\n`;
}

function leaf(name: string, value: string, notes: readonly string[] = []): string {
  return `<${name}><value>${value}</value>${notes.map(id => `<footnoteId id="${id}"/>`).join('')}</${name}>`;
}
