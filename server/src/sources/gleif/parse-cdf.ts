import { type XmlElement, XmlElementBuilder } from '../../formats/xbrl/xml-element.ts';
import { readXml } from '../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isLei } from '../../kernel/identifiers/check-digits.ts';
import { dayOrNull, instantOrNull, textOrNull } from './field-values.ts';
import {
  type LeiAddress,
  type LeiName,
  type LeiRecord,
  type LeiRecords,
  noRecords,
  type RelationshipRecord,
  type ReportingException,
} from './records.ts';

const RECORD_NAMES = new Set(['LEIRecord', 'RelationshipRecord', 'Exception']);

/**
 * Records in the registry's common data formats: LEI-CDF 3.1, RR-CDF 2.1 and Reporting Exceptions 2.1, whole files or the
 * records of one entity (without a root). Elements are matched by local name: prefixes and namespace versions differ. The
 * record count of the header is checked (`record_count`). Damaged text gives the records before the damage.
 */
export function parseCdf(text: string, log: AnomalyLog): LeiRecords {
  const found = noRecords();
  let builder: XmlElementBuilder | null = null;
  let promised: number | null = null;
  let count: string | null = null;
  const source = /^\s*<\?xml/.test(text) ? text : rootedShare(text);
  const faults = readXml(
    { name: '', source },
    {
      open: tag => {
        const { localName, attributes, language } = tag;
        const whole =
          language === null ? tag : { ...tag, attributes: new Map([...attributes, ['xml:lang', language]]) };
        if (builder !== null) builder.open(whole);
        else if (RECORD_NAMES.has(localName)) builder = new XmlElementBuilder(whole);
        else if (localName === 'RecordCount') count = '';
      },
      text: piece => {
        builder?.text(piece);
        if (count !== null && count.length < 20) count += piece;
      },
      close: () => {
        if (builder === null) {
          if (count !== null) promised = Number(count);
          count = null;
          return;
        }
        if (builder.isCut) log.add('bad_row', '', 'a record exceeds the size limit and is cut');
        const element = builder.close();
        if (element === null) return;
        addRecord(found, element, log);
        builder = null;
      },
    },
  );
  for (const { kind, locator, detail } of faults) log.add(kind, locator, detail);
  if (faults.length > 0) found.damage = 'not_well_formed';
  checkCount(found, promised, log);
  return found;
}

/** Elements cut out of a file lack its root, which may declare their prefixes. */
function rootedShare(text: string): string {
  const prefixes = new Set(Array.from(text.matchAll(/<([A-Za-z][\w.-]{0,30}):/g), match => match[1] ?? ''));
  const declared = [...prefixes].map(prefix => ` xmlns:${prefix}="${prefix}"`).join('');
  return `<share${declared}>${text}</share>`;
}

function checkCount(found: LeiRecords, promised: number | null, log: AnomalyLog): void {
  const read = found.records.length + found.relationships.length + found.exceptions.length;
  if (promised === null || promised === read) return;
  log.add('record_count', 'RecordCount', `the file states ${promised} records, ${read} were read`);
}

function addRecord(found: LeiRecords, element: XmlElement, log: AnomalyLog): void {
  if (element.localName === 'LEIRecord') add(found.records, toRecord(element, log));
  else if (element.localName === 'RelationshipRecord') add(found.relationships, toRelationship(element, log));
  else add(found.exceptions, toException(element, log));
}

function add<T>(list: T[], item: T | null): void {
  if (item !== null) list.push(item);
}

/** The first element at a path of local names. */
function at(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find(child => child.localName === name);
  return found;
}

function all(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter(child => child.localName === name) ?? [];
}

function textAt(element: XmlElement | undefined, ...path: string[]): string | null {
  return textOrNull(at(element, ...path)?.text);
}

function toRecord(element: XmlElement, log: AnomalyLog): LeiRecord | null {
  const lei = leiAt(element, log, 'LEI');
  if (lei === null) return null;
  const entity = at(element, 'Entity');
  const registration = at(element, 'Registration');
  const legalName = toName(at(entity, 'LegalName'), 'LEGAL_NAME');
  if (legalName === null) {
    log.add('bad_row', lei, 'no legal name');
    return null;
  }
  return {
    lei,
    legalName,
    otherNames: [
      ...all(at(entity, 'OtherEntityNames'), 'OtherEntityName'),
      ...all(at(entity, 'TransliteratedOtherEntityNames'), 'TransliteratedOtherEntityName'),
    ].flatMap(xmlElement => toName(xmlElement, xmlElement.attributes.get('type') ?? '') ?? []),
    legalAddress: toAddress(at(entity, 'LegalAddress')),
    headquartersAddress: toAddress(at(entity, 'HeadquartersAddress')),
    registeredAt: textAt(entity, 'RegistrationAuthority', 'RegistrationAuthorityID'),
    registeredAs: textAt(entity, 'RegistrationAuthority', 'RegistrationAuthorityEntityID'),
    jurisdiction: textAt(entity, 'LegalJurisdiction'),
    category: textAt(entity, 'EntityCategory'),
    legalFormCode: textAt(entity, 'LegalForm', 'EntityLegalFormCode'),
    otherLegalForm: textAt(entity, 'LegalForm', 'OtherLegalForm'),
    entityStatus: textAt(entity, 'EntityStatus'),
    expirationDate: dayOrNull(textAt(entity, 'EntityExpirationDate'), `${lei} EntityExpirationDate`, log),
    expirationReason: textAt(entity, 'EntityExpirationReason'),
    successors: all(entity, 'SuccessorEntity')
      .map(xmlElement => ({ lei: textAt(xmlElement, 'SuccessorLEI'), name: textAt(xmlElement, 'SuccessorEntityName') }))
      .filter(item => item.lei !== null || item.name !== null),
    registrationStatus: textAt(registration, 'RegistrationStatus'),
    lastUpdate: instantOrNull(textAt(registration, 'LastUpdateDate'), `${lei} LastUpdateDate`, log),
    managingLou: textAt(registration, 'ManagingLOU'),
    ...WITHOUT_MAPPINGS,
  };
}

const WITHOUT_MAPPINGS = { bics: [], mics: [], openCorporatesId: null, capitalIqIds: [], qcc: null };

function toName(element: XmlElement | undefined, type: string): LeiName | null {
  const name = textOrNull(element?.text);
  return name === null ? null : { name, language: textOrNull(element?.attributes.get('xml:lang')), type };
}

function toAddress(element: XmlElement | undefined): LeiAddress | null {
  if (element === undefined) return null;
  const lines = [...all(element, 'FirstAddressLine'), ...all(element, 'AdditionalAddressLine')];
  return {
    lines: lines.flatMap(line => textOrNull(line.text) ?? []),
    city: textAt(element, 'City'),
    region: textAt(element, 'Region'),
    country: textAt(element, 'Country'),
    postalCode: textAt(element, 'PostalCode'),
  };
}

function toRelationship(element: XmlElement, log: AnomalyLog): RelationshipRecord | null {
  const relationship = at(element, 'Relationship');
  const startLei = leiAt(relationship, log, 'StartNode', 'NodeID');
  const endId = textAt(relationship, 'EndNode', 'NodeID');
  const type = textAt(relationship, 'RelationshipType');
  if (startLei === null) return null;
  if (endId === null || type === null) {
    log.add('bad_row', startLei, 'a relationship without end or type');
    return null;
  }
  const where = `${startLei} ${type}`;
  return {
    startLei,
    endId,
    endType: textAt(relationship, 'EndNode', 'NodeIDType') ?? '',
    type,
    status: textAt(relationship, 'RelationshipStatus') ?? '',
    periods: all(at(relationship, 'RelationshipPeriods'), 'RelationshipPeriod').map(period => ({
      type: textAt(period, 'PeriodType') ?? '',
      start: dayOrNull(textAt(period, 'StartDate'), where, log),
      end: dayOrNull(textAt(period, 'EndDate'), where, log),
    })),
    registrationStatus: textAt(element, 'Registration', 'RegistrationStatus'),
    lastUpdate: instantOrNull(textAt(element, 'Registration', 'LastUpdateDate'), where, log),
  };
}

function toException(element: XmlElement, log: AnomalyLog): ReportingException | null {
  const lei = leiAt(element, log, 'LEI');
  const category = textAt(element, 'ExceptionCategory');
  const reasons = all(element, 'ExceptionReason').flatMap(xmlElement => textOrNull(xmlElement.text) ?? []);
  if (lei === null) return null;
  if (category === null || reasons.length === 0) {
    log.add('bad_row', lei, 'an exception without category or reason');
    return null;
  }
  const references = all(element, 'ExceptionReference').flatMap(xmlElement => textOrNull(xmlElement.text) ?? []);
  return { lei, category, reasons, references };
}

function leiAt(element: XmlElement | undefined, log: AnomalyLog, ...path: string[]): string | null {
  const lei = textAt(element, ...path)?.toUpperCase() ?? '';
  if (isLei(lei)) return lei;
  log.add('bad_identifier', path.join('/'), `LEI ${lei}`);
  return null;
}
