import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import { readNameList } from './names.ts';

const NAME = "\\p{Lu}[\\p{L}\\d&’'.-]*(?: (?:\\p{Lu}|\\d)[\\p{L}\\d&’'.-]*){0,4}";
const OWNER = "(?:[Oo]ur|(?:[Tt]he )?Company[’']s)";
const THINGS =
  '(?:segments?|divisions?|brands?|products?|platforms?|software|solutions?|applications?|apps?|suites?|technolog(?:y|ies)|systems?|drugs?|therap(?:y|ies)|vaccines?|subsidiar(?:y|ies)|restaurants?)';
/** `our Flour segment`, `our subsidiary Yarn Park`, `acquired Brook, Inc.`, `Elm, a wholly owned subsidiary of the Company` */
const STATED: readonly RegExp[] = [
  new RegExp(`\\b${OWNER} (?<name>${NAME}) ${THINGS}\\b`, 'gu'),
  new RegExp(`\\b${OWNER} (?:[\\p{Ll}-]+ )?subsidiar(?:y|ies),? (?<name>${NAME})`, 'gu'),
  new RegExp(`\\b(?:[Ww]e|Company) (?:completed the acquisition of|acquired) (?<name>${NAME})`, 'gu'),
  new RegExp(`\\b(?:[Aa]cquisition|[Mm]erger) of (?<name>${NAME})`, 'gu'),
  new RegExp(
    `(?<name>${NAME})(?:,? (?:Inc|LLC|Ltd|Corp)\\.?)?(?: \\([^()]{1,40}\\))?, (?:an? |our )(?:[\\p{Ll}-]+ ){0,4}(?:subsidiary|division|segment|affiliate) of (?:ours|the Company)\\b`,
    'gu',
  ),
  new RegExp(`\\b[Tt]he (?<name>${NAME}) (?:[Ss]egment|[Dd]ivision)\\b`, 'gu'),
];
/** Names of products bear a sign; those of companies with a legal form do not. */
const MARKED = new RegExp(`(?<name>${NAME}) ?[®™]`, 'gu');
const OWN_AXES = /:(?:StatementBusinessSegmentsAxis|ProductOrServiceAxis|LegalEntityAxis|BusinessAcquisitionAxis)$/;
const MAX_READ_CHARS = 2_000_000;
const MAX_LIST_BYTES = 500_000;

/**
 * Reads what a filing calls its own: products, brands, segments, subsidiaries and companies that it acquired, as folded names. They
 * are neither customers nor suppliers.
 */
export function readOwnEntities(contents: FilingContents, texts: readonly string[]): ReadonlySet<string> {
  const own = new Set<string>();
  const add = (name: string) => {
    const key = nameKey(name);
    if (key.length > 1) own.add(key);
  };
  let left = MAX_READ_CHARS;
  for (const text of texts) {
    const read = text.slice(0, left);
    for (const pattern of [...STATED, MARKED]) {
      for (const { groups } of read.matchAll(pattern)) add(withoutTail(groups?.name ?? ''));
    }
    left -= read.length;
  }
  for (const { dimensions } of contents.report?.facts ?? []) {
    for (const [axis, member] of Object.entries(dimensions)) if (OWN_AXES.test(axis)) add(wordsOfMember(member));
  }
  for (const line of subsidiaryLines(contents)) add(readNameList(line)?.mentions[0]?.name ?? '');
  return own;
}

function withoutTail(name: string): string {
  return name.replace(/[.’']s?$/u, '');
}

/** `abc:BrookMillsMember` → `Brook Mills` */
function wordsOfMember(member: string): string {
  return member
    .replace(/^.*:/, '')
    .replace(/(?:Segment|Division|Products?)?(?:Member|Domain)$/, '')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ');
}

/** The lines of the list of subsidiaries, exhibit 21. */
function subsidiaryLines({ files }: FilingContents): string[] {
  return files
    .filter(file => /^EX-(?:21|8)(?:\.|$)/.test(file.nativeType) && file.bytes.length < MAX_LIST_BYTES)
    .flatMap(file =>
      file.bytes
        .toString('utf8')
        .replace(/<[^<>]*>/g, '\n')
        .replace(/&(?:nbsp|#160);/g, ' ')
        .split('\n'),
    )
    .map(line => line.trim())
    .filter(line => /^\p{Lu}/u.test(line));
}
