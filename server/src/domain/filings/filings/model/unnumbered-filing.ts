import type { IsoDate } from '../../../../kernel/dates.ts';

/** What the id that a connector made from a file states of its filing. */
export interface StatedFiling {
  /** The registry's code of the filer. */
  filer: { scheme: string; identifier: string };
  formType: string;
  filingDate: IsoDate;
  periodEnd: IsoDate;
}

/** How filings whose files do not state the registry's id are found in its lists. */
export interface UnnumberedFilings {
  /** Null for ids of the registry. */
  read(nativeId: string): StatedFiling | null;
  /** The URL of a document of such a filing under the registry's id. */
  renumber(url: string, nativeId: string): string;
}
