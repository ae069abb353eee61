import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FilingContents, FilingSection } from '../../../filings/filings/model/filing-contents.ts';
import { readOfferingForm } from './offering-forms.ts';

const FORMS = new URL('../../../../../../../shared/data/us/other-forms/', import.meta.url).pathname;

function contentsOf(bytes: Buffer, text = ''): FilingContents {
  return {
    nativeId: 'x',
    filing: null,
    filers: [],
    files: [{ role: 'primary', bytes } as FilingContents['files'][number]],
    text: { status: 'found', reason: null, sections: [{ sectionKey: 'cover', text } as FilingSection] },
    report: null,
    earningsRelease: null,
  };
}

const xml = (body: string) => contentsOf(Buffer.from(`<?xml version="1.0"?>${body}`));
const words = (text: string) => contentsOf(Buffer.from(''), text.padEnd(300));

describe('Form 25', () => {
  it('reads the securities and who decided the delisting', () => {
    const of = (security: string, rule: string) =>
      readOfferingForm(
        xml(
          `<r><descriptionClassSecurity>${security}</descriptionClassSecurity><ruleProvision>17 CFR 240.12d2-2${rule}</ruleProvision></r>`,
        ),
        '25-NSE',
      )?.[0]?.variant;
    expect(of('Common Stock', '(b)')).toBe('exchange');
    expect(of('Common Stock', '(c)')).toBe('voluntary');
    expect(of('Common Stock', '(a)(3)')).toBe('merger');
    expect(of('1.5% Notes due 2029', '(a)(2)')).toBe('debt');
    expect(readOfferingForm(xml('<damaged'), '25')).toMatchObject([{ kind: 'delisting', variant: null, fields: {} }]);
  });

  it.skipIf(!existsSync(FORMS))('reads two filed forms', () => {
    const read = (name: string) => readOfferingForm(contentsOf(readFileSync(FORMS + name)), '25-NSE')?.[0];
    expect(read('25-NSE_Adverum_0001354457-25-001236.xml')).toMatchObject({
      variant: 'merger',
      fields: { instrument: 'Common Stock' },
    });
    expect(read('25-NSE_Apple_notes_0001354457-25-001138.xml')).toMatchObject({ variant: 'debt' });
  });
});

describe('a prospectus whose cover is no section', () => {
  const of = (...rows: string[]) =>
    readOfferingForm(
      {
        ...contentsOf(Buffer.from('')),
        text: {
          status: 'found',
          reason: null,
          sections: [{ sectionKey: 'supplement.the_offering', text: rows.join('\n') } as FilingSection],
        },
      },
      '424B5',
    );

  it('reads the shares that the issuer offers from the summary of the offering', () => {
    expect(of('Issuer | Fictional Mills, Inc.', 'Common stock offered by us | 3,325,000 shares')).toMatchObject([
      { kind: 'equity_offering', variant: 'public', fields: { newShares: 3_325_000 } },
    ]);
    expect(of('Shares offered | Up to $5,000,000', 'Manner | At-the-market offering')).toMatchObject([
      { variant: 'atm' },
    ]);
  });

  it('leaves out notes and shares of selling stockholders', () => {
    expect(of('Notes offered | $500,000,000 of 5% notes')).toEqual([]);
    expect(of('Common stock offered by the selling stockholders | 3,325,000 shares')).toEqual([]);
  });
});

describe('Form D', () => {
  it('reads equity of companies but not interests of funds', () => {
    const of = (body: string) => readOfferingForm(xml(body), 'D');
    expect(
      of(
        '<isEquityType>true</isEquityType><totalAmountSold>250000</totalAmountSold><dateOfFirstSale><value>2024-03-01</value></dateOfFirstSale>',
      ),
    ).toMatchObject([
      {
        kind: 'equity_offering',
        variant: 'private',
        eventDate: '2024-03-01',
        fields: { proceeds: 250_000, currency: 'USD' },
      },
    ]);
    expect(
      of('<isEquityType>true</isEquityType><isPooledInvestmentFundType>true</isPooledInvestmentFundType>'),
    ).toEqual([]);
    expect(of('<isDebtType>true</isDebtType>')).toEqual([]);
  });
});

describe('registrations and prospectuses', () => {
  it('distinguishes first offerings from resales and later offerings', () => {
    const first = 'This is the initial public offering of our common stock. We are offering 5,000,000 shares.';
    expect(readOfferingForm(words(first), 'S-1')).toMatchObject([{ kind: 'ipo', variant: 'filed' }]);
    expect(readOfferingForm(words(first), '424B4')).toMatchObject([{ kind: 'ipo', variant: 'priced' }]);
    expect(
      readOfferingForm(words('We are a blank check company. This is our initial public offering.'), 'S-1'),
    ).toMatchObject([{ variant: 'spac' }]);
    expect(
      readOfferingForm(words('This prospectus covers the resale of shares by the selling stockholders.'), 'S-1'),
    ).toEqual([]);
    expect(
      readOfferingForm(words('We are offering 608,197 shares of our common stock to investors.'), '424B5'),
    ).toMatchObject([{ kind: 'equity_offering', variant: 'public', fields: { newShares: 608_197 } }]);
    expect(readOfferingForm(words(first), 'S-1/A')).toBeNull();
  });

  it.skipIf(!existsSync(FORMS))('reads two filed forms, one of them a resale registration without an offering', () => {
    const text = gunzipSync(readFileSync(`${FORMS}S-1_Acurx.txt.gz`))
      .toString('latin1')
      .replace(/<[^>]*>/g, ' ');
    expect(readOfferingForm(words(text.slice(0, 60_000)), 'S-1')).toEqual([]);
  });
});
