import { type DocumentNames, readDocumentNames } from '../../../../formats/prose/names.ts';
import { type Sentence, splitSentences } from '../../../../formats/prose/sentences.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { FilingContents, FilingSection } from '../../../filings/filings/model/filing-contents.ts';
import { periodOfFiling } from '../../prose/rules/period-of-filing.ts';
import type { SupplyEvidence, SupplyReading, SupplyStatement } from '../model.ts';
import { readShares, type StatedShare } from './concentration-sentences.ts';
import { readTableShares } from './concentration-tables.ts';
import { COUNTERPARTY_NOUN, CUSTOMER_NOUN, SUPPLIER_NOUN } from './counterparties.ts';
import { type KnownNames, readKnownNamesLazily } from './known-names.ts';
import { type FiscalCalendar, readCalendar } from './periods.ts';
import { readRelations } from './relation-sentences.ts';
import { readTagged, type TaggedConcentration } from './tagged-concentrations.ts';
import { readUnnamedParties } from './unnamed-sources.ts';

/** Raise it when the rules change: `asfiled reprocess` then reads stored filings again. */
export const SUPPLY_CHAIN_RULES_VERSION = '2';

/** Sections of periodic reports that discuss customers and suppliers. */
const READ_SECTIONS =
  /^(?:(?:part_i\.)?item_(?:1|2|3|4|5|7|8|15|18)|part_i\.item_1a|item_1a|part_ii\.item_1a|financial_statements)$/;
const IS_CURRENT_REPORT = /^(?:8|6)-K/i;
const IS_QUARTERLY = /^part_i\./;
const MAX_STATEMENTS = 400;
/** Maximum number of characters between a sentence and the one that continues it. */
const MAX_GAP_CHARS = 4;
const MAX_EVIDENCE = 3;

/** Confidence by kind of evidence. The resolution of names can lower it. */
const CONFIDENCE = { taggedAndStated: 0.95, tagged: 0.85, share: 0.85, relation: 0.7 };

/** A sentence with its section. */
interface Placed extends Sentence {
  sectionKey: string;
}

/**
 * Reads the statements of a filing about customers and suppliers: tagged concentrations, and sentences in the business, risk,
 * results and notes sections that state a share or name a customer or a supplier. Ambiguous sentences and statements without a
 * known period are skipped. English only.
 */
export function readSupplyChain(contents: FilingContents): SupplyReading {
  // Item 7 of an old current report holds the statements of an acquired company.
  const isCurrent = IS_CURRENT_REPORT.test(contents.filing?.formType ?? '');
  const sections = contents.text.sections.filter(
    section => !isCurrent && READ_SECTIONS.test(section.sectionKey) && section.text !== '',
  );
  const facts = contents.report?.facts ?? [];
  const periodEnd = periodOfFiling(contents, sections);
  if (periodEnd === null || (sections.length === 0 && facts.length === 0)) return { isRead: false, statements: [] };
  const isQuarterly = sections.some(one => IS_QUARTERLY.test(one.sectionKey));
  const calendar = readCalendar(periodEnd, isQuarterly ? 'quarterly' : 'annual', facts);
  const known = readKnownNamesLazily(sections.map(one => one.text));
  const sentences = placedSentences(sections);
  const names = readDocumentNames(
    sections.map(section => section.text),
    [],
  );
  const said = sentences.flatMap((sentence, at) => readSentence(sentence, calendar, known, names, sentences[at - 1]));
  const tagged = (contents.report === null ? [] : readTagged(contents.report, known)).map(one =>
    fromTagged(one, sentences),
  );
  const own = ownKeys(contents);
  const tabled = sections.flatMap(section => readTables(section, calendar));
  const statements = merge([...tagged, ...tabled, ...said].filter(one => !isOwn(one, own)));
  return { isRead: sections.length > 0 || facts.length > 0, statements: statements.slice(0, MAX_STATEMENTS) };
}

/** Returns each sentence once, in the first section that contains it. */
function placedSentences(sections: readonly FilingSection[]): Placed[] {
  const seen = new Set<string>();
  const placed: Placed[] = [];
  for (const { sectionKey, text } of sections) {
    for (const sentence of splitSentences(text)) {
      if (seen.has(sentence.text)) continue;
      seen.add(sentence.text);
      placed.push({ ...sentence, sectionKey });
    }
  }
  return placed;
}

function readSentence(
  sentence: Placed,
  calendar: FiscalCalendar,
  known: KnownNames,
  names: DocumentNames,
  last: Placed | undefined,
): SupplyStatement[] {
  const isNext = last?.sectionKey === sentence.sectionKey && sentence.start - last.end < MAX_GAP_CHARS;
  const shares = readShares(sentence.text, calendar, known, isNext ? last.text : '');
  if (shares.length > 0) return shares.map(share => fromShare(share, sentence));
  const relations = readRelations(sentence.text, known);
  if (relations.length > 0)
    return relations.map(({ role, name }) => fromRelation({ role, name, label: name }, sentence, calendar));
  return readUnnamedParties(sentence, names).map(party => fromRelation({ ...party, name: null }, sentence, calendar));
}

/** The words of a statement with their place. */
type Place = Pick<Placed, 'sectionKey' | 'quote' | 'start' | 'end'>;

function fromShare(share: StatedShare, sentence: Place): SupplyStatement {
  return {
    concentrationType: share.concentrationType,
    nameAsFiled: share.name,
    label: share.label,
    groupSize: share.groupSize,
    concentrationPct: share.pct,
    concentrationOf: share.of,
    concentrationBase: share.narrowed,
    isAtLeast: share.isAtLeast,
    thresholdPct: share.thresholdPct,
    amount: null,
    currency: null,
    periodStart: share.of === 'receivables' ? null : share.span.start,
    periodEnd: share.span.end,
    confidence: share.pct === null && share.name !== null ? CONFIDENCE.relation : CONFIDENCE.share,
    evidence: [evidenceOf(sentence)],
  };
}

interface Relation {
  role: 'customer' | 'supplier';
  name: string | null;
  label: string;
}

function readTables({ sectionKey, text }: FilingSection, calendar: FiscalCalendar): SupplyStatement[] {
  return readTableShares(text, calendar).map(({ share, start, end }) =>
    fromShare(share, { quote: text.slice(start, end), start, end, sectionKey }),
  );
}

function fromRelation(relation: Relation, sentence: Placed, { own }: FiscalCalendar): SupplyStatement {
  return {
    concentrationType: relation.role,
    nameAsFiled: relation.name,
    label: relation.label,
    groupSize: null,
    concentrationPct: null,
    concentrationOf: null,
    concentrationBase: null,
    isAtLeast: false,
    thresholdPct: null,
    amount: null,
    currency: null,
    periodStart: own.start,
    periodEnd: own.end,
    confidence: CONFIDENCE.relation,
    evidence: [evidenceOf(sentence)],
  };
}

function fromTagged(tagged: TaggedConcentration, sentences: readonly Placed[]): SupplyStatement {
  const sentence = sentenceOf(tagged, sentences);
  const quote = sentence === null ? NO_QUOTE : evidenceOf(sentence);
  const isSupplier = sentence !== null && SUPPLIER_NOUN.test(sentence.text) && !CUSTOMER_NOUN.test(sentence.text);
  const isParty = tagged.concentrationType === 'customer' && tagged.name === null;
  return {
    concentrationType: isParty && isSupplier ? 'supplier' : tagged.concentrationType,
    nameAsFiled: tagged.name,
    label: tagged.label,
    groupSize: tagged.groupSize,
    concentrationPct: tagged.pct,
    concentrationOf: tagged.of,
    concentrationBase: tagged.narrowed,
    isAtLeast: false,
    thresholdPct: null,
    amount: tagged.amount,
    currency: tagged.currency,
    periodStart: tagged.span.start,
    periodEnd: tagged.span.end,
    confidence: sentence === null ? CONFIDENCE.tagged : CONFIDENCE.taggedAndStated,
    evidence: [{ ...quote, elementId: tagged.elementId, value: tagged.pct }],
  };
}

const NO_QUOTE: SupplyEvidence = {
  sectionKey: null,
  quote: null,
  charStart: null,
  charEnd: null,
  elementId: null,
  value: null,
};

function evidenceOf({ sectionKey, quote, start, end }: Place): SupplyEvidence {
  return { ...NO_QUOTE, sectionKey, quote, charStart: start, charEnd: end };
}

/** Finds the only sentence that states a tagged concentration: its percentage, its year, and its name or a matching noun. */
function sentenceOf(tagged: TaggedConcentration, sentences: readonly Placed[]): Placed | null {
  if (tagged.pct === null || tagged.concentrationType === 'geographic') return null;
  const digits = String(tagged.pct).replace('.', '\\.');
  const percent = new RegExp(`(?<![\\d.])${digits}(?:\\.0+)? ?%`);
  const year = tagged.span.end.slice(0, 4);
  const key = tagged.name === null ? null : nameKey(tagged.name);
  const fitting = sentences.filter(({ text }) => {
    if (!text.includes(year) || !percent.test(text)) return false;
    if (key !== null) return nameKey(text).includes(key);
    const isOfReceivables = /\breceivable/i.test(text);
    return isOfReceivables === (tagged.of === 'receivables') && (isOfReceivables || COUNTERPARTY_NOUN.test(text));
  });
  const [only] = fitting;
  return fitting.length === 1 && only !== undefined ? only : null;
}

/** Returns the folded names of the filer. */
function ownKeys({ filers, report }: FilingContents): string[] {
  const registrant = report?.facts.find(fact => fact.concept === 'dei:EntityRegistrantName')?.value;
  return [...filers.filter(one => one.role !== 'filed_by').map(one => one.companyName), registrant ?? '']
    .map(nameKey)
    .filter(key => key !== '');
}

function isOwn({ nameAsFiled }: SupplyStatement, own: readonly string[]): boolean {
  if (nameAsFiled === null) return false;
  const key = nameKey(nameAsFiled);
  return own.some(one => key === one || key.startsWith(`${one} `) || one.startsWith(`${key} `));
}

/** Merges repeated statements: the fact wins over the sentence, and the evidence of both is kept. */
function merge(statements: readonly SupplyStatement[]): SupplyStatement[] {
  const merged: SupplyStatement[] = [];
  for (const one of statements) {
    const same = merged.find(other => isSame(other, one));
    if (same === undefined) merged.push({ ...one, evidence: [...one.evidence] });
    else addTo(same, one);
  }
  return withoutPlainRepeats(merged);
}

function isSame(a: SupplyStatement, b: SupplyStatement): boolean {
  if (
    a.concentrationType !== b.concentrationType ||
    a.concentrationOf !== b.concentrationOf ||
    a.periodEnd !== b.periodEnd ||
    a.concentrationPct !== b.concentrationPct ||
    a.thresholdPct !== b.thresholdPct
  ) {
    return false;
  }
  if (a.nameAsFiled !== null || b.nameAsFiled !== null) {
    return a.nameAsFiled !== null && b.nameAsFiled !== null && nameKey(a.nameAsFiled) === nameKey(b.nameAsFiled);
  }
  if (a.label === b.label || (isPlainSingle(a) && isPlainSingle(b))) return true;
  // A tag `Customer One` matches the sentence `one customer`; two tags or two sentences with different labels do not match.
  return isTagged(a) && !isTagged(b) && a.concentrationPct !== null && a.groupSize === b.groupSize;
}

/** Returns true for `one customer` or `largest customer`: with the same percentage and period they are the same. */
function isPlainSingle({ label, groupSize, concentrationPct }: SupplyStatement): boolean {
  return groupSize === null && concentrationPct !== null && /^(?:one|a single|single|largest) [a-z ]+$/.test(label);
}

function isTagged({ evidence }: SupplyStatement): boolean {
  return evidence.some(one => one.elementId !== null);
}

function addTo(kept: SupplyStatement, repeated: SupplyStatement): void {
  if (isTagged(kept) && !isTagged(repeated)) kept.confidence = CONFIDENCE.taggedAndStated;
  kept.confidence = Math.max(kept.confidence, repeated.confidence);
  for (const evidence of repeated.evidence) {
    const [first] = kept.evidence;
    if (first !== undefined && first.quote === null && evidence.elementId === null) {
      kept.evidence[0] = { ...evidence, elementId: first.elementId, value: first.value };
    } else if (kept.evidence.length < MAX_EVIDENCE && !kept.evidence.some(known => known.quote === evidence.quote)) {
      kept.evidence.push(evidence);
    }
  }
}

/** Drops a mention if a share of the same company, role and period exists, and adds its sentence to that evidence. */
function withoutPlainRepeats(statements: readonly SupplyStatement[]): SupplyStatement[] {
  return statements.filter(one => {
    if (one.nameAsFiled === null || one.concentrationOf !== null) return true;
    const key = nameKey(one.nameAsFiled);
    const share = statements.find(
      other =>
        other.concentrationOf !== null &&
        other.concentrationType === one.concentrationType &&
        other.periodEnd === one.periodEnd &&
        other.nameAsFiled !== null &&
        nameKey(other.nameAsFiled) === key,
    );
    if (share !== undefined) addTo(share, { ...one, confidence: share.confidence });
    return share === undefined;
  });
}
