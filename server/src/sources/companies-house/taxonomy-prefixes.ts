/** `http://xbrl.frc.org.uk/fr/2019-01-01/core`, `…/FRS-102/2014-09-01`, `…/reports/2019-01-01/direp`. */
const FRC = /^https?:\/\/xbrl\.frc\.org\.uk\/([A-Za-z0-9-]+)\/\d{4}-\d{2}-\d{2}(?:\/([A-Za-z0-9-]+))?\/?$/;
/** `http://www.xbrl.org/uk/gaap/core/2009-09-01`, `…/uk/fr/gaap/pt/2004-12-01`: taxonomies before the FRC's. */
const XBRL_UK = /^https?:\/\/www\.xbrl\.org\/uk\/((?:[a-z]+\/)*)([a-z]+)\/\d{4}-\d{2}-\d{2}\/?$/;
/** Abbreviated accounts of Companies House, 2005 to 2009. */
const ABBREVIATED = /^https?:\/\/www\.companieshouse\.gov\.uk\/ef\/xbrl\/(?:uk\/fr\/)?gaap\/ae\/\d{4}-\d{2}-\d{2}\/?$/;
/** Detailed profit and loss of the tax authority. */
const DETAILED_PROFIT = /^https?:\/\/www\.hmrc\.gov\.uk\/schemas\/ct\/dpl\/\d{4}-\d{2}-\d{2}\/?$/;
const IFRS = /^https?:\/\/xbrl\.i(?:frs|asb)\.org\/taxonomy\/\d{4}-\d{2}-\d{2}\/(ifrs-[a-z]+)$/;

/**
 * The prefix under which concepts of a taxonomy are kept, whatever year it is of and whatever a document calls it:
 * `core`, `bus`, `direp`, `aurep`, `accrep`, `common`, `countries` … of the FRC since 2014 and, where they have the same
 * words, of 2009; `uk-gaap` and `uk-ifrs` for the core of 2009; `pt`, `gcd`, `ci` and `ae` for that of 2004 and 2005.
 * Null for all others.
 */
export function standardPrefix(namespace: string): string | null {
  const frc = FRC.exec(namespace);
  if (frc !== null) return shortName(frc[2] ?? frc[1] ?? '');
  const old = XBRL_UK.exec(namespace);
  if (old !== null) return oldName(old[1] ?? '', old[2] ?? '');
  if (ABBREVIATED.test(namespace)) return 'ae';
  if (DETAILED_PROFIT.test(namespace)) return 'dpl';
  return IFRS.exec(namespace)?.[1] ?? null;
}

function shortName(name: string): string {
  return name === 'business' ? 'bus' : name.toLowerCase();
}

function oldName(folder: string, name: string): string {
  if (name === 'core') return `uk-${folder.replace(/\/$/, '').split('/').at(-1) ?? ''}`;
  return shortName(name);
}
