import {
  type AlternateName,
  bareIssuer,
  type Issuer,
  type IssuerRelation,
} from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isLei } from '../../kernel/identifiers/check-digits.ts';
import { readTable } from '../kit/read-table.ts';
import { canonicalKeyOfLei, registeredNumber } from './identifiers.ts';
import type { IsinMapping, LeiName, LeiRecord, RelationshipRecord } from './records.ts';

/**
 * Names of entity legal forms (ISO 20275) by code and language, from the code list 1.4.1 (2023) that GLEIF publishes; `-` if
 * the list states no language.
 */
const formNames = Map.groupBy(readTable(new URL('./legal-forms.tsv', import.meta.url)), ([code]) => code ?? '');

/** The form has no code yet; the country's forms have no codes. */
const UNCODED = new Set(['8888', '9999']);

type Identifier = Issuer['identifiers'][number];

/**
 * An entity as an issuer. Its country is that of its law. `status` is the entity's: a lapsed registration does not mean that
 * the entity has ended.
 */
export function toIssuer(record: LeiRecord, log: AnomalyLog): Issuer {
  const former = record.otherNames.filter(name => name.type === 'PREVIOUS_LEGAL_NAME');
  return {
    ...issuerOfLei(record.lei),
    companyName: record.legalName.name,
    countryCode: record.jurisdiction?.slice(0, 2) ?? record.legalAddress?.country ?? null,
    legalForm: legalFormOf(record, log),
    status: record.entityStatus === 'ACTIVE' ? 'active' : 'inactive',
    identifiers: unique(identifiersOf(record, log)),
    alternateNames: record.otherNames.flatMap(name => toAlternateName(name, record.legalName)),
    formerNames: [...new Set(former.map(name => name.name))].map(companyName => ({ companyName, untilDate: null })),
    successorKey: successorKeyOf(record),
    postalCode: record.headquartersAddress?.postalCode ?? record.legalAddress?.postalCode ?? null,
  };
}

/** An issuer of which only the LEI is known. */
function issuerOfLei(lei: string): Issuer {
  return bareIssuer(canonicalKeyOfLei(lei), '', [{ scheme: 'lei', identifier: lei }]);
}

/** A bank has a hundred thousand certificates with ISINs. An issuer keeps this many; the rest are counted. */
const MAX_ISINS = 10_000;

/** An issuer with its ISINs. */
export function toIssuerOfIsins(lei: string, isins: readonly IsinMapping[], log: AnomalyLog): Issuer {
  const all = [...new Set(isins.map(isin => isin.isin))].sort();
  if (all.length > MAX_ISINS) {
    log.add('left_out', lei, `${all.length - MAX_ISINS} of ${all.length} ISINs`);
  }
  return { ...issuerOfLei(lei), isins: all.slice(0, MAX_ISINS) };
}

function legalFormOf({ lei, legalFormCode, otherLegalForm, legalName }: LeiRecord, log: AnomalyLog): string | null {
  if (legalFormCode === null) return otherLegalForm;
  if (!isLegalFormCode(legalFormCode)) log.add('unknown_legal_form', lei, legalFormCode);
  return legalFormName(legalFormCode, legalName.language) ?? otherLegalForm;
}

/** The name of a legal form, in the language of the entity's name if the list has it; null for unknown codes and those without a name. */
function legalFormName(code: string, language: string | null): string | null {
  const names = formNames.get(code) ?? [];
  const own = names.find(([, of]) => of === language?.slice(0, 2));
  return (own ?? names[0])?.[2] ?? null;
}

/** True if the list has the code, or the code states that there is none. */
function isLegalFormCode(code: string): boolean {
  return UNCODED.has(code) || formNames.has(code);
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
  ];
}

/** The kind of a name by its type in the registry. Former names are separate. */
function toAlternateName({ name, language, type }: LeiName, legalName: LeiName): AlternateName[] {
  if (name === legalName.name) return [];
  if (type === 'TRADING_OR_OPERATING_NAME') return [{ kind: 'trading', name }];
  if (type === 'ALTERNATIVE_LANGUAGE_LEGAL_NAME') {
    return [{ kind: language?.slice(0, 2) === 'en' ? 'english' : 'local', name }];
  }
  return type.endsWith('_TRANSLITERATED_LEGAL_NAME') ? [{ kind: 'romanised', name }] : [];
}

const RELATION_KINDS: ReadonlyMap<string, IssuerRelation['kind']> = new Map([
  ['IS_DIRECTLY_CONSOLIDATED_BY', 'parent'],
  ['IS_ULTIMATELY_CONSOLIDATED_BY', 'ultimate_parent'],
  ['IS_INTERNATIONAL_BRANCH_OF', 'head_office'],
  ['IS_FUND-MANAGED_BY', 'fund_manager'],
  ['IS_SUBFUND_OF', 'umbrella_fund'],
  ['IS_FEEDER_TO', 'master_fund'],
]);

/** An issuer with the entities that it belongs to; null if no relationship in force names one. */
export function toIssuerOfRelations(lei: string, relationships: readonly RelationshipRecord[]): Issuer | null {
  const relations = relationships.flatMap(({ type, endId, endType, status }): IssuerRelation[] => {
    const kind = RELATION_KINDS.get(type);
    const isInForce = status !== 'INACTIVE' && (endType === 'LEI' || endType === '') && isLei(endId);
    return kind === undefined || !isInForce ? [] : [{ kind, relatedKey: canonicalKeyOfLei(endId) }];
  });
  return relations.length === 0 ? null : { ...issuerOfLei(lei), relations };
}

function unique(identifiers: readonly Identifier[]): Identifier[] {
  return [
    ...new Map(identifiers.map(identifier => [`${identifier.scheme}:${identifier.identifier}`, identifier])).values(),
  ];
}

/**
 * The key of the entity that succeeded another; null if there is none, if there are several (a division), or if it has no
 * LEI.
 */
export function successorKeyOf({ lei, successors }: LeiRecord): string | null {
  const [only, second] = successors;
  const successor = only?.lei ?? null;
  if (second !== undefined || successor === null || !isLei(successor) || successor === lei) return null;
  return canonicalKeyOfLei(successor);
}
