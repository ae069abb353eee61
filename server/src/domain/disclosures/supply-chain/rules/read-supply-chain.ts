import { plainName, readDocumentNames } from '../../../../formats/prose/names.ts';
import { type Sentence, splitSentences } from '../../../../formats/prose/sentences.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import { NO_EVIDENCE, type TextEvidence } from '../../prose/model.ts';
import { ownNames } from '../../prose/rules/own-names.ts';
import type { SupplyReading, SupplyStatement } from '../model.ts';
import { readTableShares } from './concentration-tables.ts';
import { COUNTERPARTY_NOUN, CUSTOMER_NOUN, SUPPLIER_NOUN } from './counterparties.ts';
import { readKnownNamesLazily } from './known-names.ts';
import { readListedParties } from './listed-parties.ts';
import { initialsOf } from './names.ts';
import { readOwnEntities } from './own-entities.ts';
import { type FiscalCalendar, readCalendar } from './periods.ts';
import { readRelations } from './relations/read-relations.ts';
import type { Relation } from './relations/relation-sentence.ts';
import { readShares } from './shares/read-shares.ts';
import type { ShareContext, StatedShare } from './shares/share-sentence.ts';
import { spellingOfBase, spellingOfName } from './spelling.ts';
import { PERIODIC, periodOfStatements, type SupplyText, supplyTexts } from './supply-texts.ts';
import { readTagged, type TaggedConcentration } from './tagged-concentrations.ts';

/** Raise it when the rules change: `asfiled reprocess` then reads stored filings again. */
export const SUPPLY_CHAIN_RULES_VERSION = '21';

const IS_QUARTERLY = /^part_i\./;
const MAX_STATEMENTS = 400;
const MAX_EVIDENCE = 5;

/** Confidence by kind of evidence. The resolution of names can lower it. */
const CONFIDENCE = { taggedAndStated: 0.95, tagged: 0.85, share: 0.85, relation: 0.7 };

/** A sentence with its section; the key is null for an exhibit. */
interface Placed {
  sentence: Sentence;
  sectionKey: string | null;
}

/**
 * Reads the statements of a filing about customers and suppliers: tagged concentrations, and sentences and tables of its sections
 * and exhibits that state a share or name a customer or a supplier. Ambiguous sentences and statements without a known period are
 * skipped. English only.
 */
export function readSupplyChain(contents: FilingContents): SupplyReading {
  const sections = supplyTexts(contents);
  const facts = contents.report?.facts ?? [];
  const periodEnd = periodOfStatements(contents);
  if (periodEnd === null || (sections.length === 0 && facts.length === 0)) return { isRead: false, statements: [] };
  const isPeriodic = PERIODIC.test(contents.filing?.formType ?? 'PERIODIC');
  const isQuarterly = sections.some(section => IS_QUARTERLY.test(section.sectionKey ?? ''));
  const bodies = sections.map(section => section.text);
  const calendar = readCalendar(periodEnd, !isPeriodic ? 'dated' : isQuarterly ? 'quarterly' : 'annual', facts, bodies);
  const known = readKnownNamesLazily(bodies);
  const sentences = placedSentences(sections);
  const filerNames = ownNames(contents);
  const names = readDocumentNames(bodies, filerNames);
  const context: ShareContext = {
    calendar,
    names,
    known,
    marked: new Set(),
    texts: bodies,
    own: readOwnEntities(contents, bodies),
  };
  const first = sentences.map(sentence => readSentence(sentence, context));
  // Names that one sentence marks as customers or suppliers are such in every other.
  const marked = [...new Set(first.flat().flatMap(({ nameAsFiled }) => nameAsFiled ?? []))];
  const again: ShareContext = { ...context, marked: new Set(marked.map(nameKey)) };
  const openings = new Set(marked.map(name => name.split(/[ ,]/)[0] ?? name));
  const said = sentences.flatMap((placed, at) => {
    const stated = first[at] ?? [];
    const isNamed = stated.length === 0 && [...openings].some(word => placed.sentence.text.includes(word));
    return isNamed ? readSentence(placed, again) : stated;
  });
  const tagged = (contents.report === null ? [] : readTagged(contents.report, known)).map(concentration =>
    fromTagged(concentration, sentences),
  );
  const own = [...filerNames, ...names.own, ...filerNames.map(abbreviate)].map(nameKey).filter(key => key !== '');
  const tabled = sections.flatMap(section => readTables(section, calendar));
  const listed = sections.flatMap(section => readLists(section, again));
  const stated = withFullNames([...tagged, ...tabled, ...said, ...listed]);
  const statements = merge(
    stated.filter(statement => !isOwn(statement, own) && !context.own.has(nameKey(statement.nameAsFiled ?? ''))),
  );
  return { isRead: sections.length > 0 || facts.length > 0, statements: statements.slice(0, MAX_STATEMENTS) };
}

/** Returns each sentence once, in the first section that contains it. */
function placedSentences(sections: readonly SupplyText[]): Placed[] {
  const seen = new Set<string>();
  const placed: Placed[] = [];
  for (const { sectionKey, text } of sections) {
    for (const sentence of splitSentences(text)) {
      if (seen.has(sentence.text)) continue;
      seen.add(sentence.text);
      placed.push({ sentence, sectionKey });
    }
  }
  return placed;
}

function readSentence({ sentence, sectionKey }: Placed, context: ShareContext): SupplyStatement[] {
  const place = { ...sentence, sectionKey };
  const shares = readShares(sentence, context);
  if (shares.length > 0) return shares.map(share => fromShare(share, place));
  return readRelations(sentence, context).map(relation => fromRelation(relation, place, context.calendar));
}

/** The words of a statement with their place. */
type Place = Pick<Sentence, 'quote' | 'start' | 'end'> & Pick<Placed, 'sectionKey'>;

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

function readTables({ sectionKey, text }: SupplyText, calendar: FiscalCalendar): SupplyStatement[] {
  return readTableShares(text, calendar).map(({ share, start, end }) =>
    fromShare(share, { quote: text.slice(start, end), start, end, sectionKey }),
  );
}

function readLists({ sectionKey, text }: SupplyText, context: ShareContext): SupplyStatement[] {
  return readListedParties(text, context).map(({ relation, start, end }) =>
    fromRelation(relation, { quote: text.slice(start, end), start, end, sectionKey }, context.calendar),
  );
}

function fromRelation(relation: Relation, sentence: Place, { own }: FiscalCalendar): SupplyStatement {
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
  const text = sentence?.sentence.text ?? '';
  const quote = sentence === null ? NO_EVIDENCE : evidenceOf({ ...sentence.sentence, sectionKey: sentence.sectionKey });
  const isSupplier = SUPPLIER_NOUN.test(text) && !CUSTOMER_NOUN.test(text);
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

function evidenceOf({ sectionKey, quote, start, end }: Place): TextEvidence {
  const isSection = sectionKey !== null;
  return { ...NO_EVIDENCE, sectionKey, quote, charStart: isSection ? start : null, charEnd: isSection ? end : null };
}

/** Finds the only sentence that states a tagged concentration: its percentage, its year, and its name or a matching noun. */
function sentenceOf(tagged: TaggedConcentration, sentences: readonly Placed[]): Placed | null {
  if (tagged.pct === null || tagged.concentrationType === 'geographic') return null;
  const digits = String(tagged.pct).replace('.', '\\.');
  const percent = new RegExp(`(?<![\\d.])${digits}(?:\\.0+)? ?%`);
  const year = tagged.span.end.slice(0, 4);
  const key = tagged.name === null ? null : nameKey(tagged.name);
  const fitting = sentences.filter(({ sentence: { text } }) => {
    if (!text.includes(year) || !percent.test(text)) return false;
    if (key !== null) return nameKey(text).includes(key);
    const isOfReceivables = /\breceivable/i.test(text);
    return isOfReceivables === (tagged.of === 'receivables') && (isOfReceivables || COUNTERPARTY_NOUN.test(text));
  });
  const [only] = fitting;
  return fitting.length === 1 && only !== undefined ? only : null;
}

/** `General Fictional Corp` → `GF`, as the text calls its company. */
function abbreviate(name: string): string {
  const initials = initialsOf(plainName(name).replace(/\b\p{L}/gu, letter => letter.toUpperCase()));
  return initials.length > 1 ? initials : '';
}

function isOwn({ nameAsFiled }: SupplyStatement, own: readonly string[]): boolean {
  if (nameAsFiled === null) return false;
  const key = nameKey(nameAsFiled);
  return own.some(value => key === value || key.startsWith(`${value} `) || value.startsWith(`${key} `));
}

/** `Micron` is `Micron Technology, Inc.`, and `USFS` is `United States Forest Service`, if no other company of the statements fits. */
function withFullNames(statements: readonly SupplyStatement[]): SupplyStatement[] {
  const full = new Map(
    statements.flatMap(({ nameAsFiled: name }) => (name === null ? [] : [[nameKey(name), name] as const])),
  );
  return statements.map(statement => {
    if (statement.nameAsFiled === null) return statement;
    const key = nameKey(statement.nameAsFiled);
    const isAbbreviation = /^\p{Lu}{3,5}$/u.test(statement.nameAsFiled);
    const [only, ...others] = [...full].filter(
      ([other, name]) =>
        other.startsWith(`${key} `) ||
        (isAbbreviation && name.includes(' ') && initialsOf(name) === statement.nameAsFiled),
    );
    if (only === undefined || others.length > 0) return statement;
    return {
      ...statement,
      nameAsFiled: only[1],
      label: statement.label === statement.nameAsFiled ? only[1] : statement.label,
    };
  });
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
  if (
    a.concentrationBase !== b.concentrationBase &&
    spellingOfBase(a.concentrationBase) !== spellingOfBase(b.concentrationBase)
  )
    return false;
  if (isTagged(a) && !isTagged(b) && b.nameAsFiled === null && a.evidence[0]?.quote === b.evidence[0]?.quote)
    return true;
  if (a.nameAsFiled !== null || b.nameAsFiled !== null) {
    if (isPlainSingle(a) || isPlainSingle(b)) return true;
    return (
      a.nameAsFiled !== null &&
      b.nameAsFiled !== null &&
      spellingOfName(a.nameAsFiled) === spellingOfName(b.nameAsFiled)
    );
  }
  if (a.label === b.label || (isPlainSingle(a) && isPlainSingle(b)) || (isUncounted(a) && isUncounted(b))) return true;
  // A tag `Customer One` matches the sentence `one customer`; two tags or two sentences with different labels do not match.
  return isTagged(a) && !isTagged(b) && a.concentrationPct !== null && a.groupSize === b.groupSize;
}

/** Returns true for `one customer` and `two customers (1 of 2)`: with the same percentage and period they are the same. */
function isPlainSingle({ label, groupSize, concentrationPct, nameAsFiled }: SupplyStatement): boolean {
  return (
    nameAsFiled === null &&
    groupSize === null &&
    concentrationPct !== null &&
    /^(?:(?:one|another|a single|single|largest) [a-z ]+|[\p{L} .-]+ \(\d+ of \d+\))$/u.test(label)
  );
}

/** Returns true for a small group or a sole source without a name and a number: a filing states it once, in several sentences. */
function isUncounted({ nameAsFiled, concentrationPct, thresholdPct, groupSize }: SupplyStatement): boolean {
  return nameAsFiled === null && concentrationPct === null && thresholdPct === null && groupSize === null;
}

function isTagged({ evidence }: SupplyStatement): boolean {
  return evidence.some(supplyEvidence => supplyEvidence.elementId !== null);
}

function addTo(kept: SupplyStatement, repeated: SupplyStatement): void {
  if (isTagged(kept) && !isTagged(repeated)) kept.confidence = CONFIDENCE.taggedAndStated;
  // The sentence counts those whom the tag names as a group.
  if (isTagged(kept) && kept.nameAsFiled === null && repeated.groupSize !== null) {
    kept.groupSize ??= repeated.groupSize;
    kept.label = repeated.label;
  }
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
  return statements.filter(statement => {
    if (statement.nameAsFiled === null) return !isRepeatedGroup(statement, statements);
    if (statement.concentrationOf !== null) return true;
    const key = spellingOfName(statement.nameAsFiled);
    const share = statements.find(
      other =>
        other.concentrationOf !== null &&
        other.concentrationType === statement.concentrationType &&
        other.periodEnd === statement.periodEnd &&
        other.nameAsFiled !== null &&
        spellingOfName(other.nameAsFiled) === key,
    );
    if (share !== undefined) addTo(share, { ...statement, confidence: share.confidence });
    return share === undefined;
  });
}

/** `most of our revenue is from our five largest customers`: the percentage of the same group says more. */
function isRepeatedGroup(statement: SupplyStatement, statements: readonly SupplyStatement[]): boolean {
  if (statement.concentrationPct !== null || statement.thresholdPct !== null || statement.groupSize === null)
    return false;
  const share = statements.find(
    other =>
      other.concentrationPct !== null &&
      other.label === statement.label &&
      other.concentrationType === statement.concentrationType &&
      other.periodEnd === statement.periodEnd,
  );
  if (share !== undefined) addTo(share, { ...statement, confidence: share.confidence });
  return share !== undefined;
}
