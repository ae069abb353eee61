import { dilutedPerShare, modelCompany } from './company-model.ts';
import { outlookOf } from './current-reports.ts';
import type { DemoIssuer } from './issuers.ts';
import { millions } from './prose-discussion.ts';
import { longDate } from './statements.ts';

/** Fictional speakers of the call, in EarningsCall's format. */
export const SPEAKERS: Readonly<Record<string, { name: string; title: string | null }>> = {
  spk01: { name: 'Operator', title: null },
  spk02: { name: 'Casey Template', title: 'General Counsel and Secretary' },
  spk03: { name: 'Alex Fixture', title: 'Chair, President and Chief Executive Officer' },
  spk04: { name: 'Robin Sample', title: 'Executive Vice President and Chief Financial Officer' },
  spk05: { name: 'Drew Dummy', title: 'Pattern Securities Analyst' },
  spk06: { name: 'Sam Mockingham', title: 'Specimen Research Analyst' },
};

/** The text of the call on the last quarter of a fiscal year. */
export function callTurns(issuer: DemoIssuer): { speaker: string; text: string }[] {
  const { years, lastQuarter, lastQuarterBefore, quarter } = modelCompany(issuer).latest;
  const [, , year] = years;
  const outlook = outlookOf(issuer, year, quarter);
  const { revenue } = lastQuarter.flows;
  const growth = (revenue / lastQuarterBefore.flows.revenue - 1) * 100;
  const next = issuer.fiscalYear + 1;
  return [
    {
      speaker: 'spk01',
      text: `Good afternoon, and welcome to the ${issuer.shortName} fourth quarter fiscal ${issuer.fiscalYear} earnings call. Neither the company nor this call exists: both are part of a sample. After the remarks there will be questions. I now hand over to Casey Template.`,
    },
    {
      speaker: 'spk02',
      text: `Thank you. With me are Alex Fixture and Robin Sample. What we say of the time ahead rests on what we know today, ${longDate(issuer.dates.release)}; our annual report names what may come otherwise. Alex, please.`,
    },
    {
      speaker: 'spk03',
      text: `Thank you, Casey. Fourth quarter revenue was ${millions(revenue)}, ${growth >= 0 ? 'up' : 'down'} ${Math.abs(growth).toFixed(1)} percent from the year before. Demand from ${issuer.words.customers} was good in every region. Orders grew faster than sales, so that our backlog is larger than ever. Demand for field service grew with the robots that are in use. We kept the prices of ${issuer.words.products} as they were, and won customers from competitors.`,
    },
    {
      speaker: 'spk04',
      text: `Thank you, Alex. Fiscal year revenue was ${millions(year.flows.revenue)}, and diluted net income per share was $${dilutedPerShare(year).toFixed(2)}. Gross margin held, as cost savings made up for dearer castings. Operating margin was in line with what we had expected. Free cash flow paid for our share repurchases, and net debt went down. We are initiating our fiscal ${next} revenue guidance with a range of ${outlook.revenue}. Margins should widen in the second half. Inventories are where we want them, and lead times of camera modules are short again.`,
    },
    {
      speaker: 'spk01',
      text: 'We now come to questions. The first question comes from Drew Dummy of Pattern Securities.',
    },
    {
      speaker: 'spk05',
      text: 'Thank you for taking my question. How much of the growth in orders is demand that was put off last year, and what does it mean for gross margin?',
    },
    {
      speaker: 'spk03',
      text: 'About a third of it was put off, the rest is new demand. Large customers buy robots and service together now, which is good for us.',
    },
    {
      speaker: 'spk04',
      text: 'As to gross margin, we expect service to add to it, and the mix of robots to take some of that away.',
    },
    { speaker: 'spk01', text: 'The next question comes from Sam Mockingham of Specimen Research.' },
    {
      speaker: 'spk06',
      text: 'Do you see tariffs on castings in your costs, and could you buy them elsewhere?',
    },
    {
      speaker: 'spk04',
      text: 'Tariffs cost us less than a percent of sales. Two suppliers in other countries have passed our tests, so the supply chain has a second leg.',
    },
    { speaker: 'spk01', text: 'There are no further questions. This ends the call. Thank you.' },
  ];
}
