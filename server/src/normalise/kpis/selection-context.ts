import type { CompanyType } from '../../model/financials.ts';
import type { Guard } from './guards.ts';
import type { SlotReader } from './slot-reader.ts';

/** What selection needs beside the slot itself. */
export interface SelectionContext {
  readonly reader: SlotReader;
  readonly guard: Guard;
  readonly companyType: CompanyType;
  /** Codes that the filer states in some period. */
  readonly statedElsewhere: ReadonlySet<number>;
}
