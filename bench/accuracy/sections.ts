import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FilingSection, FilingText } from '../../server/src/domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../server/src/formats/html-text/parse-html.ts';
import { parsePlainText } from '../../server/src/formats/html-text/plain-text/parse-plain-text.ts';
import { readSubmission } from '../../server/src/sources/sec-edgar/filings/read-submission.ts';
import { itemsOf, SECTION_NUMBERING_FROM } from '../../server/src/sources/sec-edgar/sections/current-report/items.ts';
import { splitSections } from '../../server/src/sources/sec-edgar/sections/split-sections.ts';
import { matchTitle } from '../../server/src/sources/sec-edgar/sections/title-match.ts';

/** A boundary is correct if this much text at either end is, ignoring white space. */
const COMPARED_CHARS = 100;
/** Below this confidence a section is flagged as uncertain. */
const CERTAIN = 0.8;

/** A section, or a filing's list of items, that differs from the human labels. */
export interface SectionMiss {
  file: string;
  key: string;
  /** Whether the response indicates the difference: the section is absent, of low confidence, or has a warning. */
  isExplicit: boolean;
  fault: string;
}

/** Sections of one kind of form compared with human labels. */
export interface SectionComparison {
  title: string;
  how: string;
  compared: number;
  agreeing: number;
  misses: SectionMiss[];
}

interface GoldRow {
  file: string;
  form: string;
  key: string;
  firstText: string;
  /** Alternative correct ends, as the table's note states. */
  lastTexts: string[];
}

/** Item boundaries of periodic reports and prospectuses, and the items of 8-Ks. */
export function compareSections(data: string): SectionComparison[] {
  return [...compareBoundaries(data), compareCurrentReports(data)];
}

function compareBoundaries(data: string): SectionComparison[] {
  const rows = readGold(join(data, 'truth/sections_gold.tsv'));
  const kinds: [string, (form: string) => boolean][] = [
    ['10-K, 10-Q and 20-F: item boundaries', form => /^(?:10-[KQ]|20-F)/.test(form)],
    ['Prospectuses: section boundaries', form => !/^(?:10-[KQ]|20-F)/.test(form)],
  ];
  return kinds.map(([title, isKind]) => {
    const own = rows.filter(row => isKind(row.form));
    const misses = [...Map.groupBy(own, row => row.file)].flatMap(([file, golds]) => missesOf(data, file, golds));
    return {
      title,
      how: `First and last characters (up to ${COMPARED_CHARS}; 80 in the table) of each section in sections_gold.tsv, labelled by people, ignoring white space, table rules and dot leaders.`,
      compared: own.length,
      agreeing: own.length - misses.length,
      misses,
    };
  });
}

function missesOf(data: string, file: string, golds: readonly GoldRow[]): SectionMiss[] {
  const form = golds[0]?.form ?? '';
  const text = splitFile(data, ['periodic', 'other-forms'], file, form);
  return golds.flatMap(gold => {
    const section = text?.sections.find(section => section.sectionKey === gold.key);
    const fault = difference(gold, section);
    return fault === null ? [] : [{ file, key: gold.key, isExplicit: saysSo(section), fault }];
  });
}

function saysSo(section: FilingSection | undefined): boolean {
  return section === undefined || section.confidence < CERTAIN || section.warnings.length > 0;
}

function difference(gold: GoldRow, section: FilingSection | undefined): string | null {
  if (section === undefined) return 'absent';
  const text = squash(section.text);
  if (gold.firstText === '') return text === '' ? null : 'holds text, none was read';
  const first = squash(gold.firstText).slice(0, COMPARED_CHARS);
  if (!text.startsWith(first)) return 'begins elsewhere';
  return gold.lastTexts.some(last => text.endsWith(squash(last).slice(-COMPARED_CHARS))) ? null : 'ends elsewhere';
}

/** White space, cell borders, bullets, rules and dot leaders do not count as text. */
function squash(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\.{3,}|[-=_]{3,}/g, '')
    .replace(/[\s|•\u200b]+/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"');
}

function readGold(path: string): GoldRow[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => {
      const [file = '', form = '', key = '', , firstText = '', lastText = '', , , note = ''] = line.split('\t');
      const alternative = /alt_last="(.*?)"(?: \||$)/.exec(note)?.[1];
      return {
        file,
        form,
        key,
        firstText,
        lastTexts: alternative === undefined ? [lastText] : [lastText, alternative],
      };
    });
}

function compareCurrentReports(data: string): SectionComparison {
  const lines = readFileSync(join(data, 'truth/8k_items.tsv'), 'utf8').trim().split('\n').slice(1);
  const misses: SectionMiss[] = [];
  let compared = 0;
  for (const line of lines) {
    const [file = '', , , filedAs = '', periodAs = '', items = ''] = line.split('\t');
    const [filed, period] = [isoDate(filedAs), isoDate(periodAs)];
    const itemCodes = codesOf(items, filed === '' ? period : filed);
    const text = splitFile(data, ['8k'], file, '8-K', { filed, period, itemCodes });
    if (text === null) continue;
    compared += 1;
    const found = text.sections
      .filter(section => section.sectionKey.startsWith('item_'))
      .map(section => section.sectionKey);
    const wanted = itemCodes.map(code => `item_${code}`);
    const lost = wanted.filter(key => !found.includes(key));
    const extra = found.filter(key => !wanted.includes(key));
    if (lost.length + extra.length === 0) continue;
    const fault = [...lost.map(key => `lost ${key}`), ...extra.map(key => `extra ${key}`)].join(', ');
    misses.push({ file, key: 'items', isExplicit: isExplicitly(text, lost, extra), fault });
  }
  return {
    title: '8-K: items',
    how: 'Items found in the text, given those in the header, compared with 8k_items.tsv.',
    compared,
    agreeing: compared - misses.length,
    misses,
  };
}

function isExplicitly(text: FilingText, lost: readonly string[], extra: readonly string[]): boolean {
  const isLossSaid = lost.length === 0 || text.reason !== null;
  return isLossSaid && extra.every(key => saysSo(text.sections.find(section => section.sectionKey === key)));
}

function isoDate(text: string): string {
  return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}

/** Codes as labelled; if the label is the header's own text, the codes of these titles. */
function codesOf(items: string, date: string): string[] {
  if (/^\d/.test(items)) return items.split(',');
  const catalogue = itemsOf(date < SECTION_NUMBERING_FROM ? 'plain' : 'section');
  return items.split(' | ').map(title => {
    const scored = catalogue.map(({ code, title: own, synonyms }) => ({
      code,
      similarity: matchTitle(title, [own, ...synonyms])?.similarity ?? 0,
    }));
    return scored.toSorted((a, b) => b.similarity - a.similarity)[0]?.code ?? title;
  });
}

interface FilingDates {
  filed: string;
  period: string;
  itemCodes: string[];
}

function splitFile(
  data: string,
  folders: readonly string[],
  file: string,
  formType: string,
  dates: FilingDates = { filed: '', period: '', itemCodes: [] },
): FilingText | null {
  const path = folders
    .flatMap(folder => [join(data, folder, file), join(data, folder, `${file}.gz`)])
    .find(candidate => existsSync(candidate));
  if (path === undefined) return null;
  const bytes = readFileSync(path);
  const source = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const isPlain = /\.txt(?:\.gz)?$/.test(path) && !/<html|<body|<p[ >]/i.test(source.slice(0, 20_000));
  const text = isPlain ? parsePlainText(source) : parseHtml(source);
  return splitSections({
    formType,
    periodEnd: dates.period === '' ? null : dates.period,
    filingDate: dates.filed === '' ? null : dates.filed,
    itemCodes: dates.itemCodes,
    unnamedItems: unnamedItemsOf(path.endsWith('.gz') ? gunzipSync(bytes) : bytes),
    documents: [{ fileName: file, nativeType: formType, isPrimary: true, text }],
  });
}

/** Items that a full submission's header counts without naming them. */
function unnamedItemsOf(bytes: Buffer): number {
  return readSubmission(bytes, '').header?.items.filter(item => item === '').length ?? 0;
}

/** The comparisons as Markdown, each miss with its file and whether the response indicated it. */
export function renderSections(comparisons: readonly SectionComparison[]): string {
  const lines = [
    '## Sections',
    '',
    '| table | compared | right | explicit misses | silent misses | share |',
    '|---|---|---|---|---|---|',
  ];
  for (const { title, compared, agreeing, misses } of comparisons) {
    const explicit = misses.filter(miss => miss.isExplicit).length;
    const share = compared === 0 ? 'n/a' : `${((100 * agreeing) / compared).toFixed(2)} %`;
    lines.push(`| ${title} | ${compared} | ${agreeing} | ${explicit} | ${misses.length - explicit} | ${share} |`);
  }
  for (const { title, how, misses } of comparisons) {
    lines.push('', `### ${title}`, '', how, '');
    if (misses.length === 0) lines.push('- no misses');
    for (const miss of misses) {
      lines.push(`- ${miss.isExplicit ? 'explicit' : 'silent'}: ${miss.file} ${miss.key}: ${miss.fault}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
