import type { IsoDate } from '../../../../../kernel/dates.ts';
import { nameKey } from '../../../../../kernel/identifiers/name-key.ts';
import type { FilingContents } from '../../../../filings/filings/model/filing-contents.ts';
import type { FilingContext } from '../../../prose/rules/read-features.ts';
import type { FiledEvent } from '../../model.ts';
import { type FoundEvent, toFiledEvent } from '../event-kinds.ts';
import { sinceOf } from '../frames/event-document.ts';
import { readStatedEvents } from '../frames/read-stated-events.ts';
import { readAuditorChange } from './auditor-changes.ts';
import { readDeals } from './deals.ts';
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

/** Properties of the report that the item readers need. */
interface Report {
  own: OwnNames;
  parties: readonly NamedParty[];
  itemCodes: readonly string[];
  filingContext: FilingContext;
  filed: IsoDate | null;
}

type Reader = (item: ItemText, report: Report) => FoundEvent[];

const deals: Reader = (item, { own, parties }) => readDeals(item, own, parties);
const issues: Reader = item => readShareIssues(item);
const matters: Reader = (item, { filingContext }) => findMatters(item, filingContext);
const open: readonly Reader[] = [deals, issues, matters];

/** Readers of each item of Form 8-K. Item codes before 2004-08-23 have no full stop. */
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

/** If several items report the same event, the first item in this order wins. */
const ITEM_ORDER = ['1.03', '2.01', '2', '4.01', '4.02', '1.01', '1.02', '5.01', '1', '2.03', '3.02'];

/**
 * Reads the events of a Form 8-K. Its items determine the possible kinds, their text the events with variant and typed fields.
 * For an item that only refers to another item, the text of that item is read. English only.
 */
export function readCurrentReport(contents: FilingContents, itemCodes: readonly string[]): FiledEvent[] {
  const sections = contents.text.sections.filter(section => /^item_[\d.]+$/.test(section.sectionKey));
  const items = sections.map(toItemText);
  const texts = items.map(item => item.text);
  const own = readOwnNames(contents, texts);
  const report: Report = {
    own,
    parties: texts.flatMap(text => otherParties(text, own)),
    itemCodes: itemCodes.length > 0 ? itemCodes : items.map(item => item.itemCode),
    filingContext: { periodEnd: contents.filing?.periodEnd ?? null, ownNames: own.keys },
    filed: contents.filing?.filingDate ?? null,
  };
  const found = items.flatMap(item => readItem(item, items, report).map(event => ({ event, item })));
  const announced = items.flatMap(item => readAnnounced(item, contents, report).map(event => ({ event, item })));
  const ofItems = [...found, ...announced].map(({ event }) => event);
  const sentences = readStatedEvents(contents);
  for (const event of ofItems) supplement(event, sentences);
  const stated = sentences.filter(sentence => !ofItems.some(other => covers(other, sentence)));
  const since = sinceOf(contents.filing?.filingDate ?? null);
  const news = [...found, ...announced].filter(({ event }) => !isRecital(event, since));
  const inOrder = news.sort((a, b) => rankOf(a.item) - rankOf(b.item));
  return [...withoutRepeats(inOrder.map(({ event, item }) => ({ ...event, itemCode: item.itemCode }))), ...stated].map(
    ({ itemCode, ...event }) => toFiledEvent(event, itemCode),
  );
}

/** An announcement of an earlier month is a recital of an earlier report. */
function isRecital({ variant, eventDate }: FoundEvent, since: IsoDate | null): boolean {
  return variant === 'announced' && since !== null && eventDate != null && eventDate < since;
}

/** Whether an event of an item is the one that a sentence states. */
function covers(ofItem: FoundEvent, stated: FoundEvent): boolean {
  if (ofItem.kind !== stated.kind) return false;
  // A filing reports both the auditor who leaves and the one who follows.
  if (ofItem.kind === 'auditor_change') return ofItem.variant === stated.variant;
  if (ofItem.kind === 'acquisition_or_disposal')
    return isSameSubject(ofItem, stated) || ofItem.variant === stated.variant;
  return true;
}

/** Adds what a sentence of the report states of an event of an item: the party, the day and the side that the item leaves open. */
function supplement(event: FoundEvent, stated: readonly FoundEvent[]): void {
  const same = stated.find(
    foundEvent =>
      foundEvent.kind === event.kind &&
      (foundEvent.variant ?? null) === (event.variant ?? null) &&
      isSameSubject(foundEvent, event) &&
      (foundEvent.eventDate == null || event.eventDate == null || foundEvent.eventDate === event.eventDate),
  );
  if (same === undefined) return;
  if (event.eventDate == null && same.eventDate != null) {
    event.eventDate = same.eventDate;
    if (same.datePrecision !== undefined) event.datePrecision = same.datePrecision;
  }
  if ((event.subject ?? '') === '') event.subject = same.subject ?? '';
  const known = Object.entries(event.fields ?? {}).filter(([, value]) => value !== 'unknown');
  event.fields = { ...event.fields, ...same.fields, ...Object.fromEntries(known) };
}

function isSameSubject(a: FoundEvent, b: FoundEvent): boolean {
  const [x, y] = [nameKey(a.subject ?? ''), nameKey(b.subject ?? '')];
  return x === '' || y === '' || x === y || x.startsWith(y) || y.startsWith(x);
}

function rankOf({ itemCode }: ItemText): number {
  const at = ITEM_ORDER.indexOf(itemCode);
  return at < 0 ? ITEM_ORDER.length : at;
}

function readItem(item: ItemText, items: readonly ItemText[], report: Report): FoundEvent[] {
  const readers = READERS[item.itemCode] ?? [];
  if (readers.length === 0 || isEmptyItem(item)) return [];
  const [referred] = itemsReferredTo(item).flatMap(code => items.find(text => text.itemCode === code) ?? []);
  const source = referred === undefined ? item : { ...referred, itemCode: item.itemCode };
  return [...readers.flatMap(read => read(source, report)), ...outlookOf(item, report)];
}

const REFERS_TO_EXHIBIT = /\b(?:press release|news release|exhibit|attached)\b/i;
/** A shorter item that mentions an exhibit only refers to it. */
const MAX_REFERENCE_CHARS = 1_200;
/** Number of leading sentences that state the subject of a release. */
const LEAD_SENTENCES = 4;

/** Reads the guidance that the item itself states. */
function outlookOf({ source, sectionKey, sentences }: ItemText, { filed }: Report): FoundEvent[] {
  return readOutlook({ text: source, sectionKey, sentences, filed });
}

/** Reads the events that the exhibits of an item announce: guidance, and for an item that only refers to them, all others. */
function readAnnounced(item: ItemText, { exhibits = [] }: FilingContents, report: Report): FoundEvent[] {
  if (exhibits.length === 0 || !REFERS_TO_EXHIBIT.test(item.text)) return [];
  const isReference = item.text.length < MAX_REFERENCE_CHARS;
  return exhibits.flatMap(exhibit => {
    const whole = toItemText({ sectionKey: '', text: exhibit.text });
    const outlook = readOutlook({
      text: exhibit.text,
      sectionKey: null,
      sentences: whole.sentences,
      filed: report.filed,
    });
    if (!isReference) return outlook;
    const lead = { ...whole, itemCode: item.itemCode, sentences: whole.sentences.slice(0, LEAD_SENTENCES) };
    const readers = item.itemCode === '2.05' ? [] : (READERS[item.itemCode] ?? []);
    return [...outlook, ...readers.flatMap(read => read(lead, report)).map(withoutSection)];
  });
}

/** Drops the offsets: an exhibit is not a section of the report. */
function withoutSection(event: FoundEvent): FoundEvent {
  const evidence = (event.evidence ?? []).map(({ quote }) => ({
    sectionKey: null,
    quote,
    charStart: null,
    charEnd: null,
  }));
  return { ...event, evidence };
}

type OfItem = FoundEvent & { itemCode: string };

/** Drops events that an earlier item of the same report already states. */
function withoutRepeats(events: readonly OfItem[]): OfItem[] {
  const kept: OfItem[] = [];
  for (const event of events) {
    if (!kept.some(other => isSame(other, event))) kept.push(event);
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
