import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FilingSection } from '../../../server/src/domain/filings/filings/model/filing-contents.ts';
import { type Half, proseHalfOf } from './half.ts';
import { type SectionedFiling, sectionedFiling } from './labels.ts';
import { plainText, readPlainText } from './plain-text.ts';
import { openLabelled } from './published.ts';
import { share } from './render.ts';

type LabelledItem = SectionedFiling['sections'][number];

/** Items of one half compared with their labels. A miss is silent if the response gives no doubt about the section. */
export interface SectionMeasure {
  half: Half;
  filings: number;
  compared: number;
  right: number;
  silent: number;
  /** Quotes no filing; shown for `dev` only. */
  details: string[];
}

/** Companies of the locked half whose reports were looked at while the rules were written; they count as `dev`. */
const LOOKED_AT: ReadonlySet<string> = new Set(['40545', '320193']);
/** Below this confidence a response calls a section doubtful. */
const CERTAIN = 0.8;
/** A part of the executive officers has no number. */
const UNNUMBERED = 'X';

export function measureSections(data: string, half: Half): SectionMeasure {
  const measure: SectionMeasure = { half, filings: 0, compared: 0, right: 0, silent: 0, details: [] };
  for (const filing of readSectionLabels().filter(
    ({ cik }) => (LOOKED_AT.has(cik) ? 'dev' : proseHalfOf(cik)) === half,
  )) {
    const text = readPlainText(join(data, filing.file));
    const opened = openLabelled(data, filing)?.contents?.text;
    const sections = new Map(opened?.sections.map(section => [section.sectionKey, section]));
    const isPartial = opened?.status !== 'found';
    measure.filings += 1;
    for (const item of filing.sections) {
      const key = keyOf(filing.form, item);
      const section = sections.get(key);
      const fault = difference(item, section, text);
      measure.compared += 1;
      if (fault === null) measure.right += 1;
      else {
        const isSaid =
          isPartial || (section !== undefined && (section.confidence < CERTAIN || section.warnings.length > 0));
        if (!isSaid) measure.silent += 1;
        if (half === 'dev') measure.details.push(`${isSaid ? 'explicit' : 'silent'}: ${filing.file} ${key}: ${fault}`);
      }
    }
  }
  return measure;
}

function readSectionLabels(): SectionedFiling[] {
  const lines = readFileSync(join(import.meta.dirname, 'sections.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map(line => sectionedFiling.parse(JSON.parse(line)));
}

function keyOf(form: string, { part, item }: LabelledItem): string {
  if (item === UNNUMBERED) return 'executive_officers';
  const key = `item_${item.toLowerCase()}`;
  return form.startsWith('10-Q') && part !== undefined ? `part_${part.toLowerCase()}.${key}` : key;
}

const STATUS: Record<LabelledItem['status'], readonly (FilingSection['status'] | 'absent')[]> = {
  text: ['found', 'shared'],
  by_reference: ['by_reference', 'shared'],
  reserved: ['reserved_or_na', 'absent'],
  not_applicable: ['reserved_or_na'],
  omitted: ['absent'],
};

function difference(item: LabelledItem, section: FilingSection | undefined, text: string): string | null {
  const status = section?.status ?? 'absent';
  // A reference that leads within the filing is answered with the text there.
  const isResolved =
    section?.resolvedFrom !== null || section.warnings.some(warning => warning.startsWith('resolved_by_'));
  const isFollowed = item.status === 'by_reference' && isResolved;
  if (!STATUS[item.status].includes(status) && !(isFollowed && status === 'found'))
    return `${status}, labelled ${item.status}`;
  if (item.status !== 'text' || section === undefined || item.first === undefined || item.last === undefined)
    return null;
  const own = squash(section.text);
  if (!own.startsWith(squash(text.slice(item.first.start, item.first.end)))) return 'begins elsewhere';
  return own.endsWith(squash(text.slice(item.last.start, item.last.end))) ? null : 'ends elsewhere';
}

/** White space, cell borders, bullets, rules and dot leaders do not count as text. */
function squash(text: string): string {
  return plainText(text)
    .normalize('NFKC')
    .replace(/\.{3,}|(?:- )?[-=_]{3,}/g, '')
    .replace(/[\s|•\u200b]+/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"');
}

export function renderSectionMeasure({ half, filings, compared, right, silent, details }: SectionMeasure): string {
  return [
    `## Items of periodic reports, labelled half \`${half}\``,
    '',
    'Status and both ends of each item. A miss is silent if neither the filing nor the section is marked as doubtful.',
    '',
    '| filings | items | right | share | silent misses |',
    '|---|---|---|---|---|',
    `| ${filings} | ${compared} | ${right} | ${share(right, compared)} | ${silent} |`,
    '',
    ...details.map(detail => `- ${detail}`),
  ].join('\n');
}
