import type { Database } from '../db/database.ts';
import { checkScreens } from '../delivery/screens/check-screens.ts';
import { groupIssuers as groupWithHooks } from '../domain/filings/issuers/group-issuers.ts';
import type { TextReadings } from '../domain/kit/store/readings.ts';
import { recordTallyJumps } from '../domain/kit/store/tallies.ts';
import type { BackgroundTask, BatchIssuer, Part } from '../domain/part.ts';
import { compareText } from '../kernel/compare-text.ts';
import { ALL_PARTS } from './all-parts.ts';

/** Every part in the order of reading, writing and announcing: by area, within an area by `after`, then by name. */
export const PARTS: readonly Part[] = orderParts(ALL_PARTS);

/** Throws if parts of an area depend on each other in a cycle, or on a missing part. */
export function orderParts(areas: readonly (readonly Part[])[]): Part[] {
  return areas.flatMap(area => {
    const waiting = area.toSorted((a, b) => compareText(a.name, b.name));
    const ordered: Part[] = [];
    while (waiting.length > 0) {
      const isReady = (part: Part) => (part.after ?? []).every(name => ordered.some(done => done.name === name));
      const [next] = waiting.splice(waiting.findIndex(isReady), 1);
      if (next === undefined || !isReady(next)) {
        throw new Error(`These parts cannot be ordered by \`after\`: ${area.map(part => part.name).join(', ')}.`);
      }
      ordered.push(next);
    }
    return ordered;
  });
}

/** What the subjects read out of the text of filings. */
export const TEXT_READINGS: readonly TextReadings[] = PARTS.flatMap(part => part.textReadings ?? []);

/** The packed rows of issuers and their opened filings, each in its own buffer. */
export function rowsOf(issuers: readonly BatchIssuer[]): Uint8Array[] {
  return PARTS.flatMap(part =>
    issuers.flatMap(issuer => {
      const stated = issuer.parts[part.name];
      const rows = stated === undefined ? [] : (part.statedRows?.(stated) ?? []);
      return [...rows, ...issuer.opened.flatMap(filing => part.openedRows?.(filing.parts[part.name]) ?? [])];
    }),
  );
}

/** Compares what became of new documents with what became of older ones. It sums all tallies, so it has little of the time. */
const TALLY_JUMPS: BackgroundTask = {
  name: 'tally_jumps',
  run: recordTallyJumps,
  completesIngest: false,
  maxShareOfTime: 0.01,
};

/** Checks saved screens with alerts after figures changed. */
const SCREEN_ALERTS: BackgroundTask = {
  name: 'screen_alerts',
  run: checkScreens,
  completesIngest: true,
  maxShareOfTime: 0.1,
};

/** Every background task, in the order of the parts. */
export const BACKGROUND_TASKS: readonly BackgroundTask[] = [
  ...PARTS.flatMap(part => part.background ?? []),
  TALLY_JUMPS,
  SCREEN_ALERTS,
];

/** Groups the issuers that changed into companies, with the hooks of every part. */
export function groupIssuers(db: Database, signal?: AbortSignal): Promise<void> {
  return groupWithHooks(
    db,
    PARTS.flatMap(part => part.grouping ?? []),
    signal,
  );
}
