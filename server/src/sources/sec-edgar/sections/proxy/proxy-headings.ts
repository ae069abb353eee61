import type { Line } from '../document-lines.ts';

/** The parts of a proxy statement that are separated, in the usual order. */
export type ProxyKey =
  | 'voting_procedures'
  | 'director_nominees'
  | 'governance'
  | 'director_compensation'
  | 'related_party'
  | 'audit_fees'
  | 'executive_officers'
  | 'cda'
  | 'compensation_tables'
  | 'pay_ratio'
  | 'pay_versus_performance'
  | 'equity_plan_info'
  | 'beneficial_ownership';

interface ProxyPart {
  key: ProxyKey;
  title: string;
  /** The words that its heading consists of, small letters without punctuation. */
  headings: RegExp;
  /** Headings within the part. They continue it or, if the part has no heading of its own, begin it. */
  inside: RegExp | null;
}

/**
 * Parts with the headings that filers use. Required content: Schedule 14A (17 CFR 240.14a-101) with Regulation S-K, items
 * 201(d), 401, 402, 403, 404 and 407.
 */
export const PROXY_PARTS: readonly ProxyPart[] = [
  {
    key: 'voting_procedures',
    title: 'Voting Procedures',
    headings:
      /^(?:general information(?: about (?:the|this|our) (?:annual |special )?(?:meeting|proxy|solicitation).*)?|(?:information (?:about|concerning|regarding) (?:the )?(?:annual |special )?(?:meeting|voting|proxy|solicitation).*)|(?:frequently asked )?questions and answers.*|voting (?:information|procedures|matters|rights.*|and revocation.*|securities.*)|(?:solicitation|revocability) of prox(?:y|ies).*|how to vote|proxy and voting information|about the (?:annual )?meeting|information about our annual meeting.*|the annual meeting)$/,
    inside:
      /^(?:record date.*|quorum.*|voting by proxy|who (?:can|may|is entitled to) vote.*|how do i vote.*|broker non votes.*|expenses of solicitation|counting of votes)$/,
  },
  {
    key: 'director_nominees',
    title: 'Director Nominees',
    headings:
      /^(?:(?:the )?election of (?:the )?(?:class \w+ )?(?:directors?|trustees)(?: of.*)?|(?:information (?:about|concerning|regarding) (?:the |our )?(?:directors?|nominees).*)|(?:the |our )?(?:director )?nominees?(?: for (?:election|director|directors|the board).*| biograph.*)?|director (?:nominees|biographies|candidates).*|(?:our )?board of directors|directors and nominees|biographical information.*|continuing directors.*)$/,
    inside: null,
  },
  {
    key: 'governance',
    title: 'Corporate Governance',
    headings:
      /^(?:(?:our )?(?:corporate )?governance(?: of (?:the|our) company| matters| and board matters| information| principles.*| practices| guidelines.*| at .*)?|(?:board (?:of directors )?(?:and )?)?corporate governance(?: and .*)?|board (?:leadership )?governance.*|board matters|(?:information about )?(?:the |our )?board(?: of directors)? and (?:its |board )?(?:committees|corporate governance).*|the board and its committees|meetings and committees of (?:the|our) board.*)$/,
    inside:
      /^(?:board (?:committees|leadership(?: structure)?|meetings.*|composition|oversight.*|evaluation.*|diversity|role in risk.*)|committees of (?:the|our) board.*|director independence|independence of (?:the )?directors.*|(?:the )?(?:board s )?role in risk oversight.*|risk oversight|code of (?:ethics|conduct|business).*|communications? with (?:the )?(?:board|directors).*|(?:the )?(?:audit|compensation|nominating)(?: and [a-z ]+)? committee|insider trading polic.*|hedging.*)$/,
  },
  {
    key: 'director_compensation',
    title: 'Director Compensation',
    headings:
      /^(?:(?:non ?employee |outside |independent )?(?:directors?|trustees?)(?: s)? compensation.*|compensation of (?:(?:our|the) )?(?:non ?employee |outside |independent )?(?:directors|trustees).*|how (?:our )?directors are paid)$/,
    inside: null,
  },
  {
    key: 'related_party',
    title: 'Related Party Transactions',
    headings:
      /^(?:(?:certain )?relationships and related(?: party| person)? transactions.*|(?:certain |policy on |review (?:and approval )?of )?(?:transactions with )?related(?: party| persons?| parties)(?: and .*)? ?(?:transactions.*|policy.*)?|certain (?:transactions|relationships).*|transactions with (?:related|management).*)$/,
    inside: null,
  },
  {
    key: 'audit_fees',
    title: 'Audit Fees',
    headings:
      /^(?:(?:independent (?:registered public )?(?:accountants?|accounting firms?|auditors?)(?: s)? )?(?:audit )?(?:fees|services)(?: and (?:services|related.*|non audit.*|all other.*))?(?: (?:paid|billed|of|to|by).*)?|audit and non audit fees.*|(?:principal (?:accountant|accounting|auditor)|(?:independent )?(?:registered public )?(?:accounting firm|auditor|accountant)s?)(?: s)? (?:audit )?fees.*|fees (?:paid|billed).*|audit(?: committee)? (?:matters|fees).*|auditor fees.*)$/,
    inside: /^(?:pre ?approval (?:of|polic).*|audit related fees|tax fees|all other fees)$/,
  },
  {
    key: 'executive_officers',
    title: 'Executive Officers',
    headings:
      /^(?:(?:our |the )?executive officers(?: of (?:the|our) (?:company|registrant|corporation).*)?|(?:information (?:about|concerning|regarding) )(?:our |the )?executive officers.*|(?:our )?(?:management|leadership) team|executive officers who are not directors)$/,
    inside: null,
  },
  {
    key: 'cda',
    title: 'Compensation Discussion and Analysis',
    headings: /^(?:(?:executive )?compensation discussion (?:and|&) analysis(?: cd a)?|cd ?(?:and )?a)$/,
    inside:
      /^(?:compensation (?:philosophy.*|objectives.*|program.*|governance.*|consultants?.*)|elements of (?:our )?(?:executive )?compensation.*|peer group.*|base salar(?:y|ies)|annual (?:cash )?incentive.*|long term incentive.*|clawback.*|stock ownership guidelines.*|tax (?:and accounting )?(?:considerations|implications).*|compensation committee report.*|report of the compensation.*)$/,
  },
  {
    key: 'compensation_tables',
    title: 'Executive Compensation Tables',
    headings:
      /^(?:(?:fiscal )?(?:\d{4} )?(?:executive )?compensation (?:tables?|of (?:our )?(?:named )?executive officers.*)|(?:fiscal )?(?:\d{4} )?summary compensation(?: table.*)?|executive(?: officer)? compensation)$/,
    inside:
      /^(?:(?:fiscal )?(?:\d{4} )?(?:grants of plan based awards|outstanding equity awards|option exercises|pension benefits|non ?qualified deferred compensation|potential payments (?:up)?on|employment agreements|severance).*)$/,
  },
  {
    key: 'pay_ratio',
    title: 'Pay Ratio',
    headings: /^(?:\d{4} )?(?:ceo |chief executive officer )?pay ratio.*$/,
    inside: null,
  },
  {
    key: 'pay_versus_performance',
    title: 'Pay Versus Performance',
    headings: /^(?:\d{4} )?pay (?:versus|vs|for versus) performance.*$/,
    inside: null,
  },
  {
    key: 'equity_plan_info',
    title: 'Equity Compensation Plan Information',
    headings:
      /^(?:(?:securities authorized for issuance under )?equity compensation plans?(?: information.*| table)?|securities authorized for issuance.*)$/,
    inside: null,
  },
  {
    key: 'beneficial_ownership',
    title: 'Beneficial Ownership',
    headings:
      /^(?:(?:security|stock|share|beneficial|common stock|equity|unit) ?(?:and )?ownership(?: (?:of|by|information|table).*)?|(?:information (?:about|concerning|regarding) )?(?:beneficial|security|stock) (?:share )?ownership.*|ownership of (?:the |our )?(?:common|company|securities|voting|equity|stock|shares|[a-z]+ (?:common|stock|securities|shares)).*|principal (?:share|stock|security)? ?holders.*|voting securities and principal holders.*|(?:share|stock) ?holdings of.*)$/,
    inside: null,
  },
];

/** Headings at which every part ends. */
const OTHER =
  /^(?:other (?:matters|business|information).*|additional information.*|householding.*|(?:stock|share) ?holder (?:proposals|nominations).*|(?:submission of )?(?:future )?(?:stock|share)holder proposals.*|delinquent section 16.*|section 16 a.*|(?:the )?(?:report of (?:the )?)?audit committee report.*|report of (?:the )?audit committee.*|appendix [a-z\d]+.*|annex [a-z\d]+.*|exhibit [a-z\d]+|forward looking statements.*|where you can find more information.*|incorporation by reference.*|(?:annual report|form 10 k).*|proxy summary.*|table of contents|reconciliation of .*|compensation committee interlocks.*)$/;

const PROPOSAL =
  /^(?:management |stockholder |shareholder )?(?:proposal|item)s?\s+(?:no\.?\s*|number\s*|#\s*)?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|[ivx]{1,4})\b[\s.:;–—-]*(.*)$/i;
const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

/** A heading of a proxy statement. */
export interface ProxyHeading {
  line: number;
  /** Null for the heading of text that belongs to no part: it only ends the part before. */
  key: ProxyKey | null;
  /** Number of a proposal to be voted on; null for other headings. */
  proposal: number | null;
  /** The heading's own words, a proposal's without its number. */
  words: string;
  isInside: boolean;
}

const LONGEST_HEADING = 150;

/** Reads a line as a heading; null if it is not one. */
export function proxyHeadingOf(line: Line, at: number): ProxyHeading | null {
  const text = line.text.trim();
  if (text.length > LONGEST_HEADING || text.length < 3 || isReference(line)) return null;
  const proposal = PROPOSAL.exec(text);
  const number = proposal === null ? null : numberOf(proposal[1] ?? '');
  const words = number === null ? text : (proposal?.[2] ?? '');
  if (number === null && /[.;,]$/.test(text)) return null;
  const plain = plainWords(words);
  const part = PROXY_PARTS.find(({ headings }) => headings.test(plain));
  if (part !== undefined) return { line: at, key: part.key, proposal: number, words, isInside: false };
  if (number !== null) return { line: at, key: null, proposal: number, words, isInside: false };
  if (OTHER.test(plain)) return { line: at, key: null, proposal: null, words, isInside: false };
  const inside = PROXY_PARTS.find(part => part.inside?.test(plain));
  return inside === undefined ? null : { line: at, key: inside.key, proposal: null, words, isInside: true };
}

/** A line of a contents table, a running header, or a cell of a data table. */
function isReference(line: Line): boolean {
  if (line.links.some(link => link.text.length * 2 > line.text.length)) return true;
  if (/\(continued\)|\bcont(?:inue)?d\.?$/i.test(line.text)) return true;
  if (/(?:\.{3,}|\s)\s*\d{1,3}$/.test(line.text) && !/^(?:proposal|item)\b/i.test(line.text)) return true;
  return line.cells !== null && line.cells.length > 2;
}

function numberOf(word: string): number | null {
  if (/^\d+$/.test(word)) return Number(word);
  const small = word.toLowerCase();
  const index = Math.max(NUMBER_WORDS.indexOf(small), ROMAN.indexOf(small));
  return index < 0 ? null : index + 1;
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’'‘]/g, ' ')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
