import type { DemoIssuer, Person } from './issuers.ts';
import { paragraphs, subHeading, table } from './layout.ts';
import { longDate } from './statements.ts';

export function cybersecurityText({ shortName, words: w, year: { security } }: DemoIssuer): string {
  return [
    subHeading('Risk management and strategy'),
    paragraphs([
      `${shortName} assesses risks from cybersecurity threats as part of its general risk register, which the executive committee reviews each quarter. We follow a written programme that is built on the framework of the National Institute of Standards and Technology. It covers inventories of systems, patching, access with two factors, encrypted backups that are kept apart, monitoring around the clock, and training of every employee twice a year.`,
      `Outside firms test our defences once a year and after every large change. Suppliers who hold our data, or on whom ${w.process} depends, answer a questionnaire before we sign and are scored each year; contracts oblige them to tell us of an incident within two days.`,
      'We sort what we protect into three classes. The first is what must not stop: the systems on which deliveries to customers depend, which are kept twice and can be switched over within an hour. The second is what must not leak: personal data, contracts and designs, which are encrypted at rest and may be seen only by those whose work needs it. The third is all the rest. The classes are reviewed every year, and a system that nobody claims is switched off.',
      `New software passes a review before it goes into use, and is scanned again with every release. Programs of others that we build upon are listed, with their versions, so that we can tell within a day whether a newly found weakness concerns us. In the year we closed ${security.closedPercent} percent of weaknesses of the highest degree within fourteen days.`,
      'In the fiscal year no cybersecurity threat, and no earlier incident, has materially affected us or is reasonably likely to do so, including our strategy, results of operations and financial condition.',
    ]),
    subHeading('Governance'),
    paragraphs([
      `The audit committee of the board oversees these risks. It hears a report each quarter from the chief information security officer, who has worked in the field for ${security.chiefYears} years and leads a team of ${security.team}. A plan for incidents says who decides what within the first hour, day and week, and when the disclosure committee has to judge whether an incident is material. The plan is rehearsed twice a year, once with members of the board.`,
    ]),
  ].join('\n');
}

export function propertiesText({ words: w }: DemoIssuer): string {
  return [
    paragraphs([
      'The table shows our principal properties at the end of the fiscal year. We consider them suitable for their purpose and well kept, and large enough for what we plan for the next two years. All segments use them together, except where the table says otherwise.',
    ]),
    table(
      ['Location', 'Use', 'Square feet', 'Tenure'],
      w.sites.map(({ place, use, squareFeet, tenure }) => ({
        label: place,
        cells: [use, squareFeet.toLocaleString('en-US'), tenure],
      })),
    ),
    paragraphs([
      'Over the year the sites were used to between 70 and 85 percent of what they can do in two shifts, and we have room for growth at most of them. We insure buildings and equipment at the cost of replacing them, with a deductible of half a million dollars for each event, and insure lost income for up to eighteen months. An outside engineer inspects each site for hazards of fire, water and wind every second year; the points that the last inspections raised have been dealt with or are budgeted.',
      'Besides these we rent small offices and stores in eleven other places on terms of one to five years. No single one of them is material.',
    ]),
  ].join('\n');
}

export function legalProceedingsText(issuer: DemoIssuer): string {
  const { shortName, year } = issuer;
  const suit = year.suit === null ? '' : `${year.suit.proceeding} `;
  return paragraphs([
    `From time to time ${shortName} is a party to suits and claims that arise in the ordinary course of business: disputes with suppliers over quality, claims of former employees, and letters about patents. We record a liability where a loss is probable and can be estimated, and disclose others where a material loss is reasonably possible.`,
    issuer.story.legal,
    `${suit}We do not expect the outcome of this or any other pending matter to have a material effect on our financial position, results or cash flows.`,
  ]);
}

export function marketText(
  { shortName, ticker, money, people, year }: DemoIssuer,
  holders: number,
  end: string,
): string {
  const pays = money.dividend > 0;
  return [
    paragraphs([
      `The common stock of ${shortName} would be listed under the symbol ${ticker} if it existed. On ${longDate(end)} there were ${holders.toLocaleString('en-US')} holders of record. ${pays ? 'We have paid a dividend in each of the last forty quarters and expect to continue, subject to the decision of the board each time.' : 'We have never paid a cash dividend and do not plan to do so; we use what we earn for growth and the repayment of debt.'}`,
    ]),
    subHeading('Issuer purchases of equity securities'),
    year.buybackLeft !== null
      ? paragraphs([
          `The board has allowed purchases of up to $120 million without a date of expiry. In the last quarter of the year we bought back about ${Math.round(money.buyback / 42).toLocaleString('en-US')} thousand shares on the open market; $${year.buybackLeft} million remained available at its end. ${people[1]?.name ?? ''} signs each instruction to the broker.`,
        ])
      : paragraphs(['There were no purchases in the last quarter of the year, and no programme is in force.']),
    subHeading('Recent sales of unregistered securities'),
    paragraphs(['None.']),
  ].join('\n');
}

export function marketRiskText({ words: w, money }: DemoIssuer, debt: number, cash: number): string {
  const perPoint = Math.round(debt * 0.4 * 0.01);
  return [
    subHeading('Interest rates'),
    paragraphs([
      `About two fifths of our debt bears interest at a variable rate. An increase of rates by one percentage point, all else equal, would raise our yearly interest expense by about $${perPoint.toLocaleString('en-US')} thousand. It would also raise what we earn on cash of $${cash.toLocaleString('en-US')} thousand by more than that, so that on balance higher rates help us a little at present.`,
    ]),
    subHeading('Foreign currencies'),
    paragraphs([
      `About ${Math.round((1 - (money.regions[0]?.share ?? 1)) * 100)} percent of our revenue arises outside the United States, most of it in other currencies than the dollar. We hedge about half of the net exposure of the next four quarters with forward contracts. A fall of these currencies by ten percent against the dollar would lower operating income of a year by between two and four percent before hedges.`,
    ]),
    subHeading('Commodities and supplies'),
    paragraphs([
      `The prices of ${w.inputs} move with markets over which we have no influence. A rise by ten percent of all of them, not passed on, would lower our gross margin by about one and a half percentage points.`,
    ]),
  ].join('\n');
}

export function controlsText({ shortName, people }: DemoIssuer): string {
  return [
    subHeading('Disclosure controls and procedures'),
    paragraphs([
      `Our management, with ${people[0]?.name ?? ''} and ${people[1]?.name ?? ''}, has evaluated the effectiveness of our disclosure controls and procedures at the end of the period and has concluded that they were effective at a reasonable level of assurance.`,
    ]),
    subHeading("Management's report on internal control over financial reporting"),
    paragraphs([
      `Management of ${shortName} is responsible for internal control over financial reporting. It has assessed that control by the criteria of the Committee of Sponsoring Organizations of the Treadway Commission (2013) and has concluded that it was effective at the end of the fiscal year. The independent registered public accounting firm that audited the financial statements has attested to this in its report in Item 8.`,
    ]),
    subHeading('Changes in internal control'),
    paragraphs([
      'Internal control, however well designed, can give only reasonable assurance. Judgements can be mistaken, simple errors happen, and controls can be evaded by several persons together or by management. What is effective today may become inadequate when conditions change.',
      'In the last quarter we moved the accounts of one subsidiary to the ledger that the rest of the group uses. There was no other change that has materially affected, or is reasonably likely to affect, our internal control over financial reporting.',
    ]),
  ].join('\n');
}

function peopleTable(people: readonly Person[]): string {
  return table(
    ['Name', 'Age', 'Position'],
    people.map(({ name, age, title }) => ({ label: name, cells: [String(age), title] })),
  );
}

export function directorsText(issuer: DemoIssuer): string {
  return [
    paragraphs([
      'The following were our executive officers at the date of this report. They are appointed by the board each year.',
    ]),
    peopleTable(issuer.people.filter(person => person.isOfficer)),
    paragraphs([
      'The other information that this item asks for, on directors, the audit committee, the code of ethics and the policy on insider trading, is in our definitive proxy statement for the annual meeting, which will be filed within 120 days of the end of the fiscal year, and is incorporated by reference.',
    ]),
  ].join('\n');
}

export function byProxy(what: string): string {
  return paragraphs([
    `The information on ${what} that this item asks for will be in our definitive proxy statement for the annual meeting of shareholders and is incorporated herein by reference.`,
  ]);
}

export function signaturesText(issuer: DemoIssuer, date: string): string {
  const { name, people } = issuer;
  return [
    paragraphs([
      'Pursuant to the requirements of Section 13 or 15(d) of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned, thereunto duly authorized.',
      `${name}`,
      `By: /s/ ${people[1]?.name ?? ''}`,
      `${people[1]?.name ?? ''}, ${people[1]?.title ?? ''}`,
      `Date: ${longDate(date)}`,
    ]),
  ].join('\n');
}
