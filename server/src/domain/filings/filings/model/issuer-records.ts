import type { FactSet } from '../../facts/model/facts.ts';
import type { Filing, Issuer } from '../../issuers/model/issuer.ts';
import type { FilingContents } from './filing-contents.ts';

/** What one source says of one issuer. */
export interface IssuerRecords {
  /** `cik:320193` */
  canonicalKey: string;
  /** The file of the registry that says it, as `Source.sourceOf` names it; every fact set of it bears this name. */
  source: string;
  issuer: Issuer | null;
  filings: Filing[];
  facts: FactSet[];
  /** What the documents of a filing hold; null where the source is no filing. */
  contents: FilingContents | null;
  /** Of sources that state many filings: what each of them holds. Absent = they tell no more than lists of filings. */
  furtherContents?: FilingContents[];
  /**
   * Why these records are less than the registry published (`truncated_json` …), null where they are whole. Damaged
   * records never take the place of whole ones.
   */
  damage: string | null;
}
