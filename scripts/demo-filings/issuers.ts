/** What a fictional issuer is and how it does: everything that its documents say comes from here. */
export interface DemoIssuer {
  /** Ten digits, from 9999900001 on: no filer of the registry has such a key. */
  cik: string;
  /** Says that it is fictional. */
  name: string;
  shortName: string;
  ticker: string;
  /** As the registry lists them; an issuer without such leaves them out. */
  formerNames?: readonly { name: string; from: string; to: string }[];
  /** Prefix and host of its own taxonomy. */
  prefix: string;
  sic: string;
  sicTitle: string;
  fiscalYearEnd: { month: number; day: number };
  /** Fiscal year of its annual report, named after the calendar year in which it ends. */
  fiscalYear: number;
  /** Fiscal year of the auditor's first report. */
  auditorSince: number;
  words: IssuerWords;
  year: YearWords;
  money: IssuerMoney;
  dates: FilingDates;
  people: Person[];
}

export interface IssuerWords {
  /** "autonomous picking robots and the software that schedules them" */
  business: string;
  product: string;
  products: string;
  customer: string;
  customers: string;
  inputs: string;
  process: string;
  competitors: string;
  regulation: string;
  risk: string;
  season: string;
  city: string;
  street: string;
  state: string;
  sites: { place: string; use: string; squareFeet: number; tenure: string }[];
  otherEvent: '5.02' | '4.01' | '1.01';
}

/** What passages that all issuers share say of the fiscal year of the annual report. */
export interface YearWords {
  /** Of the standard taxonomies that were in force when the reports were filed. */
  taxonomyYear: number;
  /** Share of revenue, percent. */
  topCustomer: number;
  /** Percent of employees who left of their own will, in the year and in the one before. */
  turnover: readonly [string, string];
  patents: { inForce: number; applied: number };
  /** Millions of dollars at the end of the year; null without a programme. */
  buybackLeft: number | null;
  security: { incident: string; chiefYears: string; team: string; closedPercent: number };
  /** The suit of a former dealer. */
  suit: { proceeding: string; note: string } | null;
  /** Titles of risks that the report does not name yet. */
  laterRisks: readonly string[];
}

/** Thousands of dollars at the opening, and ratios; a quarter is the unit of time. */
export interface IssuerMoney {
  /** Names, member names in the issuer's taxonomy, and shares of revenue at the beginning and the end. */
  segments: { name: string; member: string; from: number; to: number; margin: number }[];
  /** Names, members of standard taxonomies, shares of revenue. */
  regions: { name: string; member: string; share: number }[];
  serviceShare: number;
  revenue: number;
  growth: number;
  seasons: readonly [number, number, number, number];
  cost: number;
  research: number;
  selling: number;
  stockPay: number;
  taxRate: number;
  capex: number;
  receivableDays: number;
  inventoryDays: number;
  payableDays: number;
  deferredRevenue: number;
  cash: number;
  property: number;
  goodwill: number;
  intangibles: number;
  leases: number;
  debt: number;
  repayment: number;
  interest: number;
  dividend: number;
  buyback: number;
  /** Thousands. */
  shares: number;
}

/** `YYYY-MM-DD`; all are days on which the registry is open. */
export interface FilingDates {
  release: string;
  annual: string;
  other: string;
  proxy: string;
  meeting: string;
  quarterly: string;
}

export interface Person {
  name: string;
  age: number;
  title: string;
  isOfficer: boolean;
  pay: number;
}

const LATEST: Omit<YearWords, 'buybackLeft'> = {
  taxonomyYear: 2025,
  topCustomer: 14,
  turnover: ['9.4', '10.8'],
  patents: { inForce: 61, applied: 23 },
  security: {
    incident:
      'In the year we had one incident that took a test system out of use for two days; no data of customers was affected, and the cost was not material.',
    chiefYears: 'nineteen',
    team: 'fourteen',
    closedPercent: 97,
  },
  suit: {
    proceeding:
      'In March of last year a former dealer sued us in a state court for lost commissions of $4.2 million. The court dismissed two of three counts in autumn; the remaining one is set for trial next year. We believe that the claim has no merit and have recorded no liability for it.',
    note: 'A former dealer has sued for lost commissions of 4,200 thousand dollars. We believe that the claim has no merit, cannot estimate a loss, and have recorded none.',
  },
  laterRisks: [],
};

const ROBOTICS: DemoIssuer = {
  cik: '9999900001',
  name: 'Demo Fixture Robotics Inc (fictional)',
  shortName: 'Demo Fixture Robotics',
  ticker: 'DMFR',
  prefix: 'dmfr',
  sic: '3569',
  sicTitle: 'GENERAL INDUSTRIAL MACHINERY & EQUIPMENT, NEC',
  fiscalYearEnd: { month: 12, day: 31 },
  fiscalYear: 2025,
  auditorSince: 2016,
  year: { ...LATEST, buybackLeft: 65 },
  words: {
    business: 'autonomous picking robots and the scheduling software that directs them',
    product: 'picking robot',
    products: 'picking robots',
    customer: 'warehouse operator',
    customers: 'grocers, parts distributors and third-party logistics operators',
    inputs: 'lithium cells, gear reducers, aluminium castings and camera modules',
    process: 'final assembly, calibration and burn-in',
    competitors: 'conveyor builders, forklift makers with automation divisions, and younger robotics companies',
    regulation: 'machine safety, battery transport and radio emission rules',
    risk: 'a robot may injure a person or damage goods in a warehouse',
    season: 'Orders gather in the second half, when operators prepare for the holidays.',
    city: 'Sampleton',
    street: '1 FIXTURE WAY',
    state: 'OH',
    sites: [
      {
        place: 'Sampleton, Ohio',
        use: 'headquarters, final assembly and test',
        squareFeet: 412_000,
        tenure: 'owned',
      },
      {
        place: 'Mockville, Tennessee',
        use: 'service depot and spare parts',
        squareFeet: 96_000,
        tenure: 'leased to 2031',
      },
      {
        place: 'Beispielstadt, Germany',
        use: 'European sales and repair',
        squareFeet: 38_000,
        tenure: 'leased to 2029',
      },
    ],
    otherEvent: '5.02',
  },
  money: {
    segments: [
      { name: 'Warehouse Robots', member: 'WarehouseRobotsMember', from: 0.72, to: 0.66, margin: 0.17 },
      {
        name: 'Software and Field Service',
        member: 'SoftwareAndFieldServiceMember',
        from: 0.28,
        to: 0.34,
        margin: 0.29,
      },
    ],
    regions: [
      { name: 'United States', member: 'country:US', share: 0.58 },
      { name: 'Europe', member: 'srt:EuropeMember', share: 0.27 },
      { name: 'Asia Pacific', member: 'srt:AsiaPacificMember', share: 0.15 },
    ],
    serviceShare: 0.31,
    revenue: 214_300,
    growth: 1.028,
    seasons: [0.93, 0.98, 1.01, 1.08],
    cost: 0.58,
    research: 0.11,
    selling: 0.125,
    stockPay: 0.021,
    taxRate: 0.22,
    capex: 0.041,
    receivableDays: 52,
    inventoryDays: 84,
    payableDays: 47,
    deferredRevenue: 0.19,
    cash: 188_400,
    property: 231_700,
    goodwill: 142_900,
    intangibles: 61_200,
    leases: 28_600,
    debt: 320_000,
    repayment: 5_000,
    interest: 0.054,
    dividend: 0,
    buyback: 6_500,
    shares: 61_400,
  },
  dates: {
    release: '2026-02-05',
    annual: '2026-02-19',
    other: '2026-03-12',
    proxy: '2026-04-09',
    meeting: '2026-05-21',
    quarterly: '2026-05-07',
  },
  people: [
    {
      name: 'Alex Fixture',
      age: 57,
      title: 'Chair, President and Chief Executive Officer',
      isOfficer: true,
      pay: 6_240,
    },
    {
      name: 'Robin Sample',
      age: 49,
      title: 'Executive Vice President and Chief Financial Officer',
      isOfficer: true,
      pay: 2_910,
    },
    { name: 'Jordan Mockup', age: 52, title: 'Chief Operating Officer', isOfficer: true, pay: 2_480 },
    { name: 'Casey Template', age: 46, title: 'General Counsel and Secretary', isOfficer: true, pay: 1_730 },
    { name: 'Morgan Placeholder', age: 63, title: 'Lead Independent Director', isOfficer: false, pay: 285 },
    { name: 'Taylor Specimen', age: 59, title: 'Director', isOfficer: false, pay: 246 },
    { name: 'Jamie Example', age: 54, title: 'Director', isOfficer: false, pay: 241 },
    { name: 'Riley Stand-In', age: 61, title: 'Director', isOfficer: false, pay: 238 },
  ],
};

export const ISSUERS: readonly DemoIssuer[] = [
  ROBOTICS,
  {
    cik: '9999900002',
    name: 'Sample Orchard Foods Corp (fictional)',
    formerNames: [{ name: 'Sample Orchard Foods Corp', from: '1996-05-02', to: '2010-06-30' }],
    shortName: 'Sample Orchard Foods',
    ticker: 'SMPO',
    prefix: 'smpo',
    sic: '2030',
    sicTitle: 'CANNED, FROZEN & PRESERVD FRUIT, VEG & FOOD SPECIALTIES',
    fiscalYearEnd: { month: 6, day: 30 },
    fiscalYear: 2025,
    auditorSince: 2016,
    year: { ...LATEST, buybackLeft: 20 },
    words: {
      business: 'frozen fruit, juices and chilled vegetable meals',
      product: 'frozen fruit blend',
      products: 'frozen and chilled foods',
      customer: 'retailer',
      customers: 'supermarket chains, club stores and school kitchens',
      inputs: 'berries, apples, carrots, cane sugar, cartons and natural gas',
      process: 'washing, cutting, quick freezing and packing',
      competitors: 'national food companies, store brands and regional packers',
      regulation: 'food safety, labelling and water discharge rules',
      risk: 'a contaminated lot may reach shoppers and have to be recalled',
      season: 'Fruit is bought and frozen from June to October, so that inventories are highest in autumn.',
      city: 'Exampleford',
      street: '200 ORCHARD PLACEHOLDER ROAD',
      state: 'MI',
      sites: [
        {
          place: 'Exampleford, Michigan',
          use: 'headquarters and freezing plant',
          squareFeet: 655_000,
          tenure: 'owned',
        },
        { place: 'Testerville, Oregon', use: 'berry receiving and packing', squareFeet: 241_000, tenure: 'owned' },
        {
          place: 'Fauxburg, Georgia',
          use: 'cold store and distribution',
          squareFeet: 318_000,
          tenure: 'leased to 2034',
        },
      ],
      otherEvent: '4.01',
    },
    money: {
      segments: [
        { name: 'Retail Brands', member: 'RetailBrandsMember', from: 0.63, to: 0.6, margin: 0.13 },
        { name: 'Foodservice', member: 'FoodserviceMember', from: 0.25, to: 0.27, margin: 0.1 },
        { name: 'Ingredients', member: 'IngredientsMember', from: 0.12, to: 0.13, margin: 0.07 },
      ],
      regions: [
        { name: 'United States', member: 'country:US', share: 0.81 },
        { name: 'Canada', member: 'country:CA', share: 0.13 },
        { name: 'Mexico', member: 'country:MX', share: 0.06 },
      ],
      serviceShare: 0.04,
      revenue: 402_500,
      growth: 1.007,
      seasons: [0.97, 1.05, 1.02, 0.96],
      cost: 0.742,
      research: 0.012,
      selling: 0.138,
      stockPay: 0.006,
      taxRate: 0.24,
      capex: 0.038,
      receivableDays: 31,
      inventoryDays: 97,
      payableDays: 41,
      deferredRevenue: 0.008,
      cash: 74_900,
      property: 512_300,
      goodwill: 208_400,
      intangibles: 95_700,
      leases: 66_200,
      debt: 540_000,
      repayment: 7_500,
      interest: 0.049,
      dividend: 9_300,
      buyback: 2_000,
      shares: 74_800,
    },
    dates: {
      release: '2025-08-07',
      annual: '2025-08-21',
      other: '2025-09-18',
      proxy: '2025-10-02',
      meeting: '2025-11-13',
      quarterly: '2025-11-06',
    },
    people: [
      { name: 'Quinn Orchard', age: 60, title: 'President and Chief Executive Officer', isOfficer: true, pay: 4_870 },
      {
        name: 'Avery Dummy',
        age: 51,
        title: 'Senior Vice President and Chief Financial Officer',
        isOfficer: true,
        pay: 2_120,
      },
      { name: 'Sam Prototype', age: 48, title: 'Senior Vice President, Supply Chain', isOfficer: true, pay: 1_640 },
      { name: 'Drew Pattern', age: 55, title: 'Senior Vice President, Sales', isOfficer: true, pay: 1_590 },
      { name: 'Charlie Facsimile', age: 66, title: 'Independent Chair of the Board', isOfficer: false, pay: 310 },
      { name: 'Skyler Illustration', age: 58, title: 'Director', isOfficer: false, pay: 228 },
      { name: 'Reese Instance', age: 62, title: 'Director', isOfficer: false, pay: 231 },
      { name: 'Parker Likeness', age: 50, title: 'Director', isOfficer: false, pay: 224 },
    ],
  },
  {
    cik: '9999900003',
    name: 'Placeholder Cloudworks Inc (fictional)',
    shortName: 'Placeholder Cloudworks',
    ticker: 'PLCW',
    prefix: 'plcw',
    sic: '7372',
    sicTitle: 'SERVICES-PREPACKAGED SOFTWARE',
    fiscalYearEnd: { month: 1, day: 31 },
    fiscalYear: 2026,
    auditorSince: 2017,
    year: { ...LATEST, buybackLeft: null },
    words: {
      business: 'subscription software with which clinics and laboratories book, bill and keep records',
      product: 'clinic subscription',
      products: 'subscriptions',
      customer: 'clinic',
      customers: 'outpatient clinics, dental groups and diagnostic laboratories',
      inputs: 'computing capacity, software components and telecommunication services',
      process: 'development, hosting and support',
      competitors: 'electronic record vendors, billing bureaus and general scheduling tools',
      regulation: 'health privacy, payment card and accessibility rules',
      risk: 'records of patients may be read or locked by intruders',
      season: 'Renewals gather in the fourth quarter, when groups of clinics settle their budgets.',
      city: 'Mockingham',
      street: '77 STAND-IN PLAZA',
      state: 'CO',
      sites: [
        {
          place: 'Mockingham, Colorado',
          use: 'headquarters and development',
          squareFeet: 118_000,
          tenure: 'leased to 2030',
        },
        { place: 'Dummydale, Ontario', use: 'development and support', squareFeet: 44_000, tenure: 'leased to 2028' },
      ],
      otherEvent: '1.01',
    },
    money: {
      segments: [
        { name: 'Clinics', member: 'ClinicsMember', from: 0.79, to: 0.74, margin: -0.04 },
        { name: 'Laboratories', member: 'LaboratoriesMember', from: 0.21, to: 0.26, margin: -0.09 },
      ],
      regions: [
        { name: 'United States', member: 'country:US', share: 0.74 },
        { name: 'Canada', member: 'country:CA', share: 0.17 },
        { name: 'Other countries', member: 'us-gaap:NonUsMember', share: 0.09 },
      ],
      serviceShare: 0.88,
      revenue: 58_200,
      growth: 1.053,
      seasons: [0.97, 0.99, 1.0, 1.04],
      cost: 0.31,
      research: 0.29,
      selling: 0.46,
      stockPay: 0.12,
      taxRate: 0,
      capex: 0.022,
      receivableDays: 58,
      inventoryDays: 0,
      payableDays: 38,
      deferredRevenue: 1.35,
      cash: 246_700,
      property: 31_900,
      goodwill: 88_300,
      intangibles: 40_100,
      leases: 24_400,
      debt: 150_000,
      repayment: 0,
      interest: 0.0175,
      dividend: 0,
      buyback: 0,
      shares: 48_900,
    },
    dates: {
      release: '2026-03-05',
      annual: '2026-03-19',
      other: '2026-04-16',
      proxy: '2026-04-30',
      meeting: '2026-06-11',
      quarterly: '2026-06-04',
    },
    people: [
      {
        name: 'Harper Placeholder',
        age: 44,
        title: 'Founder, Chair and Chief Executive Officer',
        isOfficer: true,
        pay: 5_350,
      },
      { name: 'Emerson Stub', age: 43, title: 'Chief Financial Officer', isOfficer: true, pay: 2_660 },
      { name: 'Finley Mock', age: 39, title: 'Chief Technology Officer', isOfficer: true, pay: 3_040 },
      { name: 'Rowan Draft', age: 47, title: 'Chief Revenue Officer', isOfficer: true, pay: 2_390 },
      { name: 'Sage Proxy', age: 56, title: 'Lead Independent Director', isOfficer: false, pay: 262 },
      { name: 'Phoenix Replica', age: 53, title: 'Director', isOfficer: false, pay: 219 },
      { name: 'Remy Outline', age: 49, title: 'Director', isOfficer: false, pay: 217 },
    ],
  },
];

/** Demo Fixture Robotics as its annual report of the year before tells of it. */
export const ROBOTICS_YEAR_BEFORE: DemoIssuer = {
  ...ROBOTICS,
  fiscalYear: 2024,
  words: {
    ...ROBOTICS.words,
    risk: 'a robot may hurt a person or damage goods in a warehouse',
    sites: ROBOTICS.words.sites.map((site, n) => (n === 0 ? { ...site, squareFeet: 322_000 } : site)),
  },
  year: {
    taxonomyYear: 2024,
    topCustomer: 16,
    turnover: ['10.8', '11.6'],
    patents: { inForce: 57, applied: 26 },
    buybackLeft: 93,
    security: {
      incident: 'We know of no incident in the year that took a system out of use for longer than an afternoon.',
      chiefYears: 'eighteen',
      team: 'twelve',
      closedPercent: 94,
    },
    suit: null,
    laterRisks: ['Others may claim that we infringe their rights, and we may be unable to protect our own.'],
  },
  dates: { ...ROBOTICS.dates, annual: '2025-02-20' },
  people: ROBOTICS.people.map(person => ({ ...person, age: person.age - 1 })),
};
