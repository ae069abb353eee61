import type { Sentence } from '../../../../../formats/prose/sentences.ts';

const MAX_WORDS = 30;
const MIN_WORDS = 4;
const MIN_CAPITALS = 3;
/** Share of words with a capital letter above which a line is a headline. */
const CAPITALISED = 0.7;
/** Words that headlines write with a capital letter and that are no names. */
const COMMON =
  /\b(?:Announces?|Announced|Completes?|Completed|Closes?|Closing|Closure|Closures|Completion|Consummates|Acquires?|Acquire|Acquisition|Acquisitions|Buys|Buy|Purchases?|Sells?|Sell|Sale|Sold|Agrees?|Agreement|Agreements|Definitive|Enters?|Into|Signs?|To|Of|The|And|For|With|In|From|By|On|Up|At|As|Over|Its|A|An|All|Will|Is|Are|Be|Settles?|Settle|Settlement|Litigation|Lawsuits?|Suit|Dispute|Class|Action|Patent|Files?|File|Filed|Voluntary|Petitions?|Protection|Reorganization|Pricing|Prices|Price|Public|Private|Offering|Offerings|Placement|Initial|Common|Preferred|Convertible|Senior|Notes|Stock|Shares?|Repurchase|Repurchases|Program|Programme|Buyback|Buybacks|Board|Directors|Authorizes|Authorises|Authorization|Approves|Approve|Increases|Expands|New|Additional|Accelerated|Tender|Offer|Exchange|Merger|Merge|Merges|Combination|Combine|Divests?|Divest|Divestiture|Spin-Off|Terminates?|Terminate|Termination|Terminated|Restructuring|Realignment|Plan|Plans|Initiative|Initiatives|Actions?|Workforce|Reduction|Reductions|Reduces?|Reduce|Cuts?|Cut|Cost|Costs|Savings|Layoffs|Jobs|Job|Positions|Employees|Headcount|Eliminates?|Eliminate|Close|Shut|Shuts|Exit|Exits|Discontinues?|Discontinue|Suspends?|Suspend|Suspension|Halts?|Halt|Resumes?|Resume|Operations|Production|Facility|Facilities|Plant|Plants|Mill|Mine|Store|Stores|Receives?|Received|Notice|Notices|Notification|Notifies|Letter|Regarding|Subpoena|Investigation|Inquiry|Deficiency|Compliance|Regains?|Listing|Delisting|Requirements?|Minimum|Bid|Name|Names|Changes?|Change|Business|Businesses|Division|Unit|Subsidiary|Assets|Interest|Stake|Majority|Dismissal|Dismisses|Dismissed|Verdict|Wins|Won|Jury|Judgment|Ruling|Award|Arbitration|Court|Rules|Million|Billion|Percent|Cash|Chapter|Bankruptcy|Emerges?|Emergence|Creditors|Lenders|Forbearance|Default|Waiver|Impairment|Charges?|Restates?|Restatement|Restate|Financial|Statements|Results|Reports?|Quarter|Quarterly|First|Second|Third|Fourth|Year|Data|Security|Incident|Cybersecurity|Cyber|Attack|Consent|Order|Penalty|Agrees|Dividend|Auditor|Auditors)\b/g;
const VERB =
  /\b(?:announces?|completes?|consummates|closes?|acquires?|buys|purchases|sells?|agrees?|enters?|signs?|settles?|files?|prices|authori[sz]es|approves|increases|expands|terminates?|receives|changes?|divests?|reduces?|cuts?|eliminates?|discontinues?|exits|shuts|suspends?|halts?|resumes?|regains?|notifies|wins|emerges?|restates?|reports?|plans|merges|dismisses|names|rules)\b/;
/** `Fictional Mills to Acquire Example Corp.`: the plan that a headline states in the infinitive. */
const AGREES = /^to (?=(?:be )?(?:acquired?|buy|purchase|sell|sold|merge|combine|divest)\b)/;
const PLANS = /^to (?=(?:close|cut|reduce|eliminate|exit|discontinue|shut|lay|restructure|consolidate)\b)/;
/** Verbs that look like plural nouns, with forms that do not. */
const PAST: Readonly<Record<string, string>> = {
  ...{ files: 'filed', prices: 'priced', signs: 'signed', changes: 'changed', cuts: 'cut', exits: 'exited' },
  ...{ halts: 'halted', reports: 'reported', increases: 'increased', purchases: 'purchased', buys: 'bought' },
  ...{ plans: 'planned', names: 'named', rules: 'ruled', wins: 'won' },
};

/**
 * Writes the common words of a headline in lower case, so that the tagger takes them for verbs and nouns: `Fictional Mills
 * Completes Acquisition of Example Corp.` An infinitive gets the verb that it leaves out. Other sentences stay as they are.
 */
export function readHeadline(sentence: Sentence): Sentence {
  const { quote } = sentence;
  if (/[.;:]$/.test(quote) && !/\b(?:Inc|Corp|Co|Ltd)\.$/.test(quote)) return sentence;
  const words = quote.split(/\s+/);
  if (words.length < MIN_WORDS || words.length > MAX_WORDS) return sentence;
  // Headlines write short words, such as prepositions, in lower case.
  const written = words.filter(word => /^[“"(]?(?:\p{Lu}|\p{Ll}{4})/u.test(word));
  const capitalised = written.filter(word => /^[“"(]?\p{Lu}/u.test(word)).length;
  if (written.length < MIN_CAPITALS || capitalised / written.length < CAPITALISED) return sentence;
  const plain = isUpperCase(quote) ? quote.replace(/\p{Lu}[\p{Lu}'’-]+/gu, toTitleCase) : quote;
  const lower = plain.replace(COMMON, word => word.toLowerCase());
  const read = withVerb(lower);
  if (read === null) return sentence;
  const headline = { ...sentence, quote: read };
  originals.set(headline, sentence);
  return headline;
}

/** The line with a verb that the grammar reads: its own, or the one that its infinitive leaves out. Null if it has none. */
function withVerb(line: string): string | null {
  const infinitive = line.search(/\bto [a-z]/);
  const first = VERB.exec(line);
  if (infinitive > 0 && (first === null || first.index > infinitive)) {
    const rest = line.slice(infinitive).replace(AGREES, 'agrees to ').replace(PLANS, 'will ');
    return VERB.test(rest) || /^will /.test(rest) ? line.slice(0, infinitive) + rest : null;
  }
  if (first === null) return null;
  const end = first.index + first[0].length;
  return first.index === 0 ? line : line.slice(0, first.index) + (PAST[first[0]] ?? first[0]) + line.slice(end);
}

const originals = new WeakMap<Sentence, Sentence>();

/** The sentence as the filing writes it. */
export function asWritten(sentence: Sentence): Sentence {
  return originals.get(sentence) ?? sentence;
}

function isUpperCase(text: string): boolean {
  return text === text.toUpperCase();
}

function toTitleCase(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
