import type { Archive } from '../archive/archive.ts';
import type { EarningsRelease } from '../model/earnings-release.ts';
import type { FilingContents } from '../model/filing-contents.ts';
import type { InsiderReport } from '../model/insider-report.ts';
import { readGuidance } from '../normalise/guidance/read-guidance.ts';
import { readSupplyChain, SUPPLY_CHAIN_RULES_VERSION } from '../normalise/supply-chain/read-supply-chain.ts';
import type { FiledFile } from '../store/filing-files.ts';
import { type EncodedFilingReport, encodeFilingReport } from '../store/filing-reports.ts';
import { type EncodedFilingText, encodeFilingText } from '../store/filing-sections.ts';
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
  supplyChain: EncodedSupplyReading;
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
  return {
    ...key,
    files: await archiveFiles(archive, contents.files),
    text: encodeFilingText(contents.text, key),
    report: encodeFilingReport(contents.report, key),
    earningsRelease: withGuidance(contents.earningsRelease),
    insiderReport: contents.insiderReport ?? null,
    supplyChain: encodeSupplyReading(readSupplyChain(contents), key, SUPPLY_CHAIN_RULES_VERSION),
  };
}

function withGuidance(release: EarningsRelease | null): EarningsRelease | null {
  return release && { ...release, guidance: readGuidance(release.text) };
}
