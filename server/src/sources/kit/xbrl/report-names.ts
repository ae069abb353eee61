import type { XbrlFact } from '../../../formats/xbrl/report.ts';
import { splitName } from '../../../formats/xbrl/xml-element.ts';

/**
 * Namespaces of standard taxonomies of any year; the first group of each is its conventional prefix. One table serves all
 * registries: a namespace has the same meaning in every filing.
 */
const STANDARD: readonly RegExp[] = [
  // http://fasb.org/us-gaap/2024, http://xbrl.us/dei/2009-01-31, http://xbrl.sec.gov/country/2023
  /^https?:\/\/(?:xbrl\.us|fasb\.org|xbrl\.fasb\.org|xbrl\.sec\.gov)\/([a-z][a-z0-9-]*)\/[0-9]{4}/,
  // https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full
  /^https?:\/\/xbrl\.i(?:frs|asb)\.org\/taxonomy\/[0-9-]+\/(ifrs-[a-z]+)/,
  // https://www.nltaxonomie.nl/jenv/2024-03-31/bw2-titel9-cor
  /^https?:\/\/www\.nltaxonomie\.nl\/[a-z]+\/\d{4}-\d{2}-\d{2}\/(bw2-titel9|rj|kvk)-cor$/,
  // http://xbrl.dcca.dk/fsa
  /^https?:\/\/xbrl\.dcca\.dk\/([a-z]+)$/,
  // http://disclosure.edinet-fsa.go.jp/taxonomy/jppfs/2023-12-01/jppfs_cor
  /^https?:\/\/(?:disclosure|info)\.edinet-fsa\.go\.jp\/(?:taxonomy|jp)\/.*?([a-z][a-z0-9-]*_[a-z0-9-]+)$/,
  // http://dart.fss.or.kr/taxonomy/2019-10-01/ifrs/dart-gcd
  /^https?:\/\/dart\.fss\.or\.kr\/taxonomy\/.*\/(dart(?:-gcd)?)$/,
];

/** Taxonomies before `ifrs-full` was called so. */
const OLD_IFRS = /^https?:\/\/xbrl\.i(?:frs|asb)\.org\/taxonomy\/[0-9-]+\/ifrs$/;

/** http://www.xbrl.tdnet.info/taxonomy/jp/tse/tdnet/ed/t/2014-01-12 */
const EXCHANGE = /^https?:\/\/www\.xbrl\.tdnet\.info\/taxonomy\/jp\/tse\/tdnet\/([a-z]+)\/([a-z]+)\//;

/** http://www.xbrl.tdnet.info/jp/br/tdnet/t/ed/2007-06-30, …/o/ed/oe/2007-06-30: the exchange's until 2013. */
const OLD_EXCHANGE =
  /^https?:\/\/www\.xbrl\.tdnet\.info\/jp\/br\/tdnet\/([to])\/([a-z]+)(?:\/([a-z]+))?\/\d{4}-\d{2}-\d{2}$/;

/** http://info.edinet-fsa.go.jp/jp/fr/gaap/t/cte/2011-03-14: EDINET's until 2013, the lines of each industry apart. */
const OLD_EDINET = /^https?:\/\/info\.edinet-fsa\.go\.jp\/jp\/fr\/gaap\/([to])\/([a-z]+)\/\d{4}-\d{2}-\d{2}/;

/** `http://xbrl.frc.org.uk/fr/2019-01-01/core`, `…/FRS-102/2014-09-01`, `…/reports/2019-01-01/direp`. */
const FRC = /^https?:\/\/xbrl\.frc\.org\.uk\/([A-Za-z0-9-]+)\/\d{4}-\d{2}-\d{2}(?:\/([A-Za-z0-9-]+))?\/?$/;

/** `http://www.xbrl.org/uk/gaap/core/2009-09-01`, `…/uk/fr/gaap/pt/2004-12-01`: taxonomies before the FRC's. */
const XBRL_UK = /^https?:\/\/www\.xbrl\.org\/uk\/((?:[a-z]+\/)*)([a-z]+)\/\d{4}-\d{2}-\d{2}\/?$/;

/** Abbreviated accounts of Companies House, 2005 to 2009. */
const ABBREVIATED = /^https?:\/\/www\.companieshouse\.gov\.uk\/ef\/xbrl\/(?:uk\/fr\/)?gaap\/ae\/\d{4}-\d{2}-\d{2}\/?$/;

/** Detailed profit and loss of the tax authority. */
const DETAILED_PROFIT = /^https?:\/\/www\.hmrc\.gov\.uk\/schemas\/ct\/dpl\/\d{4}-\d{2}-\d{2}\/?$/;

/** How concepts, axes and members of one report are called: standard taxonomies by their usual prefix, others by the report's. */
export interface ReportNames {
  ofConcept(prefix: string, namespace: string, localName: string): string;
  /** An axis' or a member's name as written, prefix and all. */
  ofQualifiedName(name: string): string;
  /** An element of a schema by its id, which is `prefix_LocalName` in the taxonomies that all these registries take. */
  ofElementId(id: string): string;
  /** The prefix for a namespace; null if the report uses no name of it. */
  prefixOf(namespace: string): string | null;
}

/** Learns the prefixes of a report from its facts, axes and members. */
export function namesOf(facts: readonly XbrlFact[]): ReportNames {
  const namespaces = new Map<string, string>();
  const prefixes = new Map<string, string>();
  const learn = (prefix: string, namespace: string): void => {
    if (!namespaces.has(prefix)) namespaces.set(prefix, namespace);
    if (!prefixes.has(namespace)) prefixes.set(namespace, standardPrefix(namespace) ?? prefix);
  };
  const sets = new Set<XbrlFact['dimensions']>();
  for (const { prefix, namespace, dimensions } of facts) {
    learn(prefix, namespace);
    if (sets.has(dimensions)) continue;
    sets.add(dimensions);
    for (const { axis, axisNamespace, member, memberNamespace } of dimensions) {
      learn(splitName(axis).prefix, axisNamespace);
      if (memberNamespace !== null) learn(splitName(member).prefix, memberNamespace);
    }
  }
  const canonical = (prefix: string, namespace: string): string => prefixes.get(namespace) ?? prefix;
  const ofQualifiedName = (name: string): string => {
    const { prefix, localName } = splitName(name);
    const namespace = namespaces.get(prefix);
    return namespace === undefined ? name : join(canonical(prefix, namespace), localName);
  };
  // The longest first: one prefix may be the beginning of another.
  const known = [...namespaces.keys()].filter(prefix => prefix !== '').sort((a, b) => b.length - a.length);
  return {
    ofConcept: (prefix, namespace, localName) => join(canonical(prefix, namespace), localName),
    ofQualifiedName,
    ofElementId: id => {
      const prefix = known.find(value => id.startsWith(`${value}_`)) ?? unknownPrefixOf(id);
      return prefix === '' ? id : ofQualifiedName(`${prefix}:${id.slice(prefix.length + 1)}`);
    },
    prefixOf: namespace => prefixes.get(namespace) ?? standardPrefix(namespace),
  };
}

/**
 * The prefix of concepts of a standard taxonomy, for any year and any prefix in the document: `us-gaap`, `dei`, `srt`,
 * `ifrs-full`, `jppfs_cor`, `tse-ed-t`, `dart`, `bw2-titel9`, `fsa` … For the United Kingdom: `core`, `bus`, `direp`,
 * `common`, `countries` of the FRC since 2014, and of 2009 if the names are equal; `uk-gaap` and `uk-ifrs` for the core of
 * 2009; `pt`, `gcd`, `ci` and `ae` for 2004 and 2005. For Japan before 2014: `jppfs_cor` and `tse-ed-t` for lines of
 * statements and summaries, `jpfr-di` for information about the document. Null for the filer's own.
 */
export function standardPrefix(namespace: string): string | null {
  for (const pattern of STANDARD) {
    const prefix = pattern.exec(namespace)?.[1];
    if (prefix !== undefined) return prefix;
  }
  if (OLD_IFRS.test(namespace)) return 'ifrs-full';
  const exchange = EXCHANGE.exec(namespace);
  if (exchange !== null) return `tse-${exchange[1]}-${exchange[2]}`;
  return oldJapanesePrefix(namespace) ?? britishPrefix(namespace);
}

/** Names of statement lines (`t`) are unchanged today; information about the document (`o`) has names of its own. */
function oldJapanesePrefix(namespace: string): string | null {
  const edinet = OLD_EDINET.exec(namespace);
  if (edinet !== null) return edinet[1] === 't' ? 'jppfs_cor' : `jpfr-${edinet[2]}`;
  const [, kind, name, part] = OLD_EXCHANGE.exec(namespace) ?? [];
  if (kind === undefined) return null;
  if (kind === 't' && name === 'ed') return 'tse-ed-t';
  return kind === 't' ? `tse-t-${name}` : `tse-${part ?? 'o'}-${name}`;
}

function britishPrefix(namespace: string): string | null {
  const frc = FRC.exec(namespace);
  if (frc !== null) return shortName(frc[2] ?? frc[1] ?? '');
  const old = XBRL_UK.exec(namespace);
  if (old !== null) return oldName(old[1] ?? '', old[2] ?? '');
  if (ABBREVIATED.test(namespace)) return 'ae';
  return DETAILED_PROFIT.test(namespace) ? 'dpl' : null;
}

function shortName(name: string): string {
  return name === 'business' ? 'bus' : name.toLowerCase();
}

function oldName(folder: string, name: string): string {
  if (name === 'core') return `uk-${folder.replace(/\/$/, '').split('/').at(-1) ?? ''}`;
  return shortName(name);
}

/** Japanese prefixes have a low line themselves: `jppfs_cor`, `jpcrp030000-asr_E02367-000`. */
function unknownPrefixOf(id: string): string {
  return /^jp[a-z0-9-]+_(?:cor|[A-Z]\d{5}-\d{3})(?=_)/.exec(id)?.[0] ?? id.slice(0, Math.max(0, id.indexOf('_')));
}

function join(prefix: string, localName: string): string {
  return prefix === '' ? localName : `${prefix}:${localName}`;
}
