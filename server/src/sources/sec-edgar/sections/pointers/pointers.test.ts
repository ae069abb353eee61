import { describe, expect, it } from 'vitest';
import { isNoneOrReserved, isPointer } from './pointers.ts';

describe('isNoneOrReserved', () => {
  it.each([
    'None.',
    'Not applicable to the Company.',
    'There are none.',
    'Not required for smaller reporting companies.',
    '[Reserved]',
  ])('says %j', text => {
    expect(isNoneOrReserved(text)).toBe(true);
  });

  it.each([
    'There were no matters submitted to a vote during the quarter.',
    'There are no proceedings pending which are material.',
    'The statements are set forth under Item 8. Schedules are omitted since they are not required.',
    'The fleet of 40 lantern boats is moored in nine harbours of the province. Leases are not applicable.',
    'None of the directors adopted a trading plan in the quarter.',
  ])('does not say %j', text => {
    expect(isNoneOrReserved(text)).toBe(false);
  });
});

describe('isPointer', () => {
  it.each([
    'We incorporate by reference into this Item our disclosures in Note 22.',
    'The information required by this Item 10 will be supplied by an amendment to this Report.',
    'There have been no material changes to our risk factors presented in our 2022 Annual Report.',
    'There were no material changes to the disclosures made in the Annual Report for 2022.',
    'The exposure to market risk has not changed materially from that discussed in the Annual Report for 2022.',
    'We incorporate the information required by this item by reference to our Proxy Statement.',
    'The information required by this item is furnished by incorporation by reference to the Proxy Statement.',
    'The response to this item is submitted as a separate section of this report. See Part IV, Item 15.',
  ])('says %j', text => {
    expect(isPointer(text)).toBe(true);
  });

  it.each([
    'On November 13, the Board amended the bylaws. The foregoing is qualified in its entirety by the text of the bylaws, which is attached as Exhibit 3.5 and is incorporated herein by reference.',
    'Except as disclosed in Note 7 to the financial statements, we are party to no proceedings.',
  ])('does not say %j', text => {
    expect(isPointer(text)).toBe(false);
  });

  it('rejects a reference that a table follows', () => {
    const opening = 'The information required by this item is incorporated by reference from the Proxy Statement.';
    expect(isPointer(opening)).toBe(true);
    expect(isPointer(`${opening}\n\n${'Plan of the year | 2,893,743\nOther plans\n'.repeat(30)}`)).toBe(false);
  });

  it('rejects a report on a vote that the proxy statement proposed', () => {
    const text = `The shareholders voted on the matters set forth in the proxy statement. ${'The Board will hold the vote on pay each year. '.repeat(18)}`;
    expect(isPointer(text)).toBe(false);
  });
});
