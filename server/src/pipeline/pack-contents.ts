import type { Archive } from '../archive/archive.ts';
import { EVENT_RULES_VERSION } from '../domain/disclosures/events/rules/event-kinds.ts';
import { readEvents } from '../domain/disclosures/events/rules/read-events.ts';
import { type EncodedEventReading, encodeEventReading } from '../domain/disclosures/events/store.ts';
import { RED_FLAG_RULES_VERSION } from '../domain/disclosures/red-flags/rules/flag-rules.ts';
import { readRedFlags } from '../domain/disclosures/red-flags/rules/read-red-flags.ts';
import { type EncodedFlags, encodeFlags } from '../domain/disclosures/red-flags/store.ts';
import {
  readSupplyChain,
  SUPPLY_CHAIN_RULES_VERSION,
} from '../domain/disclosures/supply-chain/rules/read-supply-chain.ts';
import { type EncodedSupplyReading, encodeSupplyReading } from '../domain/disclosures/supply-chain/store.ts';
import type { EarningsRelease } from '../domain/figures/earnings/model/earnings-release.ts';
import { readGuidance } from '../domain/figures/guidance/rules/read-guidance.ts';
import { archiveFiles } from '../domain/filings/documents/archive-files.ts';
import type { FiledFile } from '../domain/filings/documents/store.ts';
import { type EncodedFilingReport, encodeFilingReport } from '../domain/filings/facts/store/filing-reports.ts';
import type { FilingContents } from '../domain/filings/filings/model/filing-contents.ts';
import { type EncodedFilingText, encodeFilingText } from '../domain/filings/sections/store/filing-sections.ts';
import type { StakeReport } from '../domain/ownership/holders/model/disclosed-stake.ts';
import { securityNameKey } from '../domain/ownership/holders/rules/security-name.ts';
import { type EncodedHoldings, encodeHoldings } from '../domain/ownership/holders/store/holdings-reports.ts';
import type { InsiderReport } from '../domain/ownership/insiders/model/insider-report.ts';

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
