import { dateOrNull, type IsoDate } from '../../../../kernel/dates.ts';
import type { FilingContents, FilingSection } from '../../../filings/filings/model/filing-contents.ts';

/** Returns the last day of the reporting period from the header, the cover or the text; null if none states it. */
export function periodOfFiling(contents: FilingContents, sections: readonly FilingSection[]): IsoDate | null {
  return (
    contents.filing?.periodEnd ?? coverPeriod(contents) ?? periodOfText(sections, contents.filing?.filingDate ?? null)
  );
}

function coverPeriod({ report }: FilingContents): IsoDate | null {
  return dateOrNull(report?.facts.find(fact => fact.concept === 'dei:DocumentPeriodEndDate')?.value);
}

/** Returns the latest date of the phrase `years ended June 30, 1999` in the text that is not after the filing date. */
function periodOfText(sections: readonly FilingSection[], filingDate: IsoDate | null): IsoDate | null {
  const found = sections.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:years?|quarters?|months|weeks|period)\s+ended\s+([A-Z][a-z]+\s+\d{1,2},\s+\d{4})/g)].map(
      ([, date = '']) => {
        const day = Date.parse(`${date} UTC`);
        return Number.isNaN(day) ? null : new Date(day).toISOString().slice(0, 10);
      },
    ),
  );
  return (
    found
      .filter(date => date !== null)
      .filter(date => filingDate === null || date <= filingDate)
      .sort()
      .at(-1) ?? null
  );
}
