import { isJsonObject, type JsonObject, listOf, objectOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isIsin, isLei } from '../../kernel/identifiers/check-digits.ts';
import { dayOrNull, instantOrNull, textOrNull } from './field-values.ts';
import { readResponse } from './read-response.ts';
import {
  type IsinMapping,
  type LeiAddress,
  type LeiName,
  type LeiRecord,
  type LeiRecords,
  noRecords,
  type RelationshipRecord,
  type ReportingException,
} from './records.ts';

/** The content of an API response about any kind of resource; `total` and `lastPage` as in {@link readResponse}. */
export function parseResponse(bytes: Buffer, log: AnomalyLog): LeiRecords & { total: number | null; lastPage: number } {
  const { data, total, lastPage, damage } = readResponse(bytes, log);
  const found = { ...noRecords(), damage, total, lastPage };
  for (const [at, resource] of data.entries()) {
    const attributes = objectOf(resource.attributes);
    const place = data.length > 1 ? `data[${at}]` : 'data';
    addResource(found, textOrNull(resource.type) ?? '', attributes, place, log);
  }
  return found;
}

function addResource(found: LeiRecords, type: string, attributes: JsonObject, place: string, log: AnomalyLog): void {
  if (type === 'lei-records') add(found.records, toRecord(attributes, place, log));
  else if (type === 'relationship-records') add(found.relationships, toRelationship(attributes, place, log));
  else if (type === 'reporting-exceptions') add(found.exceptions, toException(attributes, place, log));
  else if (type === 'isins') add(found.isins, toIsin(attributes, place, log));
  else log.add('unexpected_document', place, `a resource of type ${type}`);
}

function add<T>(list: T[], item: T | null): void {
  if (item !== null) list.push(item);
}

function toRecord(attributes: JsonObject, place: string, log: AnomalyLog): LeiRecord | null {
  const entity = objectOf(attributes.entity);
  const registration = objectOf(attributes.registration);
  const lei = leiOf(attributes.lei, place, log);
  const legalName = toName(entity.legalName, 'LEGAL_NAME');
  if (lei === null) return null;
  if (legalName === null) {
    log.add('bad_row', place, `${lei} has no legal name`);
    return null;
  }
  const others = [...listOf(entity.otherNames), ...listOf(entity.transliteratedOtherNames)];
  const expiration = objectOf(entity.expiration);
  return {
    lei,
    legalName,
    otherNames: others.flatMap(candidate => toName(candidate, textOrNull(objectOf(candidate).type) ?? '') ?? []),
    legalAddress: toAddress(entity.legalAddress),
    headquartersAddress: toAddress(entity.headquartersAddress),
    registeredAt: textOrNull(objectOf(entity.registeredAt).id),
    registeredAs: textOrNull(entity.registeredAs),
    jurisdiction: textOrNull(entity.jurisdiction),
    category: textOrNull(entity.category),
    legalFormCode: textOrNull(objectOf(entity.legalForm).id),
    otherLegalForm: textOrNull(objectOf(entity.legalForm).other),
    entityStatus: textOrNull(entity.status),
    expirationDate: dayOrNull(expiration.date, `${place}.expiration`, log),
    expirationReason: textOrNull(expiration.reason),
    successors: successorsOf(entity),
    registrationStatus: textOrNull(registration.status),
    lastUpdate: instantOrNull(registration.lastUpdateDate, `${place}.lastUpdateDate`, log),
    managingLou: textOrNull(registration.managingLou),
    bics: textsOf(attributes.bic),
    mics: textsOf(attributes.mic),
    openCorporatesId: textOrNull(attributes.ocid),
    capitalIqIds: textsOf(attributes.spglobal),
    qcc: textOrNull(attributes.qcc),
  };
}

function toName(value: unknown, type: string): LeiName | null {
  const { name, language } = objectOf(value);
  const text = textOrNull(name);
  return text === null ? null : { name: text, language: textOrNull(language), type };
}

function toAddress(value: unknown): LeiAddress | null {
  if (!isJsonObject(value)) return null;
  return {
    lines: textsOf(value.addressLines),
    city: textOrNull(value.city),
    region: textOrNull(value.region),
    country: textOrNull(value.country),
    postalCode: textOrNull(value.postalCode),
  };
}

/** Older responses have one `successorEntity`, newer ones a list too. */
function successorsOf(entity: JsonObject): LeiRecord['successors'] {
  const all = [...listOf(entity.successorEntities), entity.successorEntity].map(item => {
    const { lei, name } = objectOf(item);
    return { lei: textOrNull(lei), name: textOrNull(name) };
  });
  const stated = all.filter(item => item.lei !== null || item.name !== null);
  return [...new Map(stated.map(item => [item.lei ?? item.name, item])).values()];
}

function textsOf(value: unknown): string[] {
  return listOf(value).flatMap(item => textOrNull(item) ?? []);
}

function toRelationship(attributes: JsonObject, place: string, log: AnomalyLog): RelationshipRecord | null {
  const relationship = objectOf(attributes.relationship);
  const registration = objectOf(attributes.registration);
  const startLei = leiOf(objectOf(relationship.startNode).id, place, log);
  const endId = textOrNull(objectOf(relationship.endNode).id);
  const type = textOrNull(relationship.type);
  if (startLei === null) return null;
  if (endId === null || type === null) {
    log.add('bad_row', place, `the relationship of ${startLei} has no end or no type`);
    return null;
  }
  return {
    startLei,
    endId,
    endType: textOrNull(objectOf(relationship.endNode).type) ?? '',
    type,
    status: textOrNull(relationship.status) ?? '',
    periods: listOf(relationship.periods).map((period, at) => {
      const { type: kind, startDate, endDate } = objectOf(period);
      const where = `${place}.periods[${at}]`;
      return {
        type: textOrNull(kind) ?? '',
        start: dayOrNull(startDate, where, log),
        end: dayOrNull(endDate, where, log),
      };
    }),
    registrationStatus: textOrNull(registration.status),
    lastUpdate: instantOrNull(registration.lastUpdateDate, `${place}.lastUpdateDate`, log),
  };
}

function toException(attributes: JsonObject, place: string, log: AnomalyLog): ReportingException | null {
  const lei = leiOf(attributes.lei, place, log);
  const category = textOrNull(attributes.category);
  const reason = textOrNull(attributes.reason);
  const reference = textOrNull(attributes.reference);
  if (lei === null) return null;
  if (category === null || reason === null) {
    log.add('bad_row', place, `the exception of ${lei} has no category or no reason`);
    return null;
  }
  return { lei, category, reasons: [reason], references: reference === null ? [] : [reference] };
}

function toIsin(attributes: JsonObject, place: string, log: AnomalyLog): IsinMapping | null {
  const lei = leiOf(attributes.lei, place, log);
  const isin = textOrNull(attributes.isin) ?? '';
  if (lei === null) return null;
  if (isIsin(isin)) return { lei, isin };
  log.add('bad_identifier', place, `ISIN ${isin}`);
  return null;
}

function leiOf(value: unknown, place: string, log: AnomalyLog): string | null {
  const lei = textOrNull(value)?.toUpperCase() ?? '';
  if (isLei(lei)) return lei;
  log.add('bad_identifier', place, `LEI ${lei}`);
  return null;
}
