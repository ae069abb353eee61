import { isLei } from '../../kernel/check-digits.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { Issuer } from '../../model/issuer.ts';
import { canonicalKeyOfLei, registeredNumber } from './identifiers.ts';
import { isLegalFormCode, legalFormName } from './legal-forms.ts';
import type { IsinMapping, LeiName, LeiRecord } from './records.ts';

type Identifier = Issuer['identifiers'][number];

/**
 * An entity as an issuer. Its country is the one under whose law it stands; a lapsed registration says nothing of whether
 * it exists, so `status` goes by the entity. Names other than former ones are identifiers (`name_en`, `name_local`,
 * `name_romanised`, `name_trading`).
 */
export function toIssuer(record: LeiRecord, log: AnomalyLog): Issuer {
  const former = record.otherNames.filter(one => one.type === 'PREVIOUS_LEGAL_NAME');
  return {
    ...bareIssuer(record.lei),
    companyName: record.legalName.name,
    countryCode: record.jurisdiction?.slice(0, 2) ?? record.legalAddress?.country ?? null,
    legalForm: legalFormOf(record, log),
    status: record.entityStatus === 'ACTIVE' ? 'active' : 'inactive',
    identifiers: unique(identifiersOf(record, log)),
    formerNames: [...new Set(former.map(one => one.name))].map(companyName => ({ companyName, untilDate: null })),
  };
}

/** An entity of which only the LEI is known. */
function bareIssuer(lei: string): Issuer {
  return {
    canonicalKey: canonicalKeyOfLei(lei),
    companyName: '',
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers: [{ scheme: 'lei', identifier: lei }],
    formerNames: [],
    listings: [],
  };
}

/** A bank has a hundred thousand certificates, each with an ISIN: so many stand with an issuer, the rest are counted. */
const MOST_ISINS = 1_000;

/** An entity with its securities, as far as they can stand with it. */
export function toIssuerOfIsins(lei: string, isins: readonly IsinMapping[], log: AnomalyLog): Issuer {
  const all = [...new Set(isins.map(one => one.isin))].sort();
  if (all.length > MOST_ISINS) {
    log.add('left_out', lei, `${all.length - MOST_ISINS} of ${all.length} ISINs`);
  }
  const issuer = bareIssuer(lei);
  const kept = all.slice(0, MOST_ISINS).map(identifier => ({ scheme: 'isin', identifier }));
  return { ...issuer, identifiers: [...issuer.identifiers, ...kept] };
}

function legalFormOf({ lei, legalFormCode, otherLegalForm, legalName }: LeiRecord, log: AnomalyLog): string | null {
  if (legalFormCode === null) return otherLegalForm;
  if (!isLegalFormCode(legalFormCode)) log.add('unknown_legal_form', lei, legalFormCode);
  return legalFormName(legalFormCode, legalName.language) ?? otherLegalForm;
}

const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

function identifiersOf(record: LeiRecord, log: AnomalyLog): Identifier[] {
  const number = registeredNumber(record.registeredAt, record.registeredAs, record.jurisdiction);
  const bics = record.bics.filter(bic => {
    if (BIC.test(bic)) return true;
    log.add('bad_identifier', record.lei, `BIC ${bic}`);
    return false;
  });
  return [
    { scheme: 'lei', identifier: record.lei },
    ...(number === null ? [] : [number]),
    ...bics.map(identifier => ({ scheme: 'bic', identifier })),
    ...record.mics.map(identifier => ({ scheme: 'mic', identifier })),
    ...(record.openCorporatesId === null ? [] : [{ scheme: 'opencorporates', identifier: record.openCorporatesId }]),
    ...record.otherNames.flatMap(one => toNameIdentifier(one, record.legalName)),
  ];
}

/** Schemes of names by their types in the registry; former names have a place of their own. */
function toNameIdentifier({ name, language, type }: LeiName, legalName: LeiName): Identifier[] {
  if (name === legalName.name) return [];
  if (type === 'TRADING_OR_OPERATING_NAME') return [{ scheme: 'name_trading', identifier: name }];
  if (type === 'ALTERNATIVE_LANGUAGE_LEGAL_NAME') {
    return [{ scheme: language?.slice(0, 2) === 'en' ? 'name_en' : 'name_local', identifier: name }];
  }
  return type.endsWith('_TRANSLITERATED_LEGAL_NAME') ? [{ scheme: 'name_romanised', identifier: name }] : [];
}

function unique(identifiers: readonly Identifier[]): Identifier[] {
  return [...new Map(identifiers.map(one => [`${one.scheme}:${one.identifier}`, one])).values()];
}

/**
 * The key of the entity that took an entity's place; null where there is none, or several (a division), or one without an
 * LEI.
 */
export function successorKeyOf({ lei, successors }: LeiRecord): string | null {
  const [only, second] = successors;
  const successor = only?.lei ?? null;
  if (second !== undefined || successor === null || !isLei(successor) || successor === lei) return null;
  return canonicalKeyOfLei(successor);
}
