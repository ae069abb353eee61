import type { Company } from './company-model.ts';
import * as model from './company-model.ts';
import type { DemoIssuer, Person } from './issuers.ts';
import { bullets, centred, paragraph, paragraphs, partHeading, subHeading, table } from './layout.ts';
import { millions } from './prose-discussion.ts';
import { longDate } from './statements.ts';
import type { DemoDocument } from './submission.ts';

/** A definitive proxy statement. */
export function proxyStatement(issuer: DemoIssuer, company: Company): DemoDocument[] {
  const directors = issuer.people.filter(person => !person.isOfficer || person === issuer.people[0]);
  const officers = issuer.people.filter(person => person.isOfficer);
  const sections: [string, string][] = [
    ['Questions and Answers About the Annual Meeting and Voting', voting(issuer)],
    ['Proposal No. 1: Election of Directors', election(issuer, directors)],
    ['Corporate Governance', governance(issuer, directors)],
    ['Director Compensation', directorPay(directors.filter(director => !director.isOfficer))],
    ['Certain Relationships and Related Person Transactions', relatedPersons(issuer)],
    ['Executive Officers', officersText(officers)],
    ['Compensation Discussion and Analysis', discussion(issuer, company, officers)],
    ['Summary Compensation Table', payTables(issuer, officers)],
    ['CEO Pay Ratio', payRatio(officers)],
    ['Pay Versus Performance', payVersusPerformance(issuer, company, officers)],
    ['Equity Compensation Plan Information', planInformation(company)],
    [
      'Proposal No. 2: Ratification of the Appointment of the Independent Registered Public Accounting Firm',
      ratification(issuer),
    ],
    ['Audit Fees', auditFees()],
    ['Proposal No. 3: Advisory Vote to Approve Executive Compensation', sayOnPay(issuer)],
    ['Security Ownership of Certain Beneficial Owners and Management', ownership(issuer, company)],
    [
      'Other Matters',
      paragraphs([
        'We know of no other matter that will come before the meeting. Proposals of shareholders for the next meeting must reach the secretary at least 120 days before the anniversary of this statement.',
      ]),
    ],
  ];
  const content = `<html><head><title>DEF 14A</title></head><body>
${centred('<b>UNITED STATES<br/>SECURITIES AND EXCHANGE COMMISSION</b>')}
${centred('(a sample: this statement is fictional and was never filed)')}
${centred('<b>SCHEDULE 14A</b><br/>Proxy Statement Pursuant to Section 14(a) of the Securities Exchange Act of 1934')}
${centred(`<b>${issuer.name}</b><br/>(Name of Registrant as Specified In Its Charter)`)}
${paragraph('Filed by the Registrant &#9746;. Definitive Proxy Statement &#9746;. Payment of filing fee: no fee required.')}
<hr style="page-break-after:always"/>
${centred(`<b>NOTICE OF ANNUAL MEETING OF SHAREHOLDERS<br/>TO BE HELD ON ${longDate(issuer.dates.meeting).toUpperCase()}</b>`)}
${paragraph(`The annual meeting of shareholders of ${issuer.name} will be held at ${issuer.words.street}, ${issuer.words.city}, ${issuer.words.state}, at ten in the morning. Shareholders of record eight weeks before that day may vote.`)}
<hr style="page-break-after:always"/>
${sections.map(([title, text]) => `${partHeading(title)}\n${text}`).join('\n')}
</body></html>`;
  return [{ type: 'DEF 14A', fileName: `${issuer.prefix}-def14a.htm`, description: 'DEF 14A', content }];
}

function voting(issuer: DemoIssuer): string {
  return [
    subHeading('Who may vote?'),
    paragraph(
      'Every holder of common stock on the record date has one vote for each share. A majority of the shares, present or represented, is a quorum.',
    ),
    subHeading('How do I vote?'),
    paragraph(
      'By the internet, by telephone, by mail or at the meeting. Those who hold through a broker follow the instructions of the broker. A vote may be changed until the polls close.',
    ),
    subHeading('What if I give no instructions?'),
    paragraph(
      'Shares for which a signed proxy without instructions is returned are voted as the board recommends. Shares that are held through a broker who receives no instructions are counted for the quorum, and are voted only on the proposal for which the rules of the exchange leave the broker a choice.',
    ),
    subHeading('May I attend, and may I ask questions?'),
    paragraph(
      'Holders on the record date may attend with a proof of their holding. Questions may be sent in until two days before the meeting or asked there; those that concern many are answered aloud, and all others in writing within two weeks.',
    ),
    subHeading('How many votes does a proposal need?'),
    paragraph(
      'A director is elected by a majority of the votes cast; one who fails must offer to resign. The other proposals need a majority of the shares present. Abstentions count as votes against them; broker non-votes do not count, except that brokers may vote on Proposal No. 2 without instructions.',
    ),
    subHeading('Who pays for this?'),
    paragraph(
      `${issuer.shortName} bears the cost of soliciting proxies. Specimen Proxy Services (fictional) helps for a fee of $14,500.`,
    ),
  ].join('\n');
}

function election(issuer: DemoIssuer, directors: readonly Person[]): string {
  return [
    paragraph(
      `The board proposes the following ${directors.length} persons for election until the next annual meeting. All are directors now. The board recommends a vote FOR each of them.`,
    ),
    ...directors.map(({ name, age, title }, n) =>
      [
        subHeading(`${name}, age ${age}`),
        paragraph(
          `${title}. Director since ${2011 + n * 2}. ${name} spent ${14 + n * 3} years in ${n % 2 === 0 ? `companies that supply ${issuer.words.customers}` : 'finance and general management'}, the last ${4 + n} of them as head of a business of about our size, and brings ${n % 2 === 0 ? 'knowledge of our customers and of long projects' : 'experience with audits, credit and acquisitions'} to the board. ${name} holds no other directorship of a listed company.`,
        ),
      ].join('\n'),
    ),
  ].join('\n');
}

function governance(issuer: DemoIssuer, directors: readonly Person[]): string {
  const { people } = issuer;
  const independent = directors.filter(director => !director.isOfficer);
  return [
    subHeading('Independence and leadership'),
    paragraph(
      `The board has found that all directors except ${people[0]?.name ?? ''} are independent under the rules of the exchange. ${independent[0]?.name ?? ''} leads the meetings of the independent directors, sets the agenda together with the chief executive officer, and may call a meeting at any time.`,
    ),
    subHeading('Committees'),
    paragraph(
      'The board has an audit committee, a compensation committee and a nominating and governance committee, whose members are all independent. In the last fiscal year the board met seven times, the audit committee nine times, and the others five times each. Every director attended at least nine in ten of the meetings to which he or she belonged.',
    ),
    subHeading('Oversight of risk'),
    paragraph(
      'The board reviews the register of risks twice a year. The audit committee oversees financial reporting and cybersecurity, the compensation committee the incentives, and the governance committee the succession of officers.',
    ),
    paragraph(issuer.story.governance),
    subHeading('Evaluation and succession'),
    paragraph(
      'Every year each director answers a questionnaire on the work of the board and of its committees, and every third year an outside adviser speaks with all of them. The last such talks led to shorter papers, to more time without management, and to a limit of three on the boards to which a director may belong. The board discusses the succession of the chief executive officer and of those who report to that officer twice a year, once with names and once with a plan for an emergency.',
    ),
    subHeading('Talks with shareholders'),
    paragraph(
      'In the last fiscal year the lead director and members of management spoke with holders of about half of our shares. They asked most about the use of cash, about the pay of officers, and about the time that directors have for us. What they said was put before the whole board, and the section on pay below says what came of it.',
    ),
    subHeading('Nominations by shareholders'),
    paragraph(
      'A holder, or a group of up to twenty holders, of three percent of the shares for three years may include nominees for up to a fifth of the board in our proxy statement.',
    ),
  ].join('\n');
}

function directorPay(directors: readonly Person[]): string {
  return [
    paragraph(
      'Directors who are not employees receive $90,000 a year in cash and restricted stock units worth the rest, and $15,000 to $25,000 more for the chair of a committee. They must hold shares worth five times the cash retainer.',
    ),
    table(
      ['Name', 'Fees Earned or Paid in Cash ($)', 'Stock Awards ($)', 'Total ($)'],
      directors.map(({ name, pay }, n) => {
        const cash = 90_000 + (n % 3) * 10_000;
        return { label: name, cells: [dollars(cash), dollars(pay * 1000 - cash), dollars(pay * 1000)] };
      }),
    ),
  ].join('\n');
}

function relatedPersons({ shortName }: DemoIssuer): string {
  return paragraphs([
    `The audit committee reviews every transaction above $120,000 in which ${shortName} takes part and a director, an officer, a holder of more than five percent or one of their relatives has an interest.`,
    'In the last fiscal year a brother of one officer was employed as an engineer for total pay of $164,000, which is usual for the position. There were no other such transactions, and no loans to directors or officers.',
  ]);
}

function officersText(officers: readonly Person[]): string {
  return [
    paragraph('Our executive officers are:'),
    table(
      ['Name', 'Age', 'Position'],
      officers.map(({ name, age, title }) => ({ label: name, cells: [String(age), title] })),
    ),
    ...officers
      .slice(1)
      .map(({ name }, n) =>
        paragraph(
          `${name} has held the present position for ${3 + n} years and worked before that for ${6 + n * 2} years in similar positions at other companies.`,
        ),
      ),
  ].join('\n');
}

function discussion(issuer: DemoIssuer, { years }: Company, officers: readonly Person[]): string {
  const [, , year] = years;
  return [
    subHeading('The year in brief'),
    paragraph(
      `In fiscal ${issuer.fiscalYear} net revenue was ${millions(year.flows.revenue)} and operating cash flow ${millions(model.operatingCash(year.flows))}. The committee paid bonuses at ${issuer.money.segments.length === 2 ? '104' : '97'} percent of target.`,
    ),
    subHeading('Principles'),
    bullets([
      'Most of what an executive earns depends on results over more than one year.',
      'Targets are set before the year begins and are not changed afterwards.',
      'Executives hold shares worth three to six times their salary and may not pledge or hedge them.',
      'What was paid on figures that turn out wrong is paid back.',
    ]),
    subHeading('How the committee decides'),
    paragraphs([
      'The compensation committee meets five times a year. It sets targets at its first meeting, looks at progress at its third, and decides on payments at its first meeting of the next year, after the auditors have finished. An adviser who works for nobody else in the company tells it what others pay. The chief executive officer proposes the pay of the other officers and leaves the room when the committee speaks of that officer\u2019s own.',
      issuer.story.pay,
    ]),
    subHeading('Elements of pay'),
    paragraphs([
      `<b>Salary.</b> The committee compares salaries with those of sixteen companies of similar size and trade and aims at their median. ${officers[0]?.name ?? ''} received no increase; the others received between two and four percent.`,
      '<b>Yearly bonus.</b> Half depends on operating income, three tenths on revenue, and two tenths on safety and the satisfaction of customers. No bonus is paid below 80 percent of a target, and at most twice the target.',
      '<b>Stock awards.</b> Three fifths are units that vest by the return on our shares against an index over three years, two fifths vest by time alone.',
      '<b>Severance.</b> After a change in control an executive who is dismissed within two years receives twice salary and target bonus. There is no compensation for taxes.',
    ]),
    subHeading('Vote of shareholders in the year before'),
    paragraph(
      'Of the votes cast at the last meeting 94.1 percent approved of executive compensation. The committee spoke with holders of about half of the shares and changed nothing of substance.',
    ),
  ].join('\n');
}

function payTables(issuer: DemoIssuer, officers: readonly Person[]): string {
  const rows = officers.flatMap(({ name, title, pay }) =>
    [0, 1, 2].map(n => {
      const total = Math.round(pay * 1000 * (1 - n * 0.06));
      const salary = Math.round(total * 0.16);
      const bonus = Math.round(total * 0.19);
      const other = 21_400;
      return {
        label: n === 0 ? `${name}, ${title}` : '',
        cells: [
          String(issuer.fiscalYear - n),
          dollars(salary),
          dollars(total - salary - bonus - other),
          dollars(bonus),
          dollars(other),
          dollars(total),
        ],
      };
    }),
  );
  return [
    table(
      [
        'Name and Principal Position',
        'Year',
        'Salary ($)',
        'Stock Awards ($)',
        'Non-Equity Incentive Plan Compensation ($)',
        'All Other Compensation ($)',
        'Total ($)',
      ],
      rows,
    ),
    subHeading('Grants of Plan-Based Awards'),
    table(
      ['Name', 'Grant Date', 'Target bonus ($)', 'Units granted', 'Fair Value ($)'],
      officers.map(({ name, pay }) => ({
        label: name,
        cells: [
          longDate(issuer.dates.release),
          dollars(Math.round(pay * 180)),
          Math.round(pay * 16).toLocaleString('en-US'),
          dollars(Math.round(pay * 620)),
        ],
      })),
    ),
  ].join('\n');
}

function payRatio(officers: readonly Person[]): string {
  const chief = (officers[0]?.pay ?? 0) * 1000;
  const median = 71_300;
  return paragraphs([
    `The total pay of the employee in the middle of all our employees other than the chief executive officer was $${dollars(median)} in the last fiscal year, and that of the chief executive officer $${dollars(chief)}. The ratio of the two is ${Math.round(chief / median)} to 1. We found the employee in the middle by base pay at the end of the third quarter, without sampling.`,
  ]);
}

function payVersusPerformance(issuer: DemoIssuer, { years }: Company, officers: readonly Person[]): string {
  const chief = (officers[0]?.pay ?? 0) * 1000;
  const rows = [...years].reverse().map((year, n) => {
    const total = Math.round(chief * (1 - n * 0.06));
    return {
      label: String(issuer.fiscalYear - n),
      cells: [
        dollars(total),
        dollars(Math.round(total * (1.12 - n * 0.09))),
        `$${(131.4 - n * 11.2).toFixed(2)}`,
        dollars(model.netIncome(year.flows) * 1000),
        dollars(model.operatingIncome(year.flows) * 1000),
      ],
    };
  });
  return [
    paragraph(
      'The table compares what was paid to the chief executive officer, as the rules define it, with the return to shareholders and with results.',
    ),
    table(
      [
        'Year',
        'Summary Compensation Table Total for PEO ($)',
        'Compensation Actually Paid to PEO ($)',
        'Value of Initial Fixed $100 Investment',
        'Net Income (Loss) ($)',
        'Operating Income (Loss) ($)',
      ],
      rows,
    ),
    paragraph(
      'The most important measures by which pay was tied to performance were operating income, net revenue and relative shareholder return.',
    ),
  ].join('\n');
}

function planInformation({ years }: Company): string {
  const [, , year] = years;
  const units = Math.round(year.shares * 0.041);
  return table(
    [
      'Plan category',
      'Securities to be issued (thousands)',
      'Weighted-average exercise price',
      'Securities remaining available (thousands)',
    ],
    [
      {
        label: 'Equity compensation plans approved by security holders',
        cells: [units.toLocaleString('en-US'), '$21.70', Math.round(year.shares * 0.063).toLocaleString('en-US')],
      },
      { label: 'Equity compensation plans not approved by security holders', cells: ['—', '—', '—'] },
    ],
  );
}

function ratification({ fiscalYear }: DemoIssuer): string {
  return paragraphs([
    `The audit committee has appointed Specimen &amp; Pattern LLP for fiscal ${fiscalYear + 1}. Representatives of the firm will attend the meeting, may make a statement and will answer questions. If shareholders do not ratify the appointment, the committee will consider another. The board recommends a vote FOR this proposal.`,
  ]);
}

function auditFees(): string {
  return [
    table(
      ['Fees in thousands of dollars', 'Last year', 'Year before'],
      [
        { label: 'Audit Fees', cells: ['2,940', '2,815'] },
        { label: 'Audit-Related Fees', cells: ['120', '95'] },
        { label: 'Tax Fees', cells: ['310', '345'] },
        { label: 'All Other Fees', cells: ['4', '4'] },
        { label: 'Total', isBold: true, cells: ['3,374', '3,259'] },
      ],
    ),
    paragraph(
      'The audit committee approves all services of the firm in advance. It has found that those other than audits do not impair the independence of the firm.',
    ),
  ].join('\n');
}

function sayOnPay({ shortName }: DemoIssuer): string {
  return paragraphs([
    `Shareholders are asked to approve, in a vote that does not bind the company, the compensation of the named executive officers of ${shortName} as this statement discloses it under the rules of the Securities and Exchange Commission, including the compensation discussion, the tables and the text with them. The board recommends a vote FOR this proposal.`,
  ]);
}

function ownership(issuer: DemoIssuer, { years }: Company): string {
  const [, , year] = years;
  const holders: [string, number][] = [
    ['Specimen Index Advisors (fictional)', 0.091],
    ['Example Growth Partners (fictional)', 0.067],
    ...issuer.people.map(({ name }, n): [string, number] => [name, n === 0 ? 0.021 : 0.0016 / (n + 1)]),
  ];
  return [
    paragraph(
      'The table shows who, to our knowledge, owned more than five percent of the common stock on the record date, and what directors and officers owned. An asterisk stands for less than one percent.',
    ),
    table(
      ['Name of Beneficial Owner', 'Shares beneficially owned (thousands)', 'Percent of Class'],
      holders.map(([name, share]) => ({
        label: name,
        cells: [
          Math.round(year.shares * share).toLocaleString('en-US'),
          share < 0.01 ? '*' : `${(share * 100).toFixed(1)}%`,
        ],
      })),
    ),
  ].join('\n');
}

function dollars(value: number): string {
  return value < 0 ? `(${Math.abs(value).toLocaleString('en-US')})` : value.toLocaleString('en-US');
}
