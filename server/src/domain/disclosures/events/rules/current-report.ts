import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import type { FilingContext } from '../../prose/rules/read-features.ts';
import type { FiledEvent } from '../model.ts';
import { readAuditorChange } from './auditor-changes.ts';
import { readDeals } from './deals.ts';
import { type FoundEvent, toFiledEvent } from './event-kinds.ts';
import { type ItemText, isEmptyItem, itemsReferredTo, toItemText } from './item-text.ts';
import { readListingNotice } from './listing-notices.ts';
import { findMatters } from './matters.ts';
import { readOutlook } from './outlook.ts';
import { type NamedParty, type OwnNames, otherParties, readOwnNames } from './parties.ts';
import { readShareIssues } from './share-issues.ts';
import {
  readBankruptcy,
  readControlChange,
  readDefault,
  readExitPlan,
  readImpairment,
  readIncident,
  readMineOrder,
  readNameChange,
  readNonReliance,
  readShellEnd,
} from './single-items.ts';

/** What the readers of items know of the report. */
interface Report {
  own: OwnNames;
  parties: readonly NamedParty[];
  itemCodes: readonly string[];
  filingContext: FilingContext;
}

type Reader = (item: ItemText, report: Report) => FoundEvent[];

const deals: Reader = (item, { own, parties }) => readDeals(item, own, parties);
const issues: Reader = item => readShareIssues(item);
const matters: Reader = (item, { filingContext }) => findMatters(item, filingContext);
const open: readonly Reader[] = [deals, issues, matters];

/** Which readers read an item of Form 8-K; those of before 2004-08-23 have no full stop. */
const READERS: Readonly<Record<string, readonly Reader[]>> = {
  '1.01': open,
  '1.02': [deals],
  '1.03': [item => readBankruptcy(item)],
  '1.04': [item => readMineOrder(item)],
  '1.05': [item => readIncident(item)],
  '2.01': [deals, matters],
  '2.02': [matters],
  '2.03': [issues],
  '2.04': [item => readDefault(item)],
  '2.05': [item => readExitPlan(item)],
  '2.06': [item => readImpairment(item)],
  '3.01': [(item, { itemCodes }) => readListingNotice(item, itemCodes)],
  '3.02': [deals, issues],
  '4.01': [item => readAuditorChange(item), matters],
  '4.02': [item => readNonReliance(item), matters],
  '5.01': [item => readControlChange(item)],
  '5.02': [matters],
  '5.03': [item => readNameChange(item)],
  '5.06': [item => readShellEnd(item)],
  '7.01': [deals, matters],
  '8.01': open,
  '1': [item => readControlChange(item), issues],
  '2': [deals],
  '3': [item => readBankruptcy(item)],
  '4': [item => readAuditorChange(item)],
  '5': open,
  '9': [deals, matters],
};

/** Of the same event told under several items the first of these is kept. */
const ITEM_ORDER = ['1.03', '2.01', '2', '4.01', '4.02', '1.01', '1.02', '5.01', '1', '2.03', '3.02'];

/**
 * The events of a Form 8-K: its items decide which kinds there can be, their words which there are, with variant and typed
 * fields. An item without words of its own is read where it points to. English text.
 */
export function readCurrentReport(contents: FilingContents, itemCodes: readonly string[]): FiledEvent[] {
  const sections = contents.text.sections.filter(one => /^item_[\d.]+$/.test(one.sectionKey));
  const items = sections.map(toItemText);
  const texts = items.map(one => one.text);
  const own = readOwnNames(contents, texts);
  const report: Report = {
    own,
    parties: texts.flatMap(text => otherParties(text, own)),
    itemCodes: itemCodes.length > 0 ? itemCodes : items.map(one => one.itemCode),
    filingContext: { periodEnd: contents.filing?.periodEnd ?? null, ownNames: own.keys },
  };
  const found = items.flatMap(item => readItem(item, items, report).map(one => ({ one, item })));
  const announced = items.flatMap(item => readAnnounced(item, contents, report).map(one => ({ one, item })));
  const inOrder = [...found, ...announced].sort((a, b) => rankOf(a.item) - rankOf(b.item));
  return withoutRepeats(inOrder.map(({ one, item }) => ({ ...one, itemCode: item.itemCode }))).map(
    ({ itemCode, ...one }) => toFiledEvent(one, itemCode),
  );
}

function rankOf({ itemCode }: ItemText): number {
  const at = ITEM_ORDER.indexOf(itemCode);
  return at < 0 ? ITEM_ORDER.length : at;
}

function readItem(item: ItemText, items: readonly ItemText[], report: Report): FoundEvent[] {
  const readers = READERS[item.itemCode] ?? [];
  if (readers.length === 0 || isEmptyItem(item)) return [];
  const [pointed] = itemsReferredTo(item).flatMap(code => items.find(one => one.itemCode === code) ?? []);
  const words = pointed === undefined ? item : { ...pointed, itemCode: item.itemCode };
  return [...readers.flatMap(read => read(words, report)), ...outlookOf(item)];
}

/** Items by which results and outlooks are announced. */
const OUTLOOK_ITEMS = new Set(['2.02', '7.01', '8.01', '12', '9', '5']);
const POINTS_TO_EXHIBIT = /\b(?:press release|news release|exhibit|attached)\b/i;
/** What an item says beside that it has an exhibit fits into so many characters. */
const LONGEST_POINTER = 1_200;
/** Sentences of a release that tell what it is about. */
const LEAD_SENTENCES = 4;

/** What the item itself says of the periods ahead. */
function outlookOf({ itemCode, sectionKey, sentences }: ItemText): FoundEvent[] {
  return OUTLOOK_ITEMS.has(itemCode) ? readOutlook(sentences, sectionKey) : [];
}

/** What the exhibits of an item announce that itself only points to them: outlooks, deals, whom a plan costs the job. */
function readAnnounced(item: ItemText, { exhibits = [] }: FilingContents, report: Report): FoundEvent[] {
  if (exhibits.length === 0 || !POINTS_TO_EXHIBIT.test(item.text)) return [];
  const isPointer = item.text.length < LONGEST_POINTER;
  return exhibits.flatMap(exhibit => {
    const whole = toItemText({ sectionKey: '', text: exhibit.text });
    const outlook = OUTLOOK_ITEMS.has(item.itemCode) ? readOutlook(whole.sentences, null, exhibit.text) : [];
    if (!isPointer) return outlook;
    const lead = { ...whole, itemCode: item.itemCode, sentences: whole.sentences.slice(0, LEAD_SENTENCES) };
    const readers = item.itemCode === '2.05' ? [] : (READERS[item.itemCode] ?? []);
    return [...outlook, ...readers.flatMap(read => read(lead, report)).map(withoutSection)];
  });
}

/** An exhibit is no section of the report; its offsets say nothing there. */
function withoutSection(one: FoundEvent): FoundEvent {
  const evidence = (one.evidence ?? []).map(({ quote }) => ({
    sectionKey: null,
    quote,
    charStart: null,
    charEnd: null,
  }));
  return { ...one, evidence };
}

type OfItem = FoundEvent & { itemCode: string };

/** Events that an earlier item of the same report tells already. */
function withoutRepeats(events: readonly OfItem[]): OfItem[] {
  const kept: OfItem[] = [];
  for (const one of events) {
    const same = kept.find(other => isSame(other, one));
    if (same === undefined) kept.push(one);
  }
  return kept;
}

function isSame(a: OfItem, b: OfItem): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'acquisition_or_disposal') return isSameDeal(a, b);
  if (a.kind === 'guidance_revision') return a.subject === b.subject;
  return a.kind !== 'convertible_issue' || a.variant === b.variant || a.itemCode === b.itemCode;
}

function isSameDeal(a: OfItem, b: OfItem): boolean {
  const [x, y] = [nameKey(a.subject ?? ''), nameKey(b.subject ?? '')];
  if (a.itemCode === b.itemCode) return x === y && a.variant === b.variant;
  return x === '' || y === '' || x === y || x.startsWith(y) || y.startsWith(x) || a.variant === b.variant;
}
