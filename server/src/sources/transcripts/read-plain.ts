import { detectLanguage } from '../../domain/filings/sections/model/detect-language.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull } from '../../kernel/dates.ts';
import { idOf } from '../kit/calls/call-titles.ts';
import { plainText } from '../kit/calls/spoken-turns.ts';
import type { TranscriptOfText } from './read-street-events.ts';

const NAME = /^(.{1,100})_(\d{4})(\d{2})(\d{2})\.txt$/i;

/** The company and the day in the name of a plain text (`3M_20170425.txt`); null for other names. */
export function plainNameOf(fileName: string): { company: string; date: string } | null {
  const [, company = '', year, month, day] = NAME.exec(fileName) ?? [];
  const date = dateOrNull(`${year}-${month}-${day}`);
  return date === null || company.trim() === '' ? null : { company: company.trim(), date };
}

/** A plain text is one turn without a speaker. Null, with an anomaly, if it is empty. */
export function readPlain(text: string, fileName: string, log: AnomalyLog): TranscriptOfText | null {
  const named = plainNameOf(fileName);
  const words = plainText(text);
  if (named === null || words === '') {
    log.add('no_turns', '', 'no words, or no company and day in the file name');
    return null;
  }
  const { company, date } = named;
  return {
    source: 'plain',
    nativeId: idOf(company, date),
    company: { name: company, ticker: null, marketId: null },
    callType: 'other',
    title: `${company}, ${date}`,
    fiscalYear: null,
    fiscalPeriod: null,
    eventAt: null,
    eventDate: date,
    publishedAt: null,
    language: detectLanguage(words) === 'english' ? 'en' : null,
    url: null,
    speakers: [],
    turns: [{ speaker: null, session: null, text: words }],
  };
}
