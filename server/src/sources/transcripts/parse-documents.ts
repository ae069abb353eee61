import type { Transcript } from '../../domain/disclosures/transcripts/model.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { fileAt, type TextForm, tickerInName } from './loose-documents.ts';
import { readMotleyFool } from './read-motley-fool.ts';
import { readPlain } from './read-plain.ts';
import { readStreetEvents, type TranscriptOfText } from './read-street-events.ts';

const READERS: Readonly<Record<TextForm, (text: string, name: string, log: AnomalyLog) => TranscriptOfText | null>> = {
  streetevents: (text, name, log) => readStreetEvents(text, tickerInName(name), log),
  'motley-fool': (text, _, log) => readMotleyFool(text, log),
  plain: readPlain,
};

/** The calls that some texts write down. Never throws: what can't be read is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const anomalies: Anomaly[] = [];
  const transcripts: Transcript[] = [];
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog('transcripts', url);
    const file = fileAt(url);
    if (file === null) log.add('unexpected_document', '', 'the address names no form');
    else {
      const read = READERS[file.form](bytes.toString('utf8').replace(/^\uFEFF/, ''), file.name, log);
      if (read !== null) transcripts.push({ ...read, documentUrl: url });
    }
    anomalies.push(...log.list());
  }
  return { records: [], anomalies, published: { transcripts } };
}
