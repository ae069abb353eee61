import type { ExchangeRate } from '../../domain/figures/currencies/model.ts';
import type { MacroRate } from '../../domain/markets/macro/model/macro-rate.ts';
import { listZipBuffer, readZipBufferMember, ZipError } from '../../formats/zip.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { formOfAnswer } from '../kit/http/answer-form.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { parseCubes, parseTable } from './parse-rates.ts';
import { isCurve, parseCurve } from './yield-curve.ts';

/** The rates of some files. Never throws: damage is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const exchangeRates: ExchangeRate[] = [];
  const macroRates: MacroRate[] = [];
  const anomalies: Anomaly[] = [];
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog('ecb', url);
    if (isCurve(url)) macroRates.push(...parseCurve(bytes, log));
    else for (const rate of parseFile(bytes, log)) exchangeRates.push(rate);
    anomalies.push(...log.list());
  }
  return { records: [], published: { exchangeRates, macroRates }, anomalies };
}

/** One file of reference rates, whichever of the bank's forms it has. */
export function parseFile(bytes: Buffer, log: AnomalyLog): ExchangeRate[] {
  const form = formOfAnswer(bytes);
  if (form === 'markup') return parseCubes(bytes.toString('utf8'), log);
  if (form === 'text') return parseTable(bytes.toString('utf8'), log);
  if (form === 'zip') return parseZip(bytes, log);
  log.add(form === 'empty' ? 'empty_answer' : 'unexpected_document', '', form);
  return [];
}

/** The largest table there is has two megabytes. */
const MOST_TABLE_BYTES = 64 << 20;

function parseZip(bytes: Buffer, log: AnomalyLog): ExchangeRate[] {
  try {
    const table = listZipBuffer(bytes).find(one => one.name.endsWith('.csv'));
    if (table !== undefined)
      return parseTable(readZipBufferMember(bytes, table, MOST_TABLE_BYTES).toString('utf8'), log);
    log.add('unexpected_document', '', 'a zip without a table');
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, '', error.message);
  }
  return [];
}
