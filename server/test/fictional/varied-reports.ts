/** Constructed periodic reports that differ in how headings, contents, parts and page furniture are printed. */

export type VariedForm = '10-K' | '10-Q';

/** An item with its text. */
export interface VariedItem {
  part: string;
  number: string;
  title: string;
  /** Paragraphs below the heading. */
  paragraphs: string[];
  status: 'found' | 'by_reference' | 'reserved_or_na';
}

const SENTENCE = 'The Company makes lanterns for harbours and sells them to port authorities in nine countries. ';

function prose(name: string, sentences: number): string[] {
  return [
    `${name} begins here. ${SENTENCE.repeat(Math.ceil(sentences / 3))}`.trim(),
    `For more on this, see Item 7 of this report and Note 3. ${SENTENCE.repeat(Math.ceil(sentences / 3))}`.trim(),
    `${SENTENCE.repeat(Math.ceil(sentences / 3))}${name} ends here.`,
  ];
}

const item = (
  part: string,
  number: string,
  title: string,
  sentences: number | string,
  status: VariedItem['status'] = 'found',
): VariedItem => ({
  ...{ part, number, title, status },
  paragraphs: typeof sentences === 'string' ? [sentences] : prose(`Text ${part} ${number}`, sentences),
});

const PROXY =
  'The information required by this item is incorporated by reference to our definitive proxy statement for the annual meeting.';

const TEN_K: readonly VariedItem[] = [
  item('I', '1', 'Business', 60),
  item('I', '1A', 'Risk Factors', 90),
  item('I', '1B', 'Unresolved Staff Comments', 'None.', 'reserved_or_na'),
  item('I', '1C', 'Cybersecurity', 12),
  item('I', '2', 'Properties', 9),
  item('I', '3', 'Legal Proceedings', 9),
  item('I', '4', 'Mine Safety Disclosures', 'Not applicable.', 'reserved_or_na'),
  item(
    'II',
    '5',
    'Market for Registrant’s Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities',
    12,
  ),
  item('II', '7', 'Management’s Discussion and Analysis of Financial Condition and Results of Operations', 120),
  item('II', '7A', 'Quantitative and Qualitative Disclosures About Market Risk', 12),
  item('II', '8', 'Financial Statements and Supplementary Data', 150),
  item(
    'II',
    '9',
    'Changes in and Disagreements with Accountants on Accounting and Financial Disclosure',
    'None.',
    'reserved_or_na',
  ),
  item('II', '9A', 'Controls and Procedures', 12),
  item('II', '9B', 'Other Information', 'None.', 'reserved_or_na'),
  item('III', '10', 'Directors, Executive Officers and Corporate Governance', PROXY, 'by_reference'),
  item('III', '11', 'Executive Compensation', PROXY, 'by_reference'),
  item(
    'III',
    '12',
    'Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters',
    PROXY,
    'by_reference',
  ),
  item('III', '13', 'Certain Relationships and Related Transactions, and Director Independence', PROXY, 'by_reference'),
  item('III', '14', 'Principal Accountant Fees and Services', PROXY, 'by_reference'),
  item('IV', '15', 'Exhibits and Financial Statement Schedules', 20),
];

const TEN_Q: readonly VariedItem[] = [
  item('I', '1', 'Financial Statements', 120),
  item('I', '2', 'Management’s Discussion and Analysis of Financial Condition and Results of Operations', 90),
  item('I', '3', 'Quantitative and Qualitative Disclosures About Market Risk', 9),
  item('I', '4', 'Controls and Procedures', 9),
  item('II', '1', 'Legal Proceedings', 9),
  item('II', '1A', 'Risk Factors', 30),
  item('II', '2', 'Unregistered Sales of Equity Securities and Use of Proceeds', 'None.', 'reserved_or_na'),
  item('II', '5', 'Other Information', 'None.', 'reserved_or_na'),
  item('II', '6', 'Exhibits', 12),
];

const p = (text: string) => `<p>${text}</p>`;
const b = (text: string) => `<b>${text}</b>`;
const half = (title: string): [string, string] => {
  const words = title.split(' ');
  const at = Math.ceil(words.length / 2);
  return [words.slice(0, at).join(' '), words.slice(at).join(' ')];
};

/** Prints an item: its heading and the paragraphs below it. */
type Print = (item: VariedItem) => string;

const below = ({ paragraphs }: VariedItem): string => paragraphs.map(p).join('');
const lead = ({ paragraphs: [first = '', ...rest] }: VariedItem, heading: string): string =>
  p(`${heading} ${first}`) + rest.map(p).join('');

const WORDS: Record<string, string> = {
  1: 'ONE',
  '1A': 'ONE A',
  2: 'TWO',
  3: 'THREE',
  4: 'FOUR',
  5: 'FIVE',
  6: 'SIX',
  7: 'SEVEN',
  8: 'EIGHT',
  9: 'NINE',
  10: 'TEN',
};

/** Ways to print an item in HTML. */
export const HEADINGS: Readonly<Record<string, Print>> = {
  bold: item => p(b(`Item ${item.number}. ${item.title}`)) + below(item),
  plain: item => p(`Item ${item.number}. ${item.title}`) + below(item),
  'plain, with a full stop': item => p(`Item ${item.number}. ${item.title}.`) + below(item),
  capitals: item => p(`ITEM ${item.number}. ${item.title.toUpperCase()}`) + below(item),
  underlined: item => p(`<u>Item ${item.number}.</u> <u>${item.title}</u>`) + below(item),
  'a heading element': item => `<h2>Item ${item.number} ${item.title}</h2>${below(item)}`,
  'a dash': item => p(b(`Item ${item.number} – ${item.title}`)) + below(item),
  'two hyphens': item => p(b(`ITEM ${item.number} -- ${item.title.toUpperCase()}`)) + below(item),
  'a colon': item => p(b(`Item ${item.number}: ${item.title}`)) + below(item),
  brackets: item => p(b(`Item (${item.number}) ${item.title}`)) + below(item),
  'no separator': item => p(b(`Item ${item.number}${item.title}`)) + below(item),
  'item no.': item => p(b(`Item No. ${item.number} ${item.title}`)) + below(item),
  'number in words': item => p(b(`ITEM ${WORDS[item.number] ?? item.number}. ${item.title}`)) + below(item),
  'part in front': item => p(b(`Part ${item.part}, Item ${item.number}. ${item.title}`)) + below(item),
  'part in front, dash': item => p(b(`PART ${item.part} – ITEM ${item.number}: ${item.title}`)) + below(item),
  'number below a rule': item => `<hr>${p(b(`Item ${item.number}.`))}${p(b(item.title))}${below(item)}`,
  'number and title in two plain lines': item => p(`Item ${item.number}.`) + p(item.title) + below(item),
  'number and title in two plain lines, in capitals': item =>
    p(`ITEM ${item.number}`) + p(item.title.toUpperCase()) + below(item),
  'word, number and title in three lines': item =>
    p(b('Item')) + p(b(`${item.number}.`)) + p(b(item.title)) + below(item),
  'a line break': item => p(b(`Item ${item.number}.<br>${item.title}`)) + below(item),
  'a title in two lines': item => {
    const [first, second] = half(item.title);
    return p(b(`Item ${item.number}. ${first}`)) + (second === '' ? '' : p(b(second))) + below(item);
  },
  'a title in two plain lines': item => {
    const [first, second] = half(item.title);
    return p(`Item ${item.number}. ${first}`) + (second === '' ? '' : p(second)) + below(item);
  },
  'a title with a line break': item => {
    const [first, second] = half(item.title);
    return p(`Item ${item.number}. ${first}<br>${second}`) + below(item);
  },
  'a row': item => `<table><tr><td>Item ${item.number}.</td><td>${b(item.title)}</td></tr></table>${below(item)}`,
  'a plain row': item => `<table><tr><td>Item ${item.number}.</td><td>${item.title}</td></tr></table>${below(item)}`,
  'a row of three cells': item =>
    `<table><tr><td>Item</td><td>${item.number}.</td><td>${item.title}</td></tr></table>${below(item)}`,
  'two rows': item =>
    `<table><tr><td>Item ${item.number}.</td></tr><tr><td>${item.title}</td></tr></table>${below(item)}`,
  'a table with the text': item =>
    `<table><tr><td>Item ${item.number}.</td><td>${b(item.title)}</td></tr>${item.paragraphs.map(text => `<tr><td></td><td>${text}</td></tr>`).join('')}</table>`,
  'one table per item, text beside the number': item =>
    `<table><tr><td>Item ${item.number}. ${item.title}</td><td>${item.paragraphs.join('<br>')}</td></tr></table>`,
  'a bold lead': item => lead(item, b(`Item ${item.number}. ${item.title}.`)),
  'an underlined lead': item => lead(item, `<u>Item ${item.number}. ${item.title}.</u>`),
  'a plain lead': item => lead(item, `Item ${item.number}. ${item.title}.`),
  'a plain lead with a dash': item => lead(item, `Item ${item.number}. ${item.title} –`),
  'a lead with a line break': item => lead(item, `${b(`Item ${item.number}. ${item.title}`)}<br>`),
  'spans of letters': item =>
    p(
      `<b>I</b><b>tem&nbsp;${item.number}.</b>&nbsp;&nbsp;<b>${item.title.slice(0, 1)}</b><b>${item.title.slice(1)}</b>`,
    ) + below(item),
  'wide blanks': item => p(b(`Item&#160;${item.number}.&#8195;&#8195;${item.title}`)) + below(item),
  'small capitals': item =>
    p(
      `<b>I<small>TEM</small> ${item.number}. ${item.title.replace(/\b(\w)(\w*)/g, (_, a: string, z: string) => `${a}<small>${z.toUpperCase()}</small>`)}</b>`,
    ) + below(item),
  'a note mark': item => p(b(`Item ${item.number}. ${item.title}<sup>(1)</sup>`)) + below(item),
  'unaudited behind': item => p(b(`Item ${item.number}. ${item.title} (Unaudited)`)) + below(item),
  'a link back': item => p(`<a href="#toc">${b(`Item ${item.number}. ${item.title}`)}</a>`) + below(item),
  'a repeated title': item => p(b(`Item ${item.number}. ${item.title}`)) + p(b(item.title.toUpperCase())) + below(item),
  'the company’s name behind': item => p(b(`Item ${item.number}. ${item.title} of Lantern Corp.`)) + below(item),
  'a bare number': item => p(b(`${item.number}. ${item.title}`)) + below(item),
  'a bare number in a row': item =>
    `<table><tr><td>${item.number}.</td><td>${b(item.title)}</td></tr></table>${below(item)}`,
  'titles only': item => p(b(item.title)) + below(item),
  'titles only, in capitals': item => p(item.title.toUpperCase()) + below(item),
  'a heading printed twice': item =>
    p(b(`Item ${item.number}. ${item.title}`)) + p(b(`Item ${item.number}. ${item.title}`)) + below(item),
  'in a cell with the part': item =>
    `<table><tr><td>Part ${item.part}</td><td>Item ${item.number}.</td><td>${item.title}</td></tr></table>${below(item)}`,
  'bullets in front': item => p(b(`• Item ${item.number}. ${item.title}`)) + below(item),
  'a divided word': item => p(b(`I tem ${item.number}. ${item.title}`)) + below(item),
  'a letter set apart': item => p(b(`Item ${item.number.replace(/([A-C])$/, ' $1')}. ${item.title}`)) + below(item),
  'a letter in brackets': item => p(b(`Item ${item.number.replace(/([A-C])$/, '($1)')}. ${item.title}`)) + below(item),
  'a small letter': item => p(b(`Item ${item.number.toLowerCase()}. ${item.title}`)) + below(item),
};

/** Contents above the items. */
export const CONTENTS: Readonly<Record<string, (items: readonly VariedItem[]) => string>> = {
  none: () => '',
  rows: items =>
    `<table>${items.map(({ number, title }, at) => `<tr><td>Item ${number}.</td><td>${title}</td><td>${at * 4 + 3}</td></tr>`).join('')}</table>`,
  'rows with links': items =>
    `<table>${items.map(({ part, number, title }, at) => `<tr><td><a href="#i${part}${number}">Item ${number}.</a></td><td><a href="#i${part}${number}">${title}</a></td><td>${at * 4 + 3}</td></tr>`).join('')}</table>`,
  'lines with links': items =>
    items.map(({ part, number, title }) => p(`<a href="#i${part}${number}">Item ${number}. ${title}</a>`)).join(''),
  'dotted lines': items =>
    items.map(({ number, title }, at) => p(`Item ${number}. ${title} ........ ${at * 4 + 3}`)).join(''),
  'plain lines': items => items.map(({ number, title }) => p(`Item ${number}. ${title}`)).join(''),
  'titles only': items =>
    `<table>${items.map(({ title }, at) => `<tr><td>${title}</td><td>${at * 4 + 3}</td></tr>`).join('')}</table>`,
  'one cell with lines': items =>
    `<table><tr><td>${items.map(({ number, title }) => `Item ${number}. ${title}`).join('<br>')}</td><td>${items.map((_, at) => at * 4 + 3).join('<br>')}</td></tr></table>`,
};

/** What is printed between items. */
export const FURNITURE: Readonly<Record<string, (item: VariedItem, at: number) => string>> = {
  none: () => '',
  'page numbers': (_, at) => `${p(String(at * 4 + 2))}<hr style="page-break-after:always">`,
  'page numbers and links back': (_, at) =>
    `${p(String(at * 4 + 2))}<hr style="page-break-after:always">${p('<a href="#toc">Table of Contents</a>')}`,
  'the company’s name on each page': (_, at) =>
    `${p(`Lantern Corp. | ${at * 4 + 2}`)}<hr style="page-break-after:always">${p('LANTERN CORP.')}`,
};

/** Whether parts have headings. */
export const PARTS: Readonly<Record<string, (part: string, form: VariedForm) => string>> = {
  none: () => '',
  bold: part => p(b(`PART ${part}`)),
  named: (part, form) =>
    p(
      b(
        form === '10-Q'
          ? `PART ${part}. ${part === 'I' ? 'FINANCIAL INFORMATION' : 'OTHER INFORMATION'}`
          : `PART ${part}`,
      ),
    ),
};

/** Headings of reports in plain text. */
export const TEXT_STYLES: Readonly<Record<string, (item: VariedItem) => string>> = {
  capitals: ({ number, title }) => `ITEM ${number}.  ${title.toUpperCase()}`,
  mixed: ({ number, title }) => `Item ${number}.  ${title}`,
  indented: ({ number, title }) => `          ITEM ${number}.  ${title.toUpperCase()}`,
  'a hanging number': ({ number, title }) => wrapped(`ITEM ${number}.`, title.toUpperCase(), 12),
  'a wrapped title': ({ number, title }) => wrapped(`ITEM ${number}.`, title.toUpperCase(), 0),
  'a centred number above a centred title': ({ number, title }) =>
    `${centred(`ITEM ${number}`)}\n\n${centred(title.toUpperCase())}`,
  'a number above its title': ({ number, title }) =>
    `Item ${number}.\n\n${title}\n${'-'.repeat(Math.min(60, title.length))}`,
  'a rule below': ({ number, title }) => `Item ${number}.  ${title}\n${'='.repeat(40)}`,
  'a dash': ({ number, title }) => `ITEM ${number} - ${title.toUpperCase()}`,
  'two hyphens': ({ number, title }) => `Item ${number}--${title}`,
  'letters apart': ({ number, title }) => `I T E M  ${number}.  ${title.toUpperCase()}`,
  tabbed: ({ number, title }) => `Item\t${number}.\t${title}`,
};

function wrapped(number: string, title: string, indent: number): string {
  const lines: string[] = [];
  let line = number.padEnd(Math.max(number.length + 1, indent));
  for (const word of title.split(' ')) {
    if (line.length + word.length > 62) {
      lines.push(line.trimEnd());
      line = ' '.repeat(indent);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join('\n');
}

function centred(text: string): string {
  return ' '.repeat(Math.max(0, Math.floor((76 - text.length) / 2))) + text;
}

function filled(text: string, indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length + word.length > 74) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join('\n');
}

/** Breaks between the pages of a text. */
export const TEXT_PAGES: Readonly<Record<string, (page: number) => string>> = {
  none: () => '',
  'numbers and tags': page => `\n\n${centred(String(page))}\n<PAGE>\n\n`,
  'numbers between hyphens': page => `\n\n${centred(`-${page}-`)}\n\n<PAGE>   ${page + 1}\n\n`,
  'running heads': page => `\n\n${centred(String(page))}\n<PAGE>\n\nLANTERN CORP.                       FORM 10-K\n\n`,
};

/** Contents of a text. */
export const TEXT_CONTENTS: Readonly<Record<string, (items: readonly VariedItem[]) => string>> = {
  none: () => '',
  dotted: items =>
    items
      .map(({ number, title }, at) => `Item ${number}.  ${title.slice(0, 45)} ${'.'.repeat(12)} ${at * 4 + 3}`)
      .join('\n'),
  columns: items =>
    items
      .map(({ number, title }, at) => `  ${number.padEnd(5)}${title.slice(0, 50).padEnd(56)}${at * 4 + 3}`)
      .join('\n'),
};

export function itemsOf(form: VariedForm): readonly VariedItem[] {
  return form === '10-K' ? TEN_K : TEN_Q;
}

/** A report in plain text, as before HTML; each option is a key of its table. */
export function printText({ form, heading, furniture, contents }: Omit<Layout, 'parts'>): string {
  const items = itemsOf(form);
  let part = '';
  const body = items.map((item, at) => {
    const announced = item.part === part ? '' : `\n${centred(`PART ${item.part}`)}\n\n`;
    part = item.part;
    const page = at === 0 ? '' : (TEXT_PAGES[furniture]?.(at + 3) ?? '');
    const half = Math.ceil(item.paragraphs.length / 2);
    const middle = item.paragraphs.length > 1 ? (TEXT_PAGES[furniture]?.(at + 60) ?? '') : '';
    const text = item.paragraphs.map(paragraph => filled(paragraph, '     '));
    return `${page}${announced}${TEXT_STYLES[heading]?.(item) ?? ''}\n\n${text.slice(0, half).join('\n\n')}${middle}\n\n${text.slice(half).join('\n\n')}\n`;
  });
  return `FORM ${form}\n\n${centred('LANTERN CORP.')}\n\n${centred('TABLE OF CONTENTS')}\n\n${TEXT_CONTENTS[contents]?.(items) ?? ''}\n\n${body.join('\n')}\n\n${centred('SIGNATURES')}\n\n${filled('Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned.', '     ')}\n`;
}

/** How a report is printed; each option is a key of its table. */
export interface Layout {
  form: VariedForm;
  heading: string;
  contents: string;
  furniture: string;
  parts: string;
}

/** A report in HTML. */
export function printReport(layout: Layout): string {
  const items = itemsOf(layout.form);
  let part = '';
  const body = items.map((item, at) => {
    const announced = item.part === part ? '' : (PARTS[layout.parts]?.(item.part, layout.form) ?? '');
    part = item.part;
    const furniture = at === 0 ? '' : (FURNITURE[layout.furniture]?.(item, at) ?? '');
    return `${furniture}${announced}<a id="i${item.part}${item.number}"></a>${HEADINGS[layout.heading]?.(item) ?? ''}`;
  });
  const signatures =
    p(b('SIGNATURES')) +
    p(
      'Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned.',
    );
  return `<html><body>${p(`FORM ${layout.form}`)}${p('Lantern Corp.')}<a id="toc"></a>${CONTENTS[layout.contents]?.(items) ?? ''}${body.join('')}${signatures}</body></html>`;
}
