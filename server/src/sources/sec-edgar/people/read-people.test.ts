import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fictionalSection } from '../../../../test/fictional/section.ts';
import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { humanName, relationsOf, tidyTitle } from './names-and-offices.ts';
import { officeAt } from './office-phrases.ts';
import { readElections } from './read-elections.ts';
import { readOfficeRows } from './read-office-rows.ts';
import { readPeople } from './read-people.ts';
import { readPersonSentences } from './read-person-sentences.ts';
import { readOwners, readTenures } from './read-proxy.ts';
import { readSignatures } from './read-signatures.ts';

const SHARED_DATA = join(import.meta.dirname, '../../../../../../shared/data');

function section(text: string, sectionKey = 'item_5.02'): FilingSection {
  return fictionalSection(sectionKey, text, { isFurnished: false });
}

describe('reads the relations of a title:', () => {
  it.each([
    ['Chief Executive Officer and Director (Principal Executive Officer)', ['officer', 'director']],
    ['Senior Director of Corporate Accounting (Principal Accounting Officer)', ['officer']],
    ['Managing Director', ['officer']],
    ['Chairman of the Board', ['director']],
    ['Director', ['director']],
    ['Director of Sales', []],
    ['Attorney-in-fact', []],
    ['Vice President, Finance', ['officer']],
  ])('%s', (title, expected) => {
    expect(relationsOf(title)).toEqual(expected);
  });

  it('without the capacity in which a report is signed', () => {
    expect(tidyTitle('Chief Financial Officer (Principal Financial Officer) and Attorney-in-fact')).toBe(
      'Chief Financial Officer',
    );
  });
});

describe('names', () => {
  it.each(['Jane Q. Doe', 'F. William McRoe III', 'Mary (Maggie) A. Doe', 'Jane Roe, Jr.', 'Ludwig van der Mole'])(
    'reads %s as a name',
    name => {
      expect(humanName(name)).toBe(name);
    },
  );
  it.each(['Chief Executive Officer', 'Fictional Bank', 'Doe', 'Jane 2', 'September Notes', 'jane doe'])(
    'does not read %s as a name',
    text => {
      expect(humanName(text)).toBeNull();
    },
  );
});

describe('signatures', () => {
  const read = (rows: string) =>
    readSignatures(
      parseHtml(`<p>SIGNATURES</p><p>Pursuant to the requirements of the Act, this report has been signed below by the
        following persons on behalf of the registrant and in the capacities and on the dates indicated.</p>${rows}
        <p>EXHIBIT INDEX</p><p>/s/ Nobody Here</p><p>Director</p>`),
      '2024-03-15',
    ).map(signature => `${signature.name}, ${signature.relation}, ${signature.roleTitle}, ${signature.asOf}`);

  it('reads rows of signature, office and day', () => {
    const rows = `<table><tr><td>/s/ JANE DOE<br>Jane Doe</td><td>President and Director</td><td>March 1, 2024</td></tr>
      <tr><td>/s/ ROBIN ROE</td><td>Director</td><td>March 1, 2024</td></tr><tr><td>Robin Roe</td></tr></table>`;
    expect(read(rows)).toEqual([
      'Jane Doe, officer, President and Director, 2024-03-01',
      'Jane Doe, director, President and Director, 2024-03-01',
      'Robin Roe, director, Director, 2024-03-01',
    ]);
  });

  it('reads two columns of blocks, and directors who are signed for', () => {
    const rows = `<table><tr><td>/s/ JANE DOE</td><td>/s/ ROBIN ROE</td></tr><tr><td>Jane Doe</td><td>Robin Roe</td></tr>
      <tr><td>Treasurer</td><td>Director</td></tr></table>
      <p>The Directors of Fictional Works listed below have executed powers of attorney.</p>
      <table><tr><td>Ann Poe</td><td>Pat Low</td></tr></table>`;
    expect(read(rows)).toEqual([
      'Jane Doe, officer, Treasurer, 2024-03-15',
      'Robin Roe, director, Director, 2024-03-15',
      'Ann Poe, director, Director, 2024-03-15',
      'Pat Low, director, Director, 2024-03-15',
    ]);
  });

  it('reads labelled and joint signatures, and no text after them', () => {
    const rows = `<p>Dated: May 1, 2024 Fictional Works, Inc. By: /s/ ANN H.K. POE</p><p>Name: Ann H.K. Poe Title: Controller</p>
      <p>POWER OF ATTORNEY</p><table><tr><td>/s/ ROBIN ROE</td><td>/s/ PAT LOW</td></tr>
      <tr><td>Robin Roe, M.D.</td><td>Pat Low</td></tr><tr><td>Director of Fictional Works</td><td>Director of Fictional Works</td></tr></table>`;
    expect(read(rows)).toEqual([
      'Ann H.K. Poe, officer, Controller, 2024-03-15',
      'Robin Roe, M.D., director, Director, 2024-03-15',
      'Pat Low, director, Director, 2024-03-15',
    ]);
  });

  it('returns no one for a document without people', () => {
    expect(readSignatures(parseHtml('<p>Nothing</p>'), '2024-03-15')).toEqual([]);
    expect(readSignatures(parseHtml(''), null)).toEqual([]);
  });

  it.skipIf(!existsSync(SHARED_DATA))('finds all who signed a real report of a bank, by power of attorney too', () => {
    const file = join(SHARED_DATA, 'us/periodic/WFC_10-K_2025-02-25.htm.gz');
    const people = readSignatures(parseHtml(gunzipSync(readFileSync(file)).toString()), '2025-02-25');
    expect(people.filter(person => person.relation === 'director')).toHaveLength(13);
    expect(people.filter(person => person.relation === 'officer').map(person => person.roleTitle)).toContain(
      'Senior Executive Vice President and Chief Financial Officer',
    );
    expect(new Set(people.map(person => person.asOf))).toEqual(new Set(['2025-02-25']));
  });
});

describe('reads the office at the beginning of a text:', () => {
  it.each([
    [
      'Executive Vice President and General Manager, Healthcare, of Fictional Works, Inc., said',
      'Executive Vice President and General Manager, Healthcare',
      'Fictional Works, Inc',
    ],
    ['the Company’s Senior Vice President, Sales, and has farmed', 'Senior Vice President, Sales', 'the Company'],
    ['chairman and chief executive officer. She farms.', 'chairman and chief executive officer', null],
    ['Director of Fictional Works', 'Director', 'Fictional Works'],
    ['Director of Sales', 'Director of Sales', null],
    ['President, Robin K. Roe, Treasurer', 'President', null],
  ])('%s', (text, title, organisation) => {
    expect(officeAt(text)).toMatchObject({ title, organisation });
  });

  it.each(['a farmer', 'Fictional Works', ''])('none in "%s"', text => {
    expect(officeAt(text)).toBeNull();
  });
});

describe('people in sentences', () => {
  const names = { own: ['fictional works'], terms: new Map() };

  it('takes the offices at the beginning of a biography, with their starts', () => {
    const html = `<p>As of May 1, 2024:</p><p>Jane Doe (age 57) has been a director of Fictional Works since 1999 and Treasurer since 2001. She is a
      director of Example Mills.</p><p>Robin Roe, 48, is President of Example Mills, Inc.</p>`;
    const people = readOfficeRows(parseHtml(html), names, '2024-10-08');
    expect(people.map(person => [person.name, person.roleTitle, person.sinceDate])).toEqual([
      ['Jane Doe', 'director', '1999-12-31'],
      ['Jane Doe', 'Treasurer', '2001-12-31'],
    ]);
  });
});

describe('current reports', () => {
  it('state arrivals and departures under any item', () => {
    const text = 'Effective May 1, 2003, Jane Doe resigned as President.';
    const document = parseHtml(`<p>${text}</p>`);
    const people = readPeople('8-K', '2003-05-02', {
      documents: [{ fileName: 'a.htm', nativeType: '8-K', isPrimary: true, text: document }],
      text: { sections: [section(text, 'item_5')] },
    });
    expect(people.map(person => [person.name, person.untilDate])).toEqual([['Jane Doe', '2003-05-01']]);
    expect(people[0]?.quote).toMatchObject({ sectionKey: 'item_5', charStart: 0, charEnd: text.length });
  });
});

describe('bad input', () => {
  it.each([
    'Jane Doe, Robin Roe and '.repeat(5_000),
    `On May 1, 2024, ${'Jane Doe was appointed as '.repeat(4_000)}`,
    '\u0000\ud800 | | |'.repeat(1_000),
    '',
  ])('is read in bounded time (%#)', text => {
    const names = { own: [], terms: new Map() };
    const context = { names, filingDate: '2024-03-15', eventDate: null, isCurrentReport: true };
    expect(readPersonSentences([text], context)).toEqual([]);
    expect(readElections(section(text, 'item_5.07'), '2024-03-15')).toEqual([]);
    expect(readOwners(section(text, 'beneficial_ownership'), '2024-03-15')).toEqual([]);
    expect(readTenures(section(text, 'director_nominees'), '2024-03-15')).toEqual([]);
    const signed = `<p>SIGNATURES</p><table><tr><td>/s/ ${text}</td><td>${text}</td></tr></table>`;
    expect(readSignatures(parseHtml(signed), '2024-03-15')).toEqual([]);
  });
});

describe('elections', () => {
  it('gives nominees with more votes for than against', () => {
    const text = `On May 7, 2024 the meeting elected directors.\n\nName | For | Against | Abstain
1. Jane Doe | 90,000 | 10,000 | 5\nRobin Roe | 10,000 | 90,000 | 5\nRatification of auditors | 99,000 | 1 | 2
a. Ann Poe |\nNumber of shares For | 90,000\nNumber of shares Withheld | 10,000`;
    const people = readElections(section(text, 'item_5.07'), '2024-05-09');
    expect(people.map(person => [person.name, person.asOf, person.sinceDate])).toEqual([
      ['Jane Doe', '2024-05-07', null],
      ['Ann Poe', '2024-05-07', null],
    ]);
  });
});

describe('proxy statements', () => {
  it('gives owners of five percent and more, without the digits of footnotes, and no groups', () => {
    const text = `As of March 1, 2024:\n\nName of Beneficial Owner | Shares owned (thousands) | Percent
Fictional Index Advisors (1)(2) | 5,514 (3) | 9.1%\nJane Doe(4) | 4,060 | 6.7 %\nRobin Roe | 48 | *
All directors and officers as a group (12 persons) | 9,000 | 15.2%`;
    const owners = readOwners(section(text, 'beneficial_ownership'), '2024-04-01');
    expect(owners.map(owner => [owner.name, owner.kind, owner.shares, owner.ownershipPct, owner.asOf])).toEqual([
      ['Fictional Index Advisors', 'institution', '5514000', '9.1', '2024-03-01'],
      ['Jane Doe', 'person', '4060000', '6.7', '2024-03-01'],
    ]);
  });

  it("gives the start of directors' service, a year as its last day", () => {
    const text =
      'Jane Doe, age 57\n\nChair. Director since 2011. She farms.\n\nROBIN ROE\n\nDirector since: March 2024';
    const people = readTenures(section(text, 'director_nominees'), '2024-04-01');
    expect(people.map(person => [person.name, person.sinceDate])).toEqual([
      ['Jane Doe', '2011-12-31'],
      ['Robin Roe', '2024-04-01'],
    ]);
  });
});

describe('lists of officers', () => {
  it('are read from tables and entries, without former officers, since the end of the year or month that it states', () => {
    const html = `<p>Information about our Executive Officers</p><table>
      <tr><td>Name</td><td>Position</td><td>Executive Officer Since</td><td>Age</td></tr>
      <tr><td>Jane Doe</td><td>Executive Vice President, Real Estate</td><td>2018</td><td>55</td></tr>
      <tr><td>Robin Roe Chief Legal Officer since May 2020</td><td>57</td></tr>
      <tr><td>Total</td><td>President</td></tr><tr><td>Pat Low</td><td>Former President</td></tr></table>
      <p>Ann K. Poe, 57</p><p>2019 to present — Executive Vice President, Human Resources.</p>`;
    const people = readOfficeRows(parseHtml(html), { own: ['fictional works'], terms: new Map() }, '2024-10-08');
    expect(people.map(person => [person.name, person.roleTitle, person.sinceDate])).toEqual([
      ['Jane Doe', 'Executive Vice President, Real Estate', '2018-12-31'],
      ['Robin Roe', 'Chief Legal Officer', '2020-05-31'],
      ['Ann K. Poe', 'Executive Vice President, Human Resources', '2019-12-31'],
    ]);
  });
});
