import type { DemoIssuer } from './issuers.ts';
import { bullets, paragraphs, subHeading, table } from './layout.ts';

/** Item 1 of an annual report. */
export function businessText(issuer: DemoIssuer, employees: number): string {
  const { shortName, words: w, money, year } = issuer;
  const segments = money.segments.map(one => one.name);
  const story = issuer.story;
  return [
    subHeading('Overview'),
    paragraphs([
      `${shortName} ("we", "us" or the "Company") is a fictional company that exists to demonstrate software. In this report it makes and sells ${w.business}. Our customers are ${w.customers}. We began with a single ${w.product} in a rented hall in ${w.city} and now serve several thousand sites, most of them under agreements that run for three years or longer.`,
      `We report ${segments.length === 2 ? 'two' : 'three'} segments: ${segments.join(', ').replace(/, ([^,]*)$/, ' and $1')}. The segments share procurement, information systems and a treasury, and each has a general manager who answers for its revenue and its operating income. Note 3 to the consolidated financial statements shows both for every year presented.`,
      `What sets our ${w.products} apart, in our view, is that a ${w.customer} can take them up step by step. The first installation is small, is paid from savings that appear within the same budget year, and is joined by others once the people on site trust it. About four fifths of our revenue in the year came from customers who had bought from us in an earlier year.`,
    ]),
    subHeading('History'),
    paragraphs(story.history),
    subHeading('Strategy'),
    paragraphs([
      'Our plan for the next three years has four parts, and management is paid by progress on each of them.',
    ]),
    bullets([
      `Deepen what existing customers buy. A ${w.customer} with three or more of our ${w.products} renews nearly always; one with a single contract renews in about seven of eight cases.`,
      `Widen the range at the lower end, where ${w.competitors} set prices that small sites can pay and where we have so far declined many enquiries.`,
      `Bring down the cost of ${w.process} by a fifth through standard parts, fewer variants and longer runs.`,
      'Keep debt below twice a normal year of operating income, so that a weak year is an inconvenience and not a danger.',
    ]),
    subHeading('Products and services'),
    paragraphs([
      `The ${segments[0]} segment sells ${w.products} together with the planning, delivery and training that put them to use. Prices are agreed by contract and change once a year by an index. A typical order takes between six and fourteen weeks from signature to acceptance, and revenue is recognised when the customer has accepted what was delivered.`,
      `The ${segments[1]} segment works from its own sites and with its own staff. It has grown faster than the rest of the Company in each of the last three years, partly because customers prefer to hand over work that they used to do themselves, and partly because its contracts are priced by use, which makes a beginning cheap.`,
      `Services of all segments, among them maintenance, training and advice, were about ${Math.round(money.serviceShare * 100)} percent of revenue at the beginning of the period covered by this report and somewhat more at its end. They carry no inventory and little capital, and their margin depends on how well we plan the time of our people.`,
    ]),
    paragraphs(story.wares),
    subHeading('Customers'),
    paragraphs([
      `We sell to ${w.customers}. Our largest customer accounted for ${year.topCustomer} percent of revenue in the year, and our ten largest for ${year.topCustomer * 3 + 4} percent. No customer is bound to buy a minimum beyond the running contract year. The loss of any one of the ten largest would lower our revenue noticeably, and Part I, Item 1A describes what we do about that risk.`,
      ...(story.partners === undefined ? [] : [story.partners.customers]),
      `${w.season} Our working capital follows this pattern, and we keep a credit line for it that was unused at the end of the year.`,
    ]),
    subHeading('Sales and marketing'),
    paragraphs([
      'A direct sales force of ninety people looks after larger accounts; smaller ones are served by telephone and by twelve independent dealers. Sales cycles run from two months for a repeat order to more than a year where a customer has to rebuild a site. We spend little on advertising and a good deal on trials, because a trial that ends well has been followed by an order in three of four cases.',
    ]),
    subHeading('Production and suppliers'),
    paragraphs([
      `Our own work is ${w.process}. We buy ${w.inputs} from about two hundred suppliers in nine countries. For most of these there are two or more sources; for a handful there is one, and we hold between four and seven months of need of what these supply. Contracts with the main suppliers fix prices for a year and let either side reopen them when an agreed index moves by more than eight percent.`,
      ...(story.partners === undefined ? [] : [story.partners.suppliers]),
      'We audit suppliers on a cycle of two years, and new ones before their first delivery. In the year we ended business with three suppliers after audits, none of them large.',
    ]),
    subHeading('Competition'),
    paragraphs([
      `We compete with ${w.competitors}. Some have more capital and better known names than we have; others are small, quick and willing to lose money for a time. Customers choose by total cost over the life of a contract, by reliability, by how soon a fault is mended, and increasingly by how easily what they buy works with what they already have. We believe that we do well on the second and third of these, and about as well as others on the rest.`,
    ]),
    subHeading('Intellectual property'),
    paragraphs([
      `We hold ${year.patents.inForce} patents in force and have applied for ${year.patents.applied} more, and we keep much of what matters as trade secrets: settings, recipes, test methods and the records of how our ${w.products} behave over years. No single patent is essential to us. Names that we use are registered in the countries in which we sell.`,
    ]),
    subHeading('Human capital'),
    paragraphs([
      `At the end of the fiscal year we had ${employees.toLocaleString('en-US')} full-time employees, of whom about a third work in ${w.process} and a fifth in sales and service. Voluntary turnover was ${year.turnover[0]} percent, against ${year.turnover[1]} percent in the year before. There were 1.1 recordable injuries for each 200,000 hours of work. Every employee takes part in a yearly bonus that depends on the results of the segment, and nine in ten own shares through our purchase plan.`,
    ]),
    table(
      ['Employees by function', 'Number'],
      [
        {
          label: `Production (${w.process.split(',')[0]} and the like)`,
          cells: [Math.round(employees * 0.36).toLocaleString('en-US')],
        },
        { label: 'Sales and service', cells: [Math.round(employees * 0.21).toLocaleString('en-US')] },
        { label: 'Research and development', cells: [Math.round(employees * 0.19).toLocaleString('en-US')] },
        {
          label: 'Administration and other',
          cells: [
            (
              employees -
              Math.round(employees * 0.36) -
              Math.round(employees * 0.21) -
              Math.round(employees * 0.19)
            ).toLocaleString('en-US'),
          ],
        },
      ],
    ),
    subHeading('Government regulation'),
    paragraphs([
      `Our business is subject to ${w.regulation}, and to the tax, labour and environmental law of the places where we work. We spent about one percent of revenue on compliance in the year and expect to spend about as much in the next. Permits that we need are in force; two are up for renewal in the coming eighteen months, and we know of no reason why they should be refused.`,
    ]),
    subHeading('Available information'),
    paragraphs([
      `Because ${issuer.name} does not exist, it keeps no website and answers no letters. Its reports are part of a sample pack and are not filed with any authority.`,
    ]),
  ].join('\n');
}
