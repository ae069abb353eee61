import type { Archive } from '../archive/archive.ts';
import type { StakeReport } from '../model/disclosed-stake.ts';
import type { EarningsRelease } from '../model/earnings-release.ts';
import type { FilingContents } from '../model/filing-contents.ts';
import type { InsiderReport } from '../model/insider-report.ts';
import { EVENT_RULES_VERSION } from '../normalise/events/event-kinds.ts';
import { readEvents } from '../normalise/events/read-events.ts';
import { readGuidance } from '../normalise/guidance/read-guidance.ts';
import { securityNameKey } from '../normalise/holdings/security-name.ts';
import { readRedFlags } from '../normalise/red-flags/read-red-flags.ts';
import { RED_FLAG_RULES_VERSION } from '../normalise/red-flags/rules.ts';
import { readSupplyChain, SUPPLY_CHAIN_RULES_VERSION } from '../normalise/supply-chain/read-supply-chain.ts';
import { type EncodedEventReading, encodeEventReading } from '../store/corporate-events.ts';
import type { FiledFile } from '../store/filing-files.ts';
import { type EncodedFilingReport, encodeFilingReport } from '../store/filing-reports.ts';
import { type EncodedFilingText, encodeFilingText } from '../store/filing-sections.ts';
import { type EncodedHoldings, encodeHoldings } from '../store/holdings-reports.ts';
import { type EncodedFlags, encodeFlags } from '../store/red-flags.ts';
import { type EncodedSupplyReading, encodeSupplyReading } from '../store/supply-chain.ts';
import { archiveFiles } from './archive-files.ts';

/** What a filing's documents gave, ready to be stored: files lie in the archive already, the rest is packed. */
export interface PackedContents {
  issuerId: string;
  registry: string;
  nativeId: string;
  files: FiledFile[];
  text: EncodedFilingText;
  report: EncodedFilingReport;
  earningsRelease: EarningsRelease | null;
  insiderReport: InsiderReport | null;
  stakeReport: StakeReport | null;
  holdings: EncodedHoldings | null;
  supplyChain: EncodedSupplyReading;
  redFlags: EncodedFlags;
  /** Null where its documents say no more of events than lists of filings do. */
  events: EncodedEventReading | null;
}

/**
 * Takes the files of a filing into the archive and packs what was read from them. A file that the archive holds already is not written again.
 */
export async function packContents(
  archive: Archive,
  contents: FilingContents,
  of: { issuerId: string; registry: string },
): Promise<PackedContents> {
  const key = { issuerId: of.issuerId, registry: of.registry, nativeId: contents.nativeId };
  const supply = readSupplyChain(contents);
  const flags = readRedFlags(contents, supply);
  const events = readEvents(contents, of.registry, flags);
  return {
    ...key,
    files: await archiveFiles(archive, contents.files),
    text: encodeFilingText(contents.text, key),
    report: encodeFilingReport(contents.report, key),
    earningsRelease: withGuidance(contents.earningsRelease),
    insiderReport: contents.insiderReport ?? null,
    stakeReport: contents.stakeReport ?? null,
    holdings: contents.holdingsReport ? encodeHoldings(contents.holdingsReport, key, securityNameKey) : null,
    supplyChain: encodeSupplyReading(supply, key, SUPPLY_CHAIN_RULES_VERSION),
    redFlags: encodeFlags(flags, key, RED_FLAG_RULES_VERSION),
    events: events === null ? null : encodeEventReading(events, key, 'contents', EVENT_RULES_VERSION),
  };
}

function withGuidance(release: EarningsRelease | null): EarningsRelease | null {
  return release && { ...release, guidance: readGuidance(release.text) };
}
