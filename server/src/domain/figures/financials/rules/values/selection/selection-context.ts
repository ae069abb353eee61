import type { CompanyType } from '../../../../../filings/issuers/model/issuer.ts';
import type { Guard } from './guards.ts';
import type { SlotReader } from './slot-reader.ts';

/** Input of selection apart from the slot itself. */
export interface SelectionContext {
  readonly reader: SlotReader;
  readonly guard: Guard;
  readonly companyType: CompanyType;
  /** Observations that their own filing contradicts. */
  readonly contradicted: ReadonlySet<number>;
  /** The filer's own concepts that represent a code in the open slot's period, from the reviewed map. */
  readonly extensions: readonly {
    readonly code: number;
    readonly concept: number;
    readonly from: number;
    readonly to: number;
  }[];
  /** Whether a filing states a minority interest, in profit or equity of any period. */
  readonly hasMinority: (filing: number) => boolean;
  /** Codes that the filer states in some period. */
  readonly statedElsewhere: ReadonlySet<number>;
  /** Whether the filer states capital expenditure of some period as a positive amount; evaluated after selection. */
  readonly statesOutflows: () => boolean;
}
