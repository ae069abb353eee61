import { itemsOf, type VariedForm, type VariedItem } from './varied-reports.ts';

/** What a reader finds of an item: one of several statuses, and its text, or null if any text will do. */
export interface ExpectedItem {
  part: string;
  number: string;
  title: string;
  statuses: readonly string[];
  text: string | null;
}

/** A report that arranges the items in its own manner. */
export interface ArrangedReport {
  name: string;
  form: VariedForm;
  html: string;
  expected: ExpectedItem[];
}

const p = (text: string) => `<p>${text}</p>`;
const b = (text: string) => `<b>${text}</b>`;
const page = (number: number | string) => `${p(String(number))}<hr style="page-break-after:always">`;
const row = (...cells: readonly string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
const table = (rows: readonly string[]) => `<table>${rows.join('')}</table>`;

const SIGNATURES =
  p(b('SIGNATURES')) +
  p(
    'Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned.',
  );
const PROXY_STATEMENT = 'our definitive proxy statement for the annual meeting of stockholders';

function expectedOf({ part, number, title, paragraphs, status }: VariedItem): ExpectedItem {
  return { part, number, title, statuses: [status, 'shared'], text: paragraphs.join(' ') };
}

/** The heading and the text of an item. */
type Print = (item: VariedItem, at: number) => string;

const headed: Print = ({ number, title, paragraphs }) => p(b(`Item ${number}. ${title}`)) + paragraphs.map(p).join('');

interface Parts {
  /** Printed before the first item. */
  front?: string;
  /** Printed instead of an item's heading and text; an empty string leaves the item out. */
  print?: Print;
  /** Printed after an item and before the next. */
  between?: Print;
  back?: string;
  /** Expectations that differ from the items' own. */
  expect?: (item: VariedItem) => ExpectedItem | null;
}

function report(name: string, form: VariedForm, { front, print, between, back, expect }: Parts): ArrangedReport {
  const items = itemsOf(form);
  let part = '';
  const body = items.map((item, at) => {
    const announced = item.part === part ? '' : p(b(`PART ${item.part}`));
    part = item.part;
    return announced + (print ?? headed)(item, at) + (between?.(item, at) ?? '');
  });
  return {
    ...{ name, form },
    html: `<html><body>${p(`FORM ${form}`)}${p('Lantern Corp.')}${front ?? ''}${body.join('')}${SIGNATURES}${back ?? ''}</body></html>`,
    expected: items.flatMap(item => (expect ?? expectedOf)(item) ?? []),
  };
}

const numbersIn = (numbers: string) => new Set(numbers.split(' '));

/** Two items under one heading. */
const MERGED_HEADINGS: readonly string[] = [
  'Items 1 and 2. Business and Properties',
  'ITEMS 1 AND 2. BUSINESS AND PROPERTIES',
  'Items 1. and 2. Business and Properties',
  'Items 1 & 2 – Business and Properties',
  'Item 1. Business and Item 2. Properties',
  'Item 1. Business; Item 2. Properties',
  'Items 1 and 2 - Description of Business and Properties',
  'Item 1 and 2. Business and Properties',
  'ITEM 1. and ITEM 2. Business and Properties',
];

function merged(heading: string): ArrangedReport {
  const text = (items: readonly VariedItem[]) => items.flatMap(({ paragraphs }) => paragraphs);
  const both = itemsOf('10-K').filter(({ number }) => number === '1' || number === '2');
  return report(`one heading: ${heading}`, '10-K', {
    print: (item, at) => {
      if (item.number === '2') return '';
      return item.number === '1' ? p(b(heading)) + text(both).map(p).join('') : headed(item, at);
    },
    expect: item =>
      both.includes(item)
        ? { ...expectedOf(item), statuses: ['shared'], text: text(both).join(' ') }
        : expectedOf(item),
  });
}

const PART_III = numbersIn('10 11 12 13 14');
const OF_PART_III = `is incorporated by reference to ${PROXY_STATEMENT}.`;

/** Ways to answer all items of Part III together. */
const PARTS_III: Readonly<Record<string, string>> = {
  'a sentence below the part’s heading': p(`The information required by Items 10, 11, 12, 13 and 14 ${OF_PART_III}`),
  'a sentence about the part': p(`The information required by this Part III ${OF_PART_III}`),
  'a sentence with a range': p(`The information called for by Part III (Items 10 through 14) ${OF_PART_III}`),
  'one heading with numbers':
    p(b('Items 10, 11, 12, 13 and 14.')) + p(`The information required by these items ${OF_PART_III}`),
  'one heading with a range':
    p(b('Items 10 through 14.')) + p(`The information required by these items ${OF_PART_III}`),
  'one heading with a hyphen': p(b('ITEMS 10-14.')) + p(`The information required by these items ${OF_PART_III}`),
  'headings above one sentence': [
    ['10', 'Directors, Executive Officers and Corporate Governance'],
    ['11', 'Executive Compensation'],
    ['12', 'Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters'],
    ['13', 'Certain Relationships and Related Transactions, and Director Independence'],
    ['14', 'Principal Accountant Fees and Services'],
  ]
    .map(([number, title]) => p(b(`Item ${number}. ${title}`)))
    .concat(p(`The information required by Items 10, 11, 12, 13 and 14 ${OF_PART_III}`))
    .join(''),
  'headings with stars above one note': [
    ['10', 'Directors, Executive Officers and Corporate Governance'],
    ['11', 'Executive Compensation'],
    ['12', 'Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters'],
    ['13', 'Certain Relationships and Related Transactions, and Director Independence'],
    ['14', 'Principal Accountant Fees and Services'],
  ]
    .map(([number, title]) => p(b(`Item ${number}. ${title}*`)))
    .concat(p(`* The information required by Items 10, 11, 12, 13 and 14 ${OF_PART_III}`))
    .join(''),
};

function partThree(name: string, html: string): ArrangedReport {
  return report(`Part III: ${name}`, '10-K', {
    print: (item, at) => (PART_III.has(item.number) ? (item.number === '10' ? html : '') : headed(item, at)),
    expect: item =>
      PART_III.has(item.number)
        ? { ...expectedOf(item), statuses: ['by_reference', 'shared'], text: null }
        : expectedOf(item),
  });
}

/** Lines at the top or foot of a page that repeat what the page is about. */
const RUNNING_HEADS: Readonly<Record<string, Print>> = {
  'heading (continued)': ({ number, title }, at) => page(at * 4 + 2) + p(b(`Item ${number}. ${title} (continued)`)),
  'heading again': ({ number, title }, at) => page(at * 4 + 2) + p(b(`Item ${number}. ${title}`)),
  'part and item': ({ part, number }, at) => page(at * 4 + 2) + p(`PART ${part}`) + p(`Item ${number}`),
  'part (continued)': ({ part }, at) => page(at * 4 + 2) + p(b(`PART ${part} (con’d.)`)),
  'form and period': (_, at) => page(at * 4 + 2) + p('FORM 10-K') + p('For the Fiscal Year Ended December 31, 2024'),
};

/** Text of a long item on two pages, with a running head between them. */
const onTwoPages =
  (head: Print): Print =>
  (item, at) =>
    item.paragraphs.length < 2
      ? headed(item, at)
      : p(b(`Item ${item.number}. ${item.title}`)) +
        item.paragraphs.slice(0, 1).map(p).join('') +
        head(item, at) +
        item.paragraphs.slice(1).map(p).join('');

/** Feet of pages between items. */
const FEET: Readonly<Record<string, Print>> = {
  'part and page': ({ part }, at) => `${p(`Part ${part} | ${at * 4 + 2}`)}<hr style="page-break-after:always">`,
  'form and page': (_, at) => `${p(`2024 Form 10-K | ${at * 4 + 2}`)}<hr style="page-break-after:always">`,
  'page and form': (_, at) => `${p(`${at * 4 + 2} | 2024 Form 10-K`)}<hr style="page-break-after:always">`,
  'name and form': (_, at) =>
    `${p(`${at * 4 + 2}`)}${p('Lantern 2024 Annual Report on Form 10-K')}<hr style="page-break-after:always">`,
  'form and period': (_, at) =>
    `${page(at * 4 + 2)}${p('FORM 10-K')}${p('For the Fiscal Year Ended December 31, 2024')}`,
  'part (continued)': ({ part }, at) => page(at * 4 + 2) + p(`PART ${part} (con’d.)`),
};

const TITLES: Readonly<Record<string, string>> = {
  1: 'The Company',
  2: 'Our Properties',
  3: 'Litigation',
  5: 'Market for Lantern’s Common Stock and Related Matters',
  10: 'Directors and Officers',
  12: 'Principal Stockholders',
  13: 'Certain Transactions',
  14: 'Accountant Fees',
  15: 'Financial Statements and Exhibits',
};

const ANNUAL_REPORT = numbersIn('5 7 7A 8');

function index(entries: readonly (readonly string[])[], columns: 'item' | 'number'): string {
  return (
    p(b('FORM 10-K CROSS-REFERENCE INDEX')) +
    table([
      row('', '', b('Page')),
      ...entries.map(([number = '', title = '', pages = '']) =>
        row(columns === 'item' ? `Item ${number}.` : number, title, pages),
      ),
    ])
  );
}

/** A report with headings of its own on numbered pages, and an index of the items. */
function indexed(place: 'front' | 'back', by: 'pages' | 'headings', columns: 'item' | 'number'): ArrangedReport {
  const items = itemsOf('10-K');
  const heads: Record<string, string> = {
    1: 'Who We Are',
    '1A': 'Risks That We Face',
    '1C': 'Protecting Our Systems',
    2: 'Where We Work',
    3: 'Claims and Suits',
    5: 'Our Shares',
    7: 'How the Year Went',
    '7A': 'Prices and Rates',
    8: 'Our Accounts',
    '9A': 'How We Check',
    15: 'Documents Attached',
  };
  const order = ['7', '7A', '1', '2', '1A', '1C', '3', '5', '8', '9A', '15'];
  const pagesOf = new Map(order.map((number, at): [string, [number, number]] => [number, [at * 3 + 3, at * 3 + 5]]));
  const body = order.map(number => {
    const item = items.find(other => other.number === number);
    const [first = 0] = pagesOf.get(number) ?? [];
    const [one = '', ...rest] = item?.paragraphs ?? [];
    const [two = '', ...three] = rest;
    return (
      p(b(heads[number] ?? '')) +
      p(one) +
      page(first) +
      p(two) +
      page(first + 1) +
      three.map(p).join('') +
      page(first + 2)
    );
  });
  const entries = items.map(({ number, title, status }) => {
    const pages = pagesOf.get(number);
    const named = pages === undefined ? '' : by === 'pages' ? `${pages[0]}-${pages[1]}` : (heads[number] ?? '');
    const answer = status === 'by_reference' ? 'Incorporated by reference to the proxy statement' : 'Not applicable';
    return [number, title, named === '' ? answer : named];
  });
  const contents = index(entries, columns);
  const front = place === 'front' ? contents + page(2) : page(2);
  return {
    name: `index by ${by} at the ${place}, ${columns}`,
    form: '10-K',
    html: `<html><body>${p('FORM 10-K')}${p('Lantern Corp.')}${front}${body.join('')}${place === 'back' ? contents + page(60) : ''}${SIGNATURES}</body></html>`,
    expected: items.map(item => {
      const text = pagesOf.has(item.number) ? item.paragraphs.join(' ') : null;
      return { ...expectedOf(item), statuses: [item.status, 'shared'], text };
    }),
  };
}

/** Headings of the part on the officers, below Item 4. */
const OFFICERS: readonly string[] = [
  b('Information About Our Executive Officers'),
  b('Item 4A. Executive Officers of the Registrant'),
  b('SUPPLEMENTAL ITEM. EXECUTIVE OFFICERS OF THE REGISTRANT'),
  'EXECUTIVE OFFICERS OF THE REGISTRANT',
  'Our Executive Officers',
];

/** Answers to Items 3, 4 and 5 of the second part of a 10-Q. */
const OMITTED_TOGETHER: readonly string[] = [
  'Items 3, 4 and 5 are not applicable and have been omitted.',
  `${b('Items 3, 4 and 5.')} Not applicable.`,
  `${b('Items 3 through 5.')} None.`,
  b('Items 3-5. Not applicable'),
];

const isOmitted = ({ part, number }: VariedItem) => part === 'II' && ['3', '4', '5'].includes(number);

/** Reports whose items are arranged in unusual ways. */
export function arrangedReports(): ArrangedReport[] {
  return [
    ...MERGED_HEADINGS.map(merged),
    ...Object.entries(PARTS_III).map(([name, html]) => partThree(name, html)),
    ...Object.entries(RUNNING_HEADS).map(([name, head]) =>
      report(`running head: ${name}`, '10-K', { print: onTwoPages(head) }),
    ),
    ...Object.entries(FEET).map(([name, between]) => report(`foot: ${name}`, '10-K', { between })),
    ...(['front', 'back'] as const).flatMap(place =>
      (['pages', 'headings'] as const).flatMap(by =>
        (['item', 'number'] as const).map(columns => indexed(place, by, columns)),
      ),
    ),
    report('titles of its own', '10-K', {
      print: item => headed({ ...item, title: TITLES[item.number] ?? item.title }, 0),
      expect: item => ({ ...expectedOf(item), title: TITLES[item.number] ?? item.title }),
    }),
    report('titles of its own, plain', '10-K', {
      print: ({ number, title, paragraphs }) =>
        p(`ITEM ${number}. ${TITLES[number] ?? title}`) + paragraphs.map(p).join(''),
      expect: item => ({ ...expectedOf(item), title: TITLES[item.number] ?? item.title }),
    }),
    report('annual report as an exhibit', '10-K', {
      print: (item, at) =>
        headed(
          ANNUAL_REPORT.has(item.number)
            ? {
                ...item,
                paragraphs: [
                  `The information under “${item.title}” on pages 12 to 20 of our Annual Report to Shareholders, filed as Exhibit 13, is incorporated herein by reference.`,
                ],
              }
            : item,
          at,
        ),
      expect: item =>
        ANNUAL_REPORT.has(item.number)
          ? { ...expectedOf(item), statuses: ['by_reference'], text: null }
          : expectedOf(item),
    }),
    ...['*', 'N/A', '—'].map(mark =>
      report(`contents that mark items as omitted: ${mark}`, '10-Q', {
        front: table(
          itemsOf('10-Q').flatMap(({ part, number, title }, at) => {
            const own = row(`Item ${number}.`, title, String(at * 4 + 3));
            const omitted =
              number === '2' && part === 'II'
                ? [
                    row('Item 3.', 'Defaults Upon Senior Securities', mark),
                    row('Item 4.', 'Mine Safety Disclosures', mark),
                  ]
                : [];
            return [own, ...omitted];
          }),
        ),
      }),
    ),
    ...OFFICERS.map(heading =>
      report(`officers between two parts: ${heading}`, '10-K', {
        between: ({ number }) =>
          number === '4' ? p(heading) + p('Ada Harbour, 51, has led the Company since 2019.') : '',
      }),
    ),
    ...OMITTED_TOGETHER.map(answer =>
      report(`omitted together: ${answer}`, '10-Q', {
        print: (item, at) => (isOmitted(item) ? (item.number === '5' ? p(answer) : '') : headed(item, at)),
        expect: item =>
          isOmitted(item)
            ? { ...expectedOf(item), statuses: ['reserved_or_na', 'shared'], text: null }
            : expectedOf(item),
      }),
    ),
    report('numbers of parts in front', '10-K', {
      print: ({ part, number, title, paragraphs }) =>
        p(b(`${part}. Item ${number}. ${title}`)) + paragraphs.map(p).join(''),
    }),
    report('auditors’ report behind the controls', '10-K', {
      between: ({ number }) =>
        number === '9A'
          ? p(b('REPORT OF INDEPENDENT REGISTERED PUBLIC ACCOUNTING FIRM')) +
            p('To the Stockholders and Board of Directors of Lantern Corp.') +
            p('We have audited Lantern Corp.’s internal control over financial reporting. '.repeat(30)) +
            p('/s/ Wick &amp; Flame LLP')
          : '',
    }),
    report('items of other forms in a list', '10-K', {
      print: (item, at) =>
        headed(item, at) +
        (item.number === '15'
          ? p('Reports on Form 8-K:') +
            p('Item 5. Other Events. Filed on May 2.') +
            p('Item 7. Financial Statements and Exhibits. Filed on May 9.')
          : ''),
      expect: item =>
        item.number === '15'
          ? {
              ...expectedOf(item),
              text: `${item.paragraphs.join(' ')} Reports on Form 8-K: Item 5. Other Events. Filed on May 2. Item 7. Financial Statements and Exhibits. Filed on May 9.`,
            }
          : expectedOf(item),
    }),
  ];
}
