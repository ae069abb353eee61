import type { FilingContents } from '../../filings/filings/model/filing-contents.ts';
import type { FilingReading, Part } from '../../part.ts';
import { readSupplyChain } from '../supply-chain/rules/read-supply-chain.ts';
import type { RedFlag } from './model.ts';
import { resolveRedFlags } from './resolve-red-flags.ts';
import { RED_FLAG_RULES_VERSION } from './rules/flag-rules.ts';
import { readFigureFlags } from './rules/read-figure-flags.ts';
import { readRedFlags } from './rules/read-red-flags.ts';
import {
  type EncodedFlags,
  encodeFlags,
  type FlagRow,
  replaceIssuerFlags,
  replaceTextFlags,
  toFlagRow,
} from './store.ts';

/** Opened values are text flags; stated values are flags on recomputed figures. */
export const redFlagsPart: Part<EncodedFlags, FlagRow[], void> = {
  name: 'red-flags',
  figuresVersion: RED_FLAG_RULES_VERSION,
  readFiling: (_contents, filing, reading) => encodeFlags(flagsOfFiling(reading), filing, RED_FLAG_RULES_VERSION),
  readFigures: ({ years, companyType }, issuerId) =>
    readFigureFlags(years, companyType).map(({ nativeId, flag }) =>
      toFlagRow(flag, { issuerId, registry: null, nativeId }, RED_FLAG_RULES_VERSION),
    ),
  async persist(tx, batch) {
    const figured = batch.statedBy(redFlagsPart);
    const figuredIds = figured.map(issuer => issuer.issuerId);
    const opened = batch.openedBy(redFlagsPart);
    await replaceIssuerFlags(
      tx,
      'figures',
      figuredIds,
      figured.flatMap(issuer => issuer.value),
    );
    await replaceTextFlags(
      tx,
      opened.map(filing => filing.value),
    );
    const openedIds = opened.map(filing => filing.issuerId);
    await resolveRedFlags(tx, [...new Set([...figuredIds, ...batch.issuersWithFilings, ...openedIds])]);
  },
};

/** Returns the text flags of a filing, read once for all parts. */
export function flagsOfFiling(reading: FilingReading): RedFlag[] {
  return reading.once(readFlags);
}

function readFlags(contents: FilingContents, reading: FilingReading): RedFlag[] {
  return readRedFlags(contents, reading.once(readSupplyChain));
}
