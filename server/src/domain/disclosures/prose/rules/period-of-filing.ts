import { dateOrNull, type IsoDate } from '../../../../kernel/dates.ts';
import type { FilingContents, FilingSection } from '../../../filings/filings/model/filing-contents.ts';

/** The last day of the period that a filing reports on, by its header, its cover or its text; null where none says so. */
export function periodOfFiling(contents: FilingContents, sections: readonly FilingSection[]): IsoDate | null {
  return contents.filing?.periodEnd ?? coverPeriod(contents) ?? periodOfText(sections);
}

function coverPeriod({ report }: FilingContents): IsoDate | null {
  return dateOrNull(report?.facts.find(fact => fact.concept === 'dei:DocumentPeriodEndDate')?.value);
}

/** The last `fiscal year ended June 30, 1999` that the text speaks of, where neither header nor cover state the period. */
function periodOfText(sections: readonly FilingSection[]): IsoDate | null {
  const found = sections.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:fiscal )?year\s+ended\s+([A-Z][a-z]+\s+\d{1,2},\s+\d{4})/g)].map(([, date = '']) => {
      const day = Date.parse(`${date} UTC`);
      return Number.isNaN(day) ? null : new Date(day).toISOString().slice(0, 10);
    }),
  );
  return (
    found
      .filter(date => date !== null)
      .sort()
      .at(-1) ?? null
  );
}
