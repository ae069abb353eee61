import { describe, expect, it } from 'vitest';
import { openFiling } from './open-filing.ts';

const URL = 'https://www.sec.gov/Archives/edgar/data/9999999/000999999926000007';

function open(name: string, text: string) {
  const { records, anomalies } = openFiling([{ url: `${URL}/${name}`, sha256: '', bytes: Buffer.from(text) }]);
  const filing = records.flatMap(({ filings }) => filings)[0] ?? null;
  return { filing, sources: records.map(({ source }) => source), kinds: anomalies.map(({ kind }) => kind) };
}

const form4 = (...days: string[]) => `<?xml version="1.0"?>
<ownershipDocument><schemaVersion>X0609</schemaVersion><documentType>4/A</documentType>
<periodOfReport>2026-04-01</periodOfReport>
<issuer><issuerCik>0009999999</issuerCik><issuerName>Fictional Lantern Corp</issuerName></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>0009999998</rptOwnerCik><rptOwnerName>Example Ada</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship></reportingOwner>
${days.map(day => `<ownerSignature><signatureName>/s/ A</signatureName><signatureDate>${day}</signatureDate></ownerSignature>`).join('')}
</ownershipDocument>`;

describe('a form in XML that no list states', () => {
  it('is dated by its last signature, in a source of its own', () => {
    const opened = open('form4.xml', form4('2026-04-02', '2026-04-03'));
    expect(opened.filing).toMatchObject({ filingDate: '2026-04-03', formType: '4/A', isAmendment: true });
    expect(opened.sources).toEqual(['filing/0009999999-26-000007', 'signature/0009999999-26-000007']);
    expect(opened.kinds).toEqual(['filing_date_from_signature']);
  });

  it('may print the day in the American order', () => {
    const holdings = `<edgarSubmission><headerData><submissionType>13F-NT</submissionType></headerData><formData>
      <signatureBlock><name>A</name><signatureDate>05-14-2026</signatureDate></signatureBlock></formData></edgarSubmission>`;
    expect(open('primary_doc.xml', holdings).filing).toMatchObject({ filingDate: '2026-05-14', formType: '13F-NT' });
    const stake = `<edgarSubmission><headerData><submissionType>SCHEDULE 13G</submissionType></headerData><formData>
      <signatureInformation><signatureDetails><signature>A</signature><date>02/13/2026</date></signatureDetails></signatureInformation></formData></edgarSubmission>`;
    expect(open('primary_doc.xml', stake).filing).toMatchObject({ filingDate: '2026-02-13' });
  });

  it('has no date without a signature, or with one of another year than its number', () => {
    expect(open('form4.xml', form4()).filing).toBeNull();
    expect(open('form4.xml', form4('2025-04-03', 'no day')).filing).toBeNull();
  });
});
