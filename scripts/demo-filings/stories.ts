import type { DemoIssuer } from './issuers.ts';

/** What only one issuer tells: its past, its wares, risks and a year of its own. */
export interface Story {
  history: readonly string[];
  wares: readonly string[];
  /** Whom it names: customers with their shares of revenue, and suppliers. */
  partners?: { customers: string; suppliers: string };
  risks: readonly { title: string; texts: readonly string[] }[];
  year: readonly string[];
  quarter: string;
  legal: string;
  governance: string;
  pay: string;
}

const ROBOTICS: Story = {
  history: [
    'The founders built their first arm in 2006 from the parts of a car-washing machine, to lift crates of lemonade in a bottling hall. The arm dropped one crate in forty. A year later it dropped one in nine thousand, and the bottler bought six.',
    'In 2013 we stopped selling arms alone and began to sell whole picking cells: an arm, a mobile base, cameras, and a scheduler that decides which cell takes which order. In 2019 we bought a small company in Mockville that repaired conveyors, and with it the forty technicians who became our field service. We went public in 2016.',
  ],
  wares: [
    'The <i>Heron</i> picks single items up to four kilograms from bins; the <i>Ox</i> moves totes and cases up to thirty. Both run on the same base, use the same battery, and can be exchanged on the floor in eleven minutes. In the year we delivered 2,140 Herons and 865 Oxen, against 1,980 and 790 in the year before.',
    'The <i>Drover</i> scheduler assigns work to robots, people and conveyors alike. It is sold by subscription for each site, and 71 percent of the sites that we serve pay for it. A version that plans the charging of batteries by the price of electricity was released in the spring.',
  ],
  partners: {
    customers:
      'In 2025, Sample Orchard Foods Corp accounted for 11 percent of our revenue. Our customers include Lorem Parts Depot LLC and Ipsum Freight Forwarding Inc.',
    suppliers: 'We purchase gear reducers and camera modules from Mockwell Gearing Ltd. and Dolor Optics GmbH.',
  },
  risks: [
    {
      title: 'Lithium cells can burn, and a fire in a warehouse spreads fast.',
      texts: [
        'Every robot carries a battery of eleven kilowatt-hours. We buy cells from two makers, test each pack for nine days, and switch a pack off when a sensor inside it disagrees with its neighbour. In seven years there were four thermal events at customers, none of which left the machine. A single large one could end the use of our robots in whole chains, raise the cost of insurance for every customer, and bring rules under which our packs could no longer be charged indoors.',
        'We have begun to offer packs of a chemistry that burns less easily. They are heavier and cost about a sixth more, and we do not know how many customers will pay for them.',
      ],
    },
  ],
  year: [
    'The year brought the largest order in our history: 310 Herons for a grocer with nine regional warehouses, to be delivered over fourteen months. About two fifths of it was recognised by the end of the year. It also brought a setback: a camera module of one supplier clouded in cold stores, and we replaced 1,900 of them at a cost of $3.1 million, of which the supplier has borne half.',
  ],
  quarter:
    'In the quarter we delivered 590 robots, and the order backlog stood at $241 million at its end, against $212 million a year before.',
  legal:
    'A maker of palletisers has asked the patent office to review two of our patents on the gripping of soft bags. We expect a decision next spring. The patents cover a part of the Heron that we could replace by another design.',
  governance:
    'In the last year the directors spent two days at the plant in Sampleton and one at a warehouse of a customer, where each of them worked a shift beside a Heron. The board has formed a working group on the safety of batteries, which meets each month until the new packs are in series.',
  pay: 'For the officers who answer for production, a fifth of the yearly bonus depends on the hours between failures of robots in the field. In the year these were 1,430 on average, against a target of 1,350.',
};

const ROBOTICS_YEAR_BEFORE: Story = {
  ...ROBOTICS,
  partners: {
    customers: 'In 2024, Sample Orchard Foods Corp accounted for 9 percent of our revenue.',
    suppliers: 'We purchase gear reducers and camera modules from Mockwell Gearing Ltd. and Amet Imaging Inc.',
  },
  wares: [
    'The <i>Heron</i> picks single items up to four kilograms from bins; the <i>Ox</i> moves totes and cases up to thirty. Both run on the same base, use the same battery, and can be exchanged on the floor in fourteen minutes. In the year we delivered 1,980 Herons and 790 Oxen, against 1,835 and 742 in the year before.',
    'The <i>Drover</i> scheduler assigns work to robots, people and conveyors alike. It is sold by subscription for each site, and 66 percent of the sites that we serve pay for it. A version that plans the charging of batteries by the price of electricity is on trial at nine sites.',
  ],
  risks: [
    {
      title: 'Lithium cells can burn, and a fire in a warehouse spreads fast.',
      texts: [
        'Every robot carries a battery of eleven kilowatt-hours. We buy cells from one maker, test each pack for six days, and switch a pack off when a sensor inside it disagrees with its neighbour. In six years there were three thermal events at customers, none of which left the machine. A single large one could end the use of our robots in whole chains, raise the cost of insurance for every customer, and bring rules under which our packs could no longer be charged indoors.',
      ],
    },
    {
      title: 'Our second hall may be finished late, or cost more than we have planned.',
      texts: [
        'Since September we have been building a second hall in Sampleton, which is to add 90,000 square feet to assembly and test. Until it is finished we work in three shifts and have little room to catch up after a fault. The builder has told us of longer delivery times for electrical equipment. If the hall came into use a year late, we could deliver about 400 robots fewer than we plan.',
        'We have agreed on a price for the building, but not for the machines in it, which are about half of the whole cost.',
      ],
    },
  ],
  year: [
    'The year was one of many small orders and few large ones: the largest was for 84 Herons. Deliveries of about 130 robots moved into the next year because the floors of two large sites were not ready in time. We began to build a second hall in Sampleton in September, for which $14 million of capital expenditure was still to come at the end of the year.',
  ],
  legal:
    'An owner of land beside the site of our second hall has objected to its building permit. A hearing is set for April. We expect the permit to stand, perhaps with conditions on the hours in which lorries may come.',
};

/** By the issuer's ticker and the fiscal year. */
const STORIES: Readonly<Record<string, Story>> = {
  'DMFR 2025': ROBOTICS,
  'DMFR 2024': ROBOTICS_YEAR_BEFORE,
  'SMPO 2025': {
    history: [
      'In 1934 eleven growers near Exampleford pooled their money for a cold store, so that they need not sell cherries in the week in which everybody sold cherries. The cooperative became a company in 1971 and has frozen fruit under its own name since then.',
      'Vegetable meals came in 1998 with the purchase of a maker of soups, and juices in 2007. We sold a business in canned pears in 2021 because nobody under fifty bought them.',
    ],
    wares: [
      'Our main brand, <i>First Frost</i>, stands on frozen cherries, blueberries and mixed fruit, and is the second or third in its shelf in most of the country. <i>Half Hour</i> is a line of chilled vegetable meals for two. We also pack for store brands, which were 29 percent of the volume of the Retail Brands segment in the year.',
      'Ingredients are purees, dried pieces and concentrates that bakers and makers of yogurt buy by the drum. The business is small and moves with the size of the harvest: in a large year it sells what the other segments cannot use.',
    ],
    risks: [
      {
        title: 'A late frost or a wet harvest can take half of a crop in a night.',
        texts: [
          'We contract for fruit from about 430 growers, two thirds of them within ninety miles of our plants. A frost in May of an earlier year took 58 percent of the cherries of the region; we bought what we could elsewhere at twice the price and still delivered less than we had sold. Crop insurance pays growers, not us.',
          'Over time warmer springs make trees blossom earlier and thus expose them to frost for longer. We have helped growers to plant later varieties on about a tenth of their land. It will be eight years before these bear in full.',
        ],
      },
    ],
    year: [
      'The harvest of the year was good: we froze 212 million pounds of fruit, against 187 million in the year before, and paid 6 percent less a pound for cherries. Natural gas, on the other hand, cost 14 percent more. A line for Half Hour meals in Fauxburg began work in February, five weeks late, and ran at two thirds of its planned speed by the end of the year.',
    ],
    quarter:
      'In the quarter we took in 131 million pounds of fruit, somewhat more than a year before, and inventories rose with it. Blueberries were small and cheap, cherries dear.',
    legal:
      'The state of Michigan has asked for more treatment of the water that leaves our plant in Exampleford. We have agreed to build a second basin by the end of next year at a cost of about $5 million, and a consent order that says so was entered in May.',
    governance:
      'Two directors are chosen from among persons who grow fruit or have grown it. They leave the room when the board decides on prices for growers. A committee on food safety reports to the board four times a year and may stop a line without asking management.',
    pay: 'No bonus is paid to anybody in a year with a recall that the food and drug authority puts in its first class, whatever the other results are. There was none in the year, nor in the six years before it.',
  },
  'PLCW 2026': {
    history: [
      'Harper Placeholder wrote the first version of our program in 2012 for the dental clinic of an aunt, in which three people spent their mornings on the telephone asking insurers what they would pay. The answers were nearly always in letters that lay unopened in the same room.',
      'Reading these letters is still the core of what we do. Booking came in 2014, payment in 2016, records in 2018, and laboratories in 2021, when two former customers asked whether samples could be booked like patients. We went public in 2020.',
    ],
    wares: [
      '<i>Front Desk</i> books, reminds and collects; <i>Back Office</i> bills insurers and reads their answers; <i>Chart</i> keeps records; <i>Bench</i> does all of it for laboratories. At the end of the year 8,930 sites subscribed to at least one of them, against 7,640 a year before, and 46 percent subscribed to three or more.',
      'We measure growth by recurring revenue of a year, which was $412 million at its end, and by net retention: customers of the year before paid 109 percent of what they had paid then, after those who left. Both are measures of our own and are not audited.',
    ],
    risks: [
      {
        title: 'Insurers could close the channels through which we ask them for answers.',
        texts: [
          'About a third of the answers that we fetch come from web pages that insurers made for people. Some insurers have asked us to use paid interfaces instead; one blocked us for nine days in the summer, and 300 clinics had to go back to the telephone. If several did so at once, Back Office would be worth much less to its subscribers until we had agreements in place.',
          'A rule that obliges insurers to offer such interfaces without charge has been proposed twice and withdrawn twice. We plan as if it will not come.',
        ],
      },
    ],
    year: [
      'In the year we moved all subscribers from our own machines to rented capacity in two regions. For seven months we paid for both. The move ended in November without a loss of data and with one outage of fifty minutes. Gross margin of the last quarter was the highest that we have had. We also closed an office of thirty people and wrote off its lease, at a cost of $1.4 million in selling, general and administrative expense.',
    ],
    quarter:
      'In the quarter 340 sites were added, and recurring revenue of a year rose to $431 million. Two groups of dental clinics that had left in the year before came back.',
    legal:
      'A former subscriber has sued in the name of all clinics in one state, and claims that our reminders by text message were sent without consent. We believe that patients had consented, and that our contracts leave the question to the clinic. The court has not yet decided whether the suit may go on for the group.',
    governance:
      'The founder holds a fifth of the votes, and there is one class of shares. The board has a committee on privacy, led by a director who was a hospital physician for twenty years, which sees every request of an authority for data of patients and a sample of those of others.',
    pay: 'Officers receive most of their pay in restricted stock units, because the company earns no profit yet. Half of the units of the chief executive officer vest only when cash flow from operations exceeds stock-based compensation for four quarters in a row. That has not happened yet.',
  },
};

export function storyOf({ ticker, fiscalYear }: DemoIssuer): Story {
  const story = STORIES[`${ticker} ${fiscalYear}`];
  if (story === undefined) throw new Error(`no story of ${ticker} ${fiscalYear}`);
  return story;
}
