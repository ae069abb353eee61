import type { FactSet } from '../../facts/model/facts.ts';
import type { Filing, Issuer } from '../../issuers/model/issuer.ts';
import type { FilingContents } from './filing-contents.ts';

/** What one source states about one issuer. */
export interface IssuerRecords {
  /** `cik:320193` */
  canonicalKey: string;
  /** The file of the registry that states it, as named by `Source.sourceOf`; each of its fact sets has this name. */
  source: string;
  issuer: Issuer | null;
  filings: Filing[];
  facts: FactSet[];
  /** The contents of a filing; null if the source is no filing. */
  contents: FilingContents | null;
  /** For sources that state many filings: the contents of each. Absent if the source only lists filings. */
  furtherContents?: FilingContents[];
  /**
   * Why these records are incomplete (`truncated_json` …); null if they are complete. Damaged records never replace complete
   * ones.
   */
  damage: string | null;
}
