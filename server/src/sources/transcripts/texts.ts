import { detectLanguage } from '../../domain/filings/sections/model/detect-language.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { baseName } from '../../kernel/base-name.ts';
import { dateOrNull } from '../../kernel/dates.ts';
import type { Address } from '../kit/address.ts';
import { idOf } from '../kit/calls/call-titles.ts';
import { plainText } from '../kit/calls/spoken-turns.ts';
import { publishedKind } from '../kit/published-kind.ts';
import { isMotleyFool, readMotleyFool } from './read-motley-fool.ts';
import { isStreetEvents, readStreetEvents, type TranscriptOfText } from './read-street-events.ts';

const NAME = /^(.{1,100})_(\d{4})(\d{2})(\d{2})\.txt$/i;

const READERS = {
  streetevents: (text: string, name: string, log: AnomalyLog) => readStreetEvents(text, tickerInName(name), log),
  'motley-fool': (text: string, _name: string, log: AnomalyLog) => readMotleyFool(text, log),
  plain: readPlain,
} satisfies Record<string, (text: string, name: string, log: AnomalyLog) => TranscriptOfText | null>;

type TextForm = keyof typeof READERS;
const FORMS = Object.keys(READERS) as TextForm[];

/** Files of the operator have no URL. They are stored under their form and name, which may state the company. */
const textAddress: Address<{ form: TextForm; name: string }> = {
  template: `{form: ${FORMS.join(', ')}}/{name}`,
  url: ({ form, name }) => `${form}/${encodeURIComponent(name)}`,
  read(url) {
    const form = FORMS.find(known => url.startsWith(`${known}/`));
    return form === undefined ? null : { form, name: decodeURIComponent(baseName(url)) };
  },
};

export const texts = publishedKind({
  address: textAddress,
  source: 'texts',
  states: 'transcripts: speakers, turns',
  isOnlyImported: true,
  read: (bytes, { url, values, log }) => {
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
    const transcript = READERS[values.form](text, values.name, log);
    return transcript === null ? {} : { transcripts: [{ ...transcript, documentUrl: url }] };
  },
  validate: () => null,
  expect: { min: 1, max: 1 },
  accepts:
    'texts of StreetEvents and of the Motley Fool, and plain texts named <company>_<YYYYMMDD>.txt; import responses of services into alphavantage or earningscall',
  identify: ({ name, bytes }) => {
    const form = formOf(name, bytes.toString('utf8'));
    return form === null ? null : { form, name };
  },
});

/** Null for texts that are not read. */
function formOf(name: string, text: string): TextForm | null {
  if (isStreetEvents(text)) return 'streetevents';
  if (isMotleyFool(text)) return 'motley-fool';
  return plainNameOf(name) !== null && !isMemo(text) ? 'plain' : null;
}

/** The company and the day in the name of a plain text (`3M_20170425.txt`); null for other names. */
function plainNameOf(fileName: string): { company: string; date: string } | null {
  const [, company = '', year, month, day] = NAME.exec(fileName) ?? [];
  const date = dateOrNull(`${year}-${month}-${day}`);
  return date === null || company.trim() === '' ? null : { company: company.trim(), date };
}

/** A plain text is one turn without a speaker. Null, with an anomaly, if it is empty. */
function readPlain(text: string, fileName: string, log: AnomalyLog): TranscriptOfText | null {
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

/** Machine-made notes of a call have the heading `Memo`; responses of services are JSON. */
function isMemo(text: string): boolean {
  return /^#{1,3} Memo\s*$/m.test(text) || text.trimStart().startsWith('{');
}

/** The ticker in the usual file names of StreetEvents texts: `2018-Apr-26-MSFT.txt`; null in other names. */
function tickerInName(name: string): string | null {
  return /^\d{4}-[A-Z][a-z]{2}-\d{2}-([A-Z][A-Z.-]{0,7})\.txt$/.exec(name)?.[1] ?? null;
}
