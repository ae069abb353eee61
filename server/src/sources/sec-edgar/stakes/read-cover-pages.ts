import type {
  DisclosedStake,
  StakeReport,
  StakeSchedule,
} from '../../../domain/ownership/holders/model/disclosed-stake.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import { isCusip } from '../../../kernel/identifiers/check-digits.ts';
import { kindOfOwner } from '../ownership/owner-names.ts';
import { writtenDays } from '../written-days.ts';
import { isExit, type KnownHolders, readHolder } from './stake-values.ts';

/** Confidence of values read from text: correct if the rows of the cover page follow the form. */
const CONFIDENCE = 0.7;
const MAX_HOLDERS = 200;
const MAX_NAME_CHARACTERS = 200;

/** A page for each who reports begins with the first row of the form. */
const FIRST_ROW = /\bNAMES?\s+OF\s+REPORTING\s+PERSONS?\b\s*[.:;]?/gi;
const SECOND_ROW = /(?:\(?\b2\b\s*[.)]*\s*)?CHECK\s+(?:THE\s+)?APPROPRIATE\s+(?:BOX|ROW)/i;
const NAME_FURNITURE =
  /[(|]?\s*(?:(?:I\.?\s?R\.?\s?S\.?|S\.?\s?S\.?)\s*(?:#|OR\b|IDENTIFICATION\b|EMPLOYER\b)[^:\n]*?(?:PERSONS?\)?|ONLY\)?|NOS?\.?|[\d-]{9,})\s*(?:\(\s*ENTITIES\s+ONLY\s*\))?|\(?ENTITIES\s+ONLY\)?)[.:;)]*/gi;

const NUMBER = '(-\\s?0\\s?-|\\bnone\\b|\\bnil\\b|\\d[\\d,]*(?:\\.\\d+)?)';
/** Marks between a row's label and its number; in plain text also words of the left column. */
const GAP = '(?:[\\s.:;|)*_-]|\\b(?:NUMBER\\s+OF|SHARES|BENEFICIALLY|OWNED|BY|EACH|REPORTING|PERSONS?|WITH)\\b)*?';
const ROWS = {
  votingSole: row('SOLE\\s+VOTING\\s+POWER'),
  votingShared: row('SHARED\\s+VOTING\\s+POWER'),
  dispositiveSole: row('SOLE\\s+DISPOSITIVE\\s+POWER'),
  dispositiveShared: row('SHARED\\s+DISPOSITIVE\\s+POWER'),
  shares: row(
    'AGGREGATE\\s+AMOUNT\\s+(?:OF\\s+SHARES\\s+)?BENEFICIALLY\\s+OWNED(?:\\s+BY\\s+(?:EACH\\s+)?(?:REPORTING\\s+)?PERSON)?',
  ),
  percent: row(
    'PERCENT(?:AGE)?\\s+OF\\s+CLASS\\s+REPRESENTED\\s+(?:BY|IN)\\s+(?:THE\\s+)?AMOUNT\\s+IN\\s+ROW\\s*\\(?\\s*(?:9|11|13)\\s*\\)?',
  ),
} as const;
const TYPE_LABEL = /TYPE\s+OF\s+REPORTING\s+PERSON(?:\s*\([^)]*\))?[\s.:;|*]*/i;
const TYPES = /^(?:(?:BD|BK|IC|IV|IA|EP|HC|SA|CP|CO|PN|IN|FI|OO)\b(?:[\s,;/|&]|\band\b)*)+/;

/** `-0-` is a zero that is written out; a blank row states nothing. */
function row(label: string): RegExp {
  return new RegExp(`${label}${GAP}${NUMBER}`, 'i');
}

/** The context of a schedule's text. */
export interface CoverInput {
  schedule: StakeSchedule;
  isAmendment: boolean;
  /** Plain text of the document. */
  text: string;
  accession: string;
  known: KnownHolders;
}

/**
 * Schedules before 2024-12-18, as text or free-form HTML: the form's numbered rows for each reporting person. Null if there
 * are none.
 */
export function readCoverPages(
  { schedule, isAmendment, text, accession, known }: CoverInput,
  log: AnomalyLog,
): StakeReport | null {
  const starts = [...text.matchAll(FIRST_ROW)].filter(({ index }) => SECOND_ROW.test(text.slice(index, index + 1_500)));
  const first = starts[0];
  if (first === undefined) return null;
  if (starts.length > MAX_HOLDERS) log.add('too_many_holders', 'cover pages', `${starts.length} persons`);
  const head = text.slice(0, first.index);
  const stakes = starts.slice(0, MAX_HOLDERS).map((start, at) => {
    const page = text.slice(start.index + start[0].length, starts[at + 1]?.index ?? start.index + MAX_PAGE_CHARACTERS);
    return readPage(page, at + 1, { accession, known }, log);
  });
  return {
    schedule,
    isAmendment,
    amendmentNumber: amendmentOf(head),
    eventDate: eventDateOf(head),
    securityTitle: above(head, /\(\s*TITLE\s+OF\s+CLASS/i),
    cusips: cusipsOf(head, text, log),
    rules: schedule === '13G' ? rulesOf(head) : [],
    isExit: EXIT_BOX.test(text) || isExit(stakes),
    purpose: null,
    confidence: CONFIDENCE,
    stakes,
  };
}

const MAX_PAGE_CHARACTERS = 6_000;
const EXIT_BOX =
  /(?:FIVE|5)\s+PERCENT\s+OF\s+THE\s+CLASS\s+OF\s+SECURITIES,?\s+CHECK\s+THE\s+FOLLOWING\s*:?\s*[[(|]*\s*(?:X\b|☒|þ)/i;

function readPage(
  page: string,
  place: number,
  { accession, known }: Pick<CoverInput, 'accession' | 'known'>,
  log: AnomalyLog,
): DisclosedStake {
  const at = `holder ${place}`;
  const filed = nameOf(page);
  if (filed === null) log.add('holder_without_name', at, page.slice(0, 80));
  const holder = readHolder({ accession, place, nameAsFiled: filed, cik: null, known });
  const holderTypes = typesOf(page);
  const isHuman =
    holderTypes.includes('IN') || (holderTypes.length === 0 && kindOfOwner(filed ?? '', false, false) === 'person');
  const figure = (of: keyof typeof ROWS): string | null => numberOf(ROWS[of].exec(page)?.[1]);
  const stake: DisclosedStake = {
    place,
    ...holder,
    name: holder.nameAsFiled,
    kind: isHuman ? 'person' : 'institution',
    holderTypes,
    shares: figure('shares'),
    percent: figure('percent'),
    votingSole: figure('votingSole'),
    votingShared: figure('votingShared'),
    dispositiveSole: figure('dispositiveSole'),
    dispositiveShared: figure('dispositiveShared'),
  };
  if (stake.shares === null) log.add('stake_without_shares', at, holder.nameAsFiled);
  return stake;
}

function typesOf(page: string): string[] {
  const label = TYPE_LABEL.exec(page);
  if (label === null) return [];
  const codes = TYPES.exec(page.slice(label.index + label[0].length, label.index + label[0].length + 100))?.[0];
  return [...new Set(codes?.match(/[A-Z]{2}/g) ?? [])];
}

/** The text between the first two rows, without the form's own text. */
function nameOf(page: string): string | null {
  const second = SECOND_ROW.exec(page);
  const between = page.slice(0, second?.index ?? 0).replace(NAME_FURNITURE, '\n');
  const lines = between
    .split(/\n|\|/)
    .map(line =>
      line
        .replace(/[-_=]{3,}/g, ' ')
        .replace(/\s+/g, ' ')
        .replace(/^[\s.:;,]+|[\s:;,]+$/g, ''),
    )
    .filter(line => /\p{L}{2}/u.test(line) && !/^(?:OF\s+ABOVE\s+PERSONS?|IDENTIFICATION\b.*)$/i.test(line));
  const name = lines[0] ?? '';
  return name === '' || name.length > MAX_NAME_CHARACTERS ? null : name;
}

function numberOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  return /\d/.test(text) ? canonicalDecimal(text.replace(/[,\s-]/g, '')) : '0';
}

function amendmentOf(head: string): number | null {
  const number = /AMENDMENT\s+NO\s*[.:]*\s*[_(]*\s*(\d{1,3})\b/i.exec(head)?.[1];
  return number === undefined ? null : Number(number);
}

function eventDateOf(head: string): StakeReport['eventDate'] {
  const label = /\(?\s*DATE\s+OF\s+EVENT/i.exec(head);
  return label === null ? null : (writtenDays(head.slice(Math.max(0, label.index - 300), label.index)).at(-1) ?? null);
}

/** The line over one of the cover page's labels. */
function above(head: string, label: RegExp): string | null {
  const at = label.exec(head)?.index;
  if (at === undefined) return null;
  const lines = head
    .slice(Math.max(0, at - 600), at)
    .split('\n')
    .map(line =>
      line
        .replace(/[-_=]{3,}/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  const line = lines.findLast(line => /\p{L}/u.test(line));
  return line === undefined || line.length > MAX_NAME_CHARACTERS ? null : line;
}

const CUSIP = /\b[0-9A-Z]{3}[ -]?[0-9A-Z]{3}[ -]?[0-9A-Z]{2}[ -]?[0-9]\b/g;

/** Over the label of the cover page, or behind the words `CUSIP No.` on the pages. */
function cusipsOf(head: string, text: string, log: AnomalyLog): string[] {
  const label = /\(?\s*CUSIP\s+N/i.exec(head);
  const over = label === null ? [] : [...head.slice(Math.max(0, label.index - 200), label.index).matchAll(CUSIP)];
  const behind = [...text.matchAll(/CUSIP\s*(?:N[Oo]\.?|NUMBER|Number|#)?[\s.:)|]*/g)].flatMap(
    ({ 0: { length }, index }) => {
      const [near] = text.slice(index + length, index + length + 20).matchAll(CUSIP);
      return near?.index === 0 ? [near] : [];
    },
  );
  const stated = [...new Set([...over, ...behind].map(([one]) => one.replace(/[\s-]+/g, '')))];
  const found = stated.filter(isCusip);
  if (found.length === 0) for (const one of stated) log.add('bad_cusip', 'cover page', one);
  return found;
}

function rulesOf(head: string): string[] {
  return [...head.matchAll(/[[(|]?\s*(?:X|☒|þ)\s*[\])|]?\s*(?:\|\s*)?RULE\s+13d-1\s?\(([bcd])\)/gi)].map(
    ([, letter = '']) => `Rule 13d-1(${letter.toLowerCase()})`,
  );
}
