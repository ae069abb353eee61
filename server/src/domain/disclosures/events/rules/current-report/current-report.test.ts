import { describe, expect, it } from 'vitest';
import type { FilingContents, FilingSection } from '../../../../filings/filings/model/filing-contents.ts';
import { readEvents } from '../read-events.ts';

/** A fictional current report of Fern Pumps, Inc. with items by code. */
function report(items: Record<string, string>, exhibits: string[] = []): FilingContents {
  const sections = Object.entries(items).map(([code, text]) => ({ sectionKey: `item_${code}`, text }) as FilingSection);
  return {
    nativeId: 'x',
    filing: { formType: '8-K', itemCodes: Object.keys(items), periodEnd: '2024-03-01' } as FilingContents['filing'],
    filers: [{ canonicalKey: 'cik:910001', companyName: 'FERN PUMPS INC', role: 'filer' }],
    files: [],
    text: { status: 'found', reason: null, sections },
    report: null,
    earningsRelease: null,
    exhibits: exhibits.map(text => ({ nativeType: 'EX-99.1', fileName: 'ex991.htm', text })),
  };
}

const read = (items: Record<string, string>, exhibits: string[] = []) =>
  readEvents(report(items, exhibits), 'sec-edgar', []) ?? [];
const titlesOf = (items: Record<string, string>, exhibits: string[] = []) =>
  read(items, exhibits).map(
    ({ itemCode, kind, variant }) => `${itemCode} ${kind}${variant === null ? '' : ` ${variant}`}`,
  );

describe('readCurrentReport on deals', () => {
  it('reads completed deals with the party, the side and the price', () => {
    const text =
      'On March 1, 2024, Fern Pumps, Inc. (the “Company”) completed its acquisition of all of the outstanding capital stock of Moss Valves, Inc. (“Moss”) pursuant to a Stock Purchase Agreement dated January 8, 2024. The aggregate purchase price was approximately $12.5 million in cash.';
    const [deal] = read({ '2.01': text });
    expect(deal).toMatchObject({
      kind: 'acquisition_or_disposal',
      variant: 'completed',
      itemCode: '2.01',
      eventDate: '2024-03-01',
      title: 'Acquisition or disposal completed: Moss Valves, Inc.',
      fields: { counterparty: 'Moss Valves, Inc.', dealSide: 'bought', amount: 12_500_000, currency: 'USD' },
      evidence: [{ sectionKey: 'item_2.01', charStart: 0 }],
    });
    expect(deal?.evidence[0]?.quote).toBe(text.slice(0, deal?.evidence[0]?.charEnd ?? 0));
  });

  it('reads agreed, amended and terminated deals', () => {
    expect(
      titlesOf({
        '1.01':
          'On March 1, 2024, the Company entered into an Agreement and Plan of Merger with Moss Valves, Inc. and Moss Merger Sub, LLC.',
      }),
    ).toEqual(['1.01 acquisition_or_disposal announced']);
    expect(
      titlesOf({
        '1.01':
          'On March 1, 2024, the Company entered into Amendment No. 1 to the Agreement and Plan of Merger with Moss Valves, Inc.',
      }),
    ).toEqual(['1.01 acquisition_or_disposal amended']);
    expect(
      titlesOf({
        '1.02': 'On March 1, 2024, the Company and Moss Valves, Inc. mutually terminated the Merger Agreement.',
      }),
    ).toEqual(['1.02 acquisition_or_disposal terminated']);
    expect(
      titlesOf({
        '1.01':
          'The Merger Agreement may be terminated by either party if the Merger is not completed by June 30, 2024.',
      }),
    ).toEqual([]);
  });

  it('reads several deals of one item and merges a deal that several items repeat', () => {
    const two =
      'On March 1, 2024, the Company completed its acquisition of Moss Valves, Inc. for $3 million. Also on March 1, 2024, the Company completed the sale of its Elm Castings, Inc. subsidiary to Oak Holdings, LLC.';
    expect(
      read({ '2.01': two }).map(event => `${event.subject} ${'dealSide' in event.fields ? event.fields.dealSide : ''}`),
    ).toEqual(['moss valves bought', 'elm castings sold']);
    expect(
      titlesOf({
        '2.01': 'On March 1, 2024, the Company completed its acquisition of Moss Valves, Inc.',
        '7.01':
          'On March 4, 2024, the Company issued a press release announcing the completion of its acquisition of Moss Valves, Inc.',
      }),
    ).toEqual(['2.01 acquisition_or_disposal completed']);
  });

  it('reads no deal from a credit agreement, a sale of notes or an empty item', () => {
    expect(
      titlesOf({
        '1.01':
          'On March 1, 2024, the Company entered into a Credit Agreement with Oak Bank, N.A. The proceeds may be used to acquire businesses.',
        '2.01': 'None.',
      }),
    ).toEqual([]);
    expect(
      titlesOf({
        '1.01':
          'On March 1, 2024, the Company entered into a Purchase Agreement with the initial purchasers for the sale of $300 million aggregate principal amount of its 5.0% senior notes due 2030.',
      }),
    ).toEqual([]);
  });
});

describe('readCurrentReport on issues', () => {
  it('distinguishes shares for cash or as consideration from warrants and convertibles', () => {
    const [shares] = read({
      '3.02':
        'On March 1, 2024, the Company sold 1,200,000 shares of its common stock at $2.50 per share to accredited investors for gross proceeds of $3.0 million. The shares represent approximately 12% of the shares outstanding immediately prior to the sale.',
    });
    expect(shares).toMatchObject({
      kind: 'equity_offering',
      variant: 'private',
      salience: 'notable',
      fields: { newShares: 1_200_000, pricePerShare: 2.5, proceeds: 3_000_000, newSharesPct: 12 },
    });
    expect(
      titlesOf({
        '3.02':
          'On March 1, 2024, the Company issued warrants to purchase 500,000 shares of its common stock to a lender.',
      }),
    ).toEqual(['3.02 convertible_issue warrants']);
    expect(
      titlesOf({
        '3.02':
          'On March 1, 2024, the Company issued $2,000,000 of convertible notes. The notes convert at 80% of the lowest closing bid price of the common stock in the ten days before conversion.',
      }),
    ).toEqual(['3.02 convertible_issue floating_price']);
    expect(
      titlesOf({
        '3.02':
          'To the extent that any shares of common stock are issued upon conversion of the notes, they will be exempt.',
      }),
    ).toEqual([]);
  });

  it('reads underwritten offerings as public and sales agreements as at-the-market', () => {
    expect(
      titlesOf({
        '1.01':
          'On March 1, 2024, the Company entered into an underwriting agreement with Oak Securities relating to the public offering of 4,000,000 shares of the Company’s common stock.',
      }),
    ).toEqual(['1.01 equity_offering public']);
    expect(
      titlesOf({
        '1.01':
          'On March 1, 2024, the Company entered into an at-the-market sales agreement under which it may offer and sell from time to time shares of its common stock.',
      }),
    ).toEqual(['1.01 equity_offering atm']);
    expect(
      titlesOf({ '8.01': 'On March 1, 2024, the Company redeemed all of its convertible senior notes due 2027.' }),
    ).toEqual([]);
  });
});

describe('readCurrentReport on auditors', () => {
  it('distinguishes auditors who are dismissed, resign, decline to stand or are engaged', () => {
    const dismissed =
      'On March 1, 2024, the audit committee dismissed Elm & Ash LLP as the Company’s independent registered public accounting firm. There were no disagreements with Elm & Ash LLP on any matter of accounting principles. On the same day the audit committee engaged Birch LLP as its new auditor.';
    expect(read({ '4.01': dismissed })[0]).toMatchObject({
      variant: 'dismissed',
      salience: 'routine',
      eventDate: '2024-03-01',
      fields: { auditor: 'Birch LLP', formerAuditor: 'Elm & Ash LLP', disagreement: false },
    });
    expect(
      titlesOf({ '4.01': 'On March 1, 2024, Elm LLP notified the Company of its resignation as independent auditor.' }),
    ).toEqual(['4.01 auditor_change resigned']);
    expect(
      titlesOf({
        '4.01':
          'On March 1, 2024, Elm LLP informed the Company that it declined to stand for re-appointment as auditor.',
      }),
    ).toEqual(['4.01 auditor_change declined']);
    expect(
      titlesOf({
        '4.01':
          'On March 1, 2024, the board of directors engaged Birch LLP as the Company’s independent registered public accounting firm.',
      }),
    ).toEqual(['4.01 auditor_change engaged']);
  });

  it('reads a disagreement with the auditor', () => {
    const text =
      'On March 1, 2024, the Company dismissed Elm LLP as its independent auditor. The Company had disagreements with Elm LLP on the timing of revenue.';
    expect(read({ '4.01': text })[0]).toMatchObject({ salience: 'notable', fields: { disagreement: true } });
  });
});

describe('readCurrentReport on details of an item', () => {
  it('takes the day, the party and the side from the sentence that states them', () => {
    const text = 'On the evening of March 1, 2024, Fern Pumps, Inc. completed its acquisition of MossCheck.';
    expect(read({ '7.01': text })[0]).toMatchObject({
      eventDate: '2024-03-01',
      fields: { counterparty: 'MossCheck', dealSide: 'bought' },
    });
  });
});

describe('readCurrentReport on listings', () => {
  it('reads a missed standard by rule number, a regained one, a delisting after a merger and a transfer', () => {
    const missed =
      'On March 1, 2024, the Company received a notice from Nasdaq that it is not in compliance with Nasdaq Listing Rule 5550(a)(2) because the bid price closed below $1.00 for 30 days. The Company has until August 28, 2024 to regain compliance.';
    expect(read({ '3.01': missed })[0]).toMatchObject({
      kind: 'listing_deficiency',
      variant: 'bid_price',
      fields: { exchangeRule: 'Nasdaq Listing Rule 5550(a)(2)', deadlineDate: '2024-08-28' },
    });
    expect(
      read({
        '3.01':
          'On March 1, 2024, Nasdaq notified the Company that it has regained compliance with Listing Rule 5550(a)(2).',
      })[0],
    ).toMatchObject({ variant: 'regained', isResolving: true });
    expect(
      titlesOf({
        '2.01':
          'On March 1, 2024, Oak Holdings, Inc. completed its acquisition of the Company through the merger of a subsidiary with and into the Company.',
        '3.01':
          'In connection with the consummation of the Merger, the Company requested that NYSE file a Form 25 to delist its common stock.',
      }),
    ).toContain('3.01 delisting merger');
    expect(
      titlesOf({
        '3.01':
          'On March 1, 2024, the Company transferred the listing of its common stock from the New York Stock Exchange to Nasdaq.',
      }),
    ).toEqual(['3.01 delisting transfer']);
    expect(
      titlesOf({
        '3.01':
          'On March 1, 2024, the transfer of the listing of the common stock from the Nasdaq Global Market to the Nasdaq Capital Market was approved.',
      }),
    ).toEqual(['3.01 exchange_status transfer']);
    expect(
      titlesOf({
        '3.01':
          'On March 1, 2024, the board of directors decided to voluntarily delist its common stock from the NYSE American.',
      }),
    ).toEqual(['3.01 delisting voluntary']);
  });

  it('does not attribute a decision of the exchange to the company, and reports a later missed standard', () => {
    const notice =
      'On March 1, 2024, the Company received notice that Nasdaq intends to delist the Company’s common stock.';
    expect(titlesOf({ '3.01': notice })).toEqual(['3.01 delisting exchange']);
    const missed =
      'On March 1, 2024, the Company received a letter that it was no longer in compliance with the minimum stockholders’ equity requirement. On February 1, 2024, the Company was notified that it had regained compliance with the bid price rule.';
    expect(titlesOf({ '3.01': missed })).toEqual(['3.01 listing_deficiency equity']);
  });
});

describe('readCurrentReport on single items', () => {
  it('reads the event of each item', () => {
    expect(
      read({
        '1.03':
          'On March 1, 2024, the Company filed a voluntary petition under Chapter 11 in the United States Bankruptcy Court for the District of Delaware, Case No. 24-10001.',
      })[0],
    ).toMatchObject({
      kind: 'bankruptcy',
      variant: 'ch11',
      fields: { court: 'United States Bankruptcy Court for the District of Delaware', caseNumber: '24-10001' },
    });
    expect(
      titlesOf({
        '1.03':
          'On March 1, 2024, the Bankruptcy Court entered an order confirming the Company’s plan of reorganization under Chapter 11.',
      }),
    ).toEqual(['1.03 bankruptcy plan_confirmed']);
    expect(
      read({
        '2.04':
          'On March 1, 2024, the lender accelerated the loan, so that $4,000,000 became immediately due and payable.',
      })[0],
    ).toMatchObject({ kind: 'payment_default', variant: 'acceleration', fields: { amount: 4_000_000 } });
    expect(
      read({
        '2.05':
          'On March 1, 2024, the Company committed to a plan to reduce its workforce by 40 employees. It expects charges of $2.1 million.',
      })[0],
    ).toMatchObject({ kind: 'restructuring', variant: 'layoffs', fields: { amount: 2_100_000 } });
    expect(
      titlesOf({
        '2.06': 'On March 1, 2024, the Company concluded that an impairment of goodwill of $9 million is required.',
      }),
    ).toEqual(['2.06 restructuring impairment']);
    expect(
      titlesOf({
        '5.01':
          'On March 1, 2024, Oak Holdings, LLC purchased 60% of the outstanding common stock from the founder, and control of the Company changed.',
      }),
    ).toEqual(['5.01 control_change purchase']);
    expect(titlesOf({ '1.05': 'On March 1, 2024, the Company detected unauthorized access to its systems.' })).toEqual([
      '1.05 cybersecurity_incident material',
    ]);
    expect(
      titlesOf({
        '5.03':
          'On March 1, 2024, the Company amended its charter to change its name from Fern Pumps, Inc. to Fern Group, Inc.',
      }),
    ).toEqual(['5.03 name_change']);
    expect(titlesOf({ '5.03': 'On March 1, 2024, the board amended the bylaws of the Company.' })).toEqual([]);
  });

  it('reads the affected periods and the restatement of a non-reliance item', () => {
    const text =
      'On March 1, 2024, the audit committee concluded that the financial statements for the quarters ended June 30, 2023 and September 30, 2023 should no longer be relied upon. The Company will restate them.';
    expect(read({ '4.02': text }).map(event => [event.kind, event.variant, event.fields])).toEqual([
      ['non_reliance', 'a_company', { affectedPeriods: ['2023-06-30', '2023-09-30'] }],
      ['restatement', 'big_r', { affectedPeriods: ['2023-06-30', '2023-09-30'] }],
    ]);
  });
});

describe('readCurrentReport on items with free content', () => {
  it('reads what happened to the company, not what may happen or what happened to others', () => {
    expect(
      titlesOf({
        '8.01':
          'On March 1, 2024, a purported class action complaint was filed against the Company and its officers in the United States District Court.',
      }),
    ).toEqual(['8.01 litigation filed']);
    expect(
      titlesOf({ '8.01': 'We may become subject to litigation if a complaint is filed against the Company.' }),
    ).toEqual([]);
    expect(
      titlesOf({
        '8.01': 'On March 1, 2024, the Company received a subpoena from the Securities and Exchange Commission.',
      }),
    ).toEqual(['8.01 regulatory_action announced']);
    expect(
      read({
        '8.01':
          'On March 1, 2024, the board of directors authorized the repurchase of up to $50 million of the Company’s common stock.',
      })[0],
    ).toMatchObject({ kind: 'buyback', variant: 'authorised', fields: { amount: 50_000_000, currency: 'USD' } });
    expect(
      titlesOf({
        '8.01':
          'Holders of the notes may require the Company to repurchase them as the board of directors approved in 2020.',
      }),
    ).toEqual([]);
    expect(titlesOf({ '5.02': 'The executive was terminated effective immediately.' })).toEqual([]);
  });

  it('reads guidance from the item or from the furnished release', () => {
    const release =
      'Fern Pumps, Inc. today announced results. For the second quarter of fiscal 2024, the Company expects revenue of $40 million to $42 million. Actual results may differ.';
    const [outlook] = read(
      { '2.02': 'On March 1, 2024, the Company issued a press release, attached as Exhibit 99.1.' },
      [release],
    );
    expect(outlook).toMatchObject({
      kind: 'guidance_revision',
      variant: 'initiated',
      itemCode: '2.02',
      fields: { metric: 'revenue', fiscalYear: 2024, fiscalPeriod: 'q2', newLow: 40_000_000, newHigh: 42_000_000 },
      evidence: [{ sectionKey: null, charStart: null }],
    });
    expect(titlesOf({ '7.01': 'The Company reaffirms the outlook that it gave with its results.' })).toEqual([
      '7.01 guidance_revision reaffirmed',
    ]);
  });
});

describe('readCurrentReport on damaged text', () => {
  it('returns no events and does not throw', () => {
    for (const text of ['', '\u0000\ud800', 'Item '.repeat(2_000), '((((“', '$'.repeat(500)]) {
      for (const code of ['1.01', '2.01', '3.01', '3.02', '4.01', '8.01', '2', '5'])
        expect(() => read({ [code]: text })).not.toThrow();
    }
    expect(readEvents({ ...report({}), filing: null }, 'sec-edgar', [])).toBeNull();
  });
});
