import { SaxesParser } from 'saxes';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull, type Instant, newYorkClock, toInstant } from '../../../kernel/dates.ts';
import { messageOf } from '../../../kernel/errors.ts';
import type { Parsed } from '../../kit/source.ts';
import { accessionNumber, cik10 } from '../identifiers.ts';
import type { AnnouncedFiling } from './indexes.ts';
import type { NamedBytes } from './submissions.ts';

/** A filing of the feed of newest filings: its acceptance is known to the second. */
export interface CurrentFiling extends AnnouncedFiling {
  acceptedAt: Instant;
  /** Index page under the first of its filers. */
  url: string;
}

interface Entry {
  title: string;
  id: string;
  updated: string;
  summary: string;
  link: string;
  form: string;
}

/**
 * A page of the current-filings feed (Atom, RFC 4287): newest first, one filing for its several entries (the registry writes
 * one per role). Entries before damaged markup are kept.
 */
export function parseCurrentFilings({ source, bytes }: NamedBytes): Parsed<CurrentFiling[]> {
  const log = new AnomalyLog('sec-edgar', source);
  const filings = new Map<string, CurrentFiling>();
  for (const entry of readEntries(decodeXml(bytes), log)) {
    const filing = toCurrentFiling(entry);
    if (filing === null) log.add('bad_row', entry.id || entry.title, JSON.stringify(entry));
    else mergeRoles(filings, filing);
  }
  if (filings.size === 0) log.add('empty_answer', '', 'no entries in this feed');
  return { records: [...filings.values()], anomalies: log.list() };
}

/** The registry declares ISO-8859-1, which the web reads as windows-1252. */
function decodeXml(bytes: Buffer): string {
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

function readEntries(text: string, log: AnomalyLog): Entry[] {
  const entries: Entry[] = [];
  let entry: Entry | null = null;
  let content = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    content = '';
    if (name === 'entry') entry = { title: '', id: '', updated: '', summary: '', link: '', form: '' };
    if (entry === null) return;
    if (name === 'link') entry.link = attributes.href ?? '';
    if (name === 'category') entry.form = attributes.term ?? '';
  });
  parser.on('text', piece => {
    content += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (entry === null) return;
    if (name === 'title' || name === 'id' || name === 'updated' || name === 'summary') entry[name] = content.trim();
    if (name === 'entry') {
      entries.push(entry);
      entry = null;
    }
  });
  parser.on('error', error => {
    throw error;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    log.add(/^\s*<(?:!doctype )?html/i.test(text) ? 'html_instead_of_feed' : 'bad_xml', '', messageOf(error));
  }
  return entries;
}

function toCurrentFiling(entry: Entry): CurrentFiling | null {
  const accession = accessionNumber(/accession-number=([\d-]+)$/.exec(entry.id)?.[1] ?? '');
  const who = /^(.+?) - (.*) \((\d{10})\)(?: \(([^)]*)\))?$/s.exec(entry.title);
  const cik = cik10(who?.[3] ?? '');
  const acceptedMs = Date.parse(entry.updated);
  const form = entry.form || who?.[1];
  if (accession === null || cik === null || form === undefined || !Number.isFinite(acceptedMs)) return null;
  const acceptedAt = toInstant(acceptedMs);
  const stated = dateOrNull(/Filed:(?:<\/b>)?\s*(\d{4}-\d{2}-\d{2})/.exec(entry.summary)?.[1]);
  const filed = stated ?? newYorkClock(acceptedAt).date;
  const filers = [{ cik, name: who?.[2]?.trim() ?? '', role: who?.[4] ?? null }];
  return { accession, form, filed, filers, acceptedAt, url: entry.link };
}

function mergeRoles(filings: Map<string, CurrentFiling>, filing: CurrentFiling): void {
  const known = filings.get(filing.accession);
  if (known === undefined) {
    filings.set(filing.accession, filing);
    return;
  }
  for (const filer of filing.filers) {
    if (!known.filers.some(({ cik, role }) => cik === filer.cik && role === filer.role)) known.filers.push(filer);
  }
}
