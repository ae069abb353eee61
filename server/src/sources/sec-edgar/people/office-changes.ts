import type { DocumentNames } from '../../../formats/prose/names.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import type { NamedOffice } from './sentence-entities.ts';

/** What is known of the filing whose sentences are read. */
export interface FilingContext {
  names: DocumentNames;
  filingDate: IsoDate;
  /** The day that the cover states as that of the earliest event; null if none. */
  eventDate: IsoDate | null;
  /** True for reports of what has just happened. Others also report the past. */
  isCurrentReport: boolean;
}

/** How sure the day of a change is: the sentence names it as effective, as the day of the act, or only sets in with it. */
export type DayKind = 'effective' | 'stated' | 'fronted' | 'none';

export interface Change {
  name: string;
  event: 'begins' | 'ends' | 'holds';
  /** Null if the sentence names none. */
  office: NamedOffice | null;
  day: IsoDate | null;
  dayKind: DayKind;
  isPlanned: boolean;
  /** The person's office as the sentence names it next to the name. */
  beside: readonly NamedOffice[];
  sentence: number;
  quote: string;
}

export function rank({ dayKind }: Change): number {
  return { effective: 3, stated: 2, fronted: 1, none: 0 }[dayKind];
}
