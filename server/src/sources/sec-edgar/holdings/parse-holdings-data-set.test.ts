import { expect, test } from 'vitest';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import type { BulkPiece, BulkReader, SourceDocument } from '../../kit/source.ts';
import { planBulk, splitBulk } from '../bulk.ts';
import { secEdgar } from '../source.ts';

/** Made-up managers in the form of a Form 13F Data Set. */
const TABLES: Readonly<Record<string, string>> = {
  'SUBMISSION.tsv': `ACCESSION_NUMBER	FILING_DATE	SUBMISSIONTYPE	CIK	PERIODOFREPORT
0009900001-24-000001	14-FEB-2024	13F-HR	0009900001	31-DEC-2023
0009900001-24-000002	29-FEB-2024	13F-HR/A	0009900001	31-DEC-2023
0009900002-24-000001	09-FEB-2024	13F-NT	0009900002	31-DEC-2023
`,
  'COVERPAGE.tsv': `ACCESSION_NUMBER	REPORTCALENDARORQUARTER	ISAMENDMENT	AMENDMENTTYPE	FILINGMANAGER_NAME	REPORTTYPE	FORM13FFILENUMBER
0009900001-24-000001	31-DEC-2023	N		Fictional Capital LP	13F HOLDINGS REPORT	028-00042
0009900001-24-000002	31-DEC-2023	Y	NEW HOLDINGS	Fictional Capital LP	13F HOLDINGS REPORT	028-00042
0009900002-24-000001	31-DEC-2023	N		Silent Ltd	13F NOTICE	028-00043
`,
  'SUMMARYPAGE.tsv': `ACCESSION_NUMBER	OTHERINCLUDEDMANAGERSCOUNT	TABLEENTRYTOTAL	TABLEVALUETOTAL	ISCONFIDENTIALOMITTED
0009900001-24-000001	1	2	5900	N
0009900001-24-000002	0	1	77	Y
`,
  'OTHERMANAGER.tsv': `ACCESSION_NUMBER	OTHERMANAGER_SK	CIK	FORM13FFILENUMBER	CRDNUMBER	SECFILENUMBER	NAME
0009900002-24-000001	1	0009900001	028-00042			Fictional Capital LP
`,
  'OTHERMANAGER2.tsv': `ACCESSION_NUMBER	SEQUENCENUMBER	CIK	FORM13FFILENUMBER	CRDNUMBER	SECFILENUMBER	NAME
0009900001-24-000001	1		028-00043			Silent Ltd
`,
  'INFOTABLE.tsv': `ACCESSION_NUMBER	INFOTABLE_SK	NAMEOFISSUER	TITLEOFCLASS	CUSIP	FIGI	VALUE	SSHPRNAMT	SSHPRNAMTTYPE	PUTCALL	INVESTMENTDISCRETION	OTHERMANAGER	VOTING_AUTH_SOLE	VOTING_AUTH_SHARED	VOTING_AUTH_NONE
0009900001-24-000001	1	FICTIONAL WKS INC	COM	11122A107		5000	100	SH		SOLE		100	0	0
0009900001-24-000001	2	OTHER MLS CO	NOTE	33344B200		900	30	PRN	Put	DFND	1	0	0	0
0009900001-24-000002	3	FICTIONAL GOODS	COM	55566C301		77	7	SH		SOLE		7	0	0
0009900009-24-000001	4	NOBODY	COM	55566C301		77	7	SH		SOLE		7	0	0
`,
  'FORM13F_metadata.json': '{}',
};

const reader: BulkReader = {
  members: Object.keys(TABLES),
  stream: async function* (member) {
    yield Buffer.from(TABLES[member] ?? '');
  },
};

test('divides a data set by manager; each part gives the same reports as their own documents', async () => {
  const name = 'form-13f-data-set/29-FEB-2024';
  expect(await planBulk(reader)).toEqual({ kind: 'tables', name });
  const log = new AnomalyLog('sec-edgar', 'set');
  const pieces: BulkPiece[] = [];
  for await (const some of splitBulk(reader, log)) pieces.push(...some);
  expect(log.list().map(anomaly => `${anomaly.kind} ${anomaly.locator}`)).toEqual([
    'unknown_filing INFOTABLE.tsv 0009900009-24-000001',
  ]);
  const shareOf = (issuerKey: string): SourceDocument[] =>
    [
      ...Map.groupBy(
        pieces.filter(piece => piece.issuerKey === issuerKey),
        piece => piece.part,
      ),
    ].map(([part, some]) => ({
      ...{ url: `${name}/${part}`, sha256: '' },
      bytes: Buffer.from(some.map(piece => piece.text).join('')),
    }));
  const { records, anomalies } = await secEdgar.parse(shareOf('cik:9900001'));
  expect(anomalies).toEqual([]);
  expect(records).toMatchObject([
    {
      ...{ canonicalKey: 'cik:9900001', source: name, issuer: { companyName: 'Fictional Capital LP' } },
      filings: [
        { nativeId: '0009900001-24-000001', formType: '13F-HR', filingDate: '2024-02-14', periodEnd: '2023-12-31' },
        { nativeId: '0009900001-24-000002', isAmendment: true, category: 'institutional_holdings' },
      ],
    },
  ]);
  const [first, second] = records[0]?.holdings ?? [];
  expect(first?.report).toMatchObject({
    ...{
      reportType: 'holdings',
      quarterEnd: '2023-12-31',
      fileNumber: '28-42',
      isReconciled: true,
      schemaVersion: 'X0202',
    },
    managers: [{ edge: 'included', sequenceNumber: 1, cik: null, fileNumber: '28-43', name: 'Silent Ltd' }],
    lines: [
      {
        place: 1,
        nameAsFiled: 'FICTIONAL WKS INC',
        cusip: '11122A107',
        value: '5000',
        amount: '100',
        amountType: 'SH',
      },
      { place: 2, amountType: 'PRN', putCall: 'put', discretion: 'DFND', otherManagers: '1' },
    ],
  });
  expect(second?.report).toMatchObject({ amendment: 'new_holdings', isConfidential: true, isReconciled: true });
  const notice = (await secEdgar.parse(shareOf('cik:9900002'))).records[0]?.holdings?.[0]?.report;
  expect(notice).toMatchObject({
    reportType: 'notice',
    lines: [],
    managers: [{ edge: 'reports_for_filer', cik: '9900001' }],
  });
});
