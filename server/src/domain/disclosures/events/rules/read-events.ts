import { splitSentences } from '../../../../formats/prose/sentences.ts';
import { addDays } from '../../../../kernel/dates.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import type { RedFlag } from '../../red-flags/model.ts';
import type { FiledEvent } from '../model.ts';
import { readCurrentReport } from './current-report/current-report.ts';
import { readOutlook } from './current-report/outlook.ts';
import { type FoundEvent, toFiledEvent } from './event-kinds.ts';
import { readFlaggedEvents } from './flagged-events.ts';
import { readStatedEvents } from './frames/read-stated-events.ts';
import { readListedEvents } from './listed-events.ts';
import { readOfferingForm } from './offering-forms.ts';

const CURRENT_REPORT = /^8-K/;
const ANNUAL_REPORT = /^(?:10-K|10-KT|10-K405|10-KSB|20-F|40-F)(?:\/A)?$/;
/** Items that annual reports have and current reports have not. */
const ITEM_OF_YEAR = /^item_\d+[a-d]$/;
const ITEM = /^item_(?:\d\.\d\d|[1-9]|1[0-2])$/;

/**
 * Reads the events of a filing from its documents. Returns null for forms whose documents add nothing to the filing list, and
 * no events for an unreadable filing. `flags` are the red flags of the same filing; they yield doubts of going concern, opinions and weaknesses.
 */
export function readEvents(contents: FilingContents, registry: string, flags: readonly RedFlag[]): FiledEvent[] | null {
  const { filing, text } = contents;
  const isCurrentReport =
    filing === null
      ? registry === 'sec-edgar' &&
        text.sections.some(section => ITEM.test(section.sectionKey)) &&
        !text.sections.some(section => ITEM_OF_YEAR.test(section.sectionKey))
      : CURRENT_REPORT.test(filing.formType);
  if (isCurrentReport && text.sections.length > 0) {
    const events = readCurrentReport(contents, filing?.itemCodes ?? []);
    return [...events, ...readFlaggedEvents(flags).filter(({ kind }) => !events.some(event => event.kind === kind))];
  }
  if (filing === null) return null;
  const found = registry === 'sec-edgar' ? [...readStatedEvents(contents), ...readOutlookOfSections(contents)] : [];
  const stated = found.map(event => toFiledEvent(event, null));
  const flagged = readFlaggedEvents(flags);
  if (ANNUAL_REPORT.test(filing.formType)) return [...flagged, ...stated];
  const offering = registry === 'sec-edgar' ? readOfferingForm(contents, filing.formType) : null;
  const ofForm = offering?.map(event => toFiledEvent(event, null)) ?? readListedEvents(filing);
  const isEarlier = ({ eventDate }: FiledEvent) =>
    eventDate !== null && eventDate < addDays(filing.filingDate, -OFFERING_DAYS);
  return [...ofForm, ...flagged, ...stated].filter(
    (event, at) => at < ofForm.length || isEarlier(event) || !ofForm.some(other => other.kind === event.kind),
  );
}

/** A prospectus follows its offering within this time; earlier ones are of their own. */
const OFFERING_DAYS = 15;

/** Reads the guidance of reports other than current ones; risk factors hold none. */
function readOutlookOfSections({ text, filing }: FilingContents): FoundEvent[] {
  return text.sections
    .filter(({ sectionKey, status }) => status !== 'shared' && !/(?:^|\.)item_1a$/.test(sectionKey))
    .flatMap(section =>
      readOutlook({
        ...{ text: section.text, sectionKey: section.sectionKey, filed: filing?.filingDate ?? null },
        sentences: splitSentences(section.text),
      }),
    )
    .filter(event => event.subject !== '');
}
