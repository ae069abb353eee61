import type { Filer } from '../../../domain/filings/filings/model/filing-contents.ts';
import { renderText } from '../../../formats/html-text/render/render-text.ts';
import { decodeDocument } from '../../../formats/ixbrl/encoding.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { baseForm, isAmendment } from '../filings/form-categories.ts';
import type { FilingContainer } from '../filings/read-submission.ts';
import { canonicalKeyOfCik } from '../identifiers.ts';
import type { SectionDocument } from '../sections/section-input.ts';
import { parseSchedule, type ScheduleDocument } from './parse-schedule.ts';
import { readCoverPages } from './read-cover-pages.ts';
import { knownHolders } from './stake-values.ts';

/** `SC 13D`, `SC13G`, `SCHEDULE 13D` … */
const SCHEDULE = /^SC(?:HEDULE)?\s?13([DG])$/;
/** Real ones have some hundred kilobytes. */
const MAX_BYTES = 8 << 20;
const LOOKED_AT_BYTES = 1 << 12;

/** Reports of holders of more than five percent: in XML since 2024-12-18, before that in rows of cover pages. */
export function readStakes(
  accession: string,
  { files, filers }: Pick<FilingContainer, 'files' | 'filers'>,
  texts: readonly SectionDocument[],
  log: AnomalyLog,
): ScheduleDocument | null {
  const known = knownHolders(filers);
  for (const { fileName, nativeType, contentType, bytes } of files) {
    if (!SCHEDULE.test(baseForm(nativeType)) || !contentType.includes('xml')) continue;
    if (!bytes.toString('latin1', 0, LOOKED_AT_BYTES).includes('edgarSubmission')) continue;
    if (bytes.length > MAX_BYTES) {
      log.add('too_large_to_read', fileName, `${bytes.length} bytes`);
      continue;
    }
    return parseSchedule({ fileName, source: decodeDocument(bytes), accession, known }, log);
  }
  for (const { nativeType, text } of texts) {
    const letter = SCHEDULE.exec(baseForm(nativeType))?.[1];
    if (letter === undefined) continue;
    const document = { text: renderText(text, 0, text.source.length), accession, known };
    const schedule = letter === 'D' ? '13D' : '13G';
    const report = readCoverPages({ ...document, schedule, isAmendment: isAmendment(nativeType) }, log);
    if (report === null) log.add('no_cover_rows', nativeType, '');
    else return { report, issuerCik: null, issuerName: null };
  }
  return null;
}

/** The persons in a schedule without a header. */
export function filersOfStakes(schedule: ScheduleDocument | null): Filer[] {
  if (schedule === null || schedule.issuerCik === null) return [];
  const subject: Filer = {
    canonicalKey: canonicalKeyOfCik(schedule.issuerCik),
    companyName: schedule.issuerName ?? '',
    role: 'subject',
  };
  const holders = schedule.report.stakes.flatMap(({ holder, nameAsFiled }): Filer[] =>
    holder.scheme === 'cik'
      ? [{ canonicalKey: canonicalKeyOfCik(holder.identifier), companyName: nameAsFiled, role: 'filed_by' }]
      : [],
  );
  return [subject, ...holders];
}
