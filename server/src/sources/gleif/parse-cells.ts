import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isIsin, isLei } from '../../kernel/identifiers/check-digits.ts';
import type { GoldenCopyContent } from './addresses.ts';
import type { Cells } from './csv-rows.ts';
import { dayOrNull, instantOrNull, textOrNull } from './field-values.ts';
import type { LeiAddress, LeiName, LeiRecord, LeiRecords, RelationshipRecord, ReportingException } from './records.ts';

/** The columns that a table of each kind must have. */
export const REQUIRED_COLUMNS: Readonly<Record<GoldenCopyContent, readonly string[]>> = {
  lei2: ['LEI', 'Entity.LegalName'],
  rr: ['Relationship.StartNode.NodeID', 'Relationship.EndNode.NodeID', 'Relationship.RelationshipType'],
  repex: ['LEI', 'Exception.Category'],
  'lei-isin': ['LEI', 'ISIN'],
};

/** Adds the record of a row of a golden copy table (CSV, columns named by the paths of the XML). Incomplete rows are `bad_row`. */
export function addCells(found: LeiRecords, kind: GoldenCopyContent, cells: Cells, log: AnomalyLog): void {
  const lei = leiOfCells(kind, cells);
  if (lei === null) {
    log.add('bad_identifier', kind, JSON.stringify(cells).slice(0, 200));
    return;
  }
  if (kind === 'lei2') addRecord(found, lei, cells, log);
  else if (kind === 'rr') addRelationship(found, lei, cells, log);
  else if (kind === 'repex') addException(found, lei, cells, log);
  else if (isIsin(cells.ISIN ?? '')) found.isins.push({ lei, isin: cells.ISIN ?? '' });
  else log.add('bad_identifier', lei, `ISIN ${cells.ISIN ?? ''}`);
}

/** The LEI that a row is about; null if it is missing or has wrong check digits. */
export function leiOfCells(kind: GoldenCopyContent, cells: Cells): string | null {
  const lei = (cells[kind === 'rr' ? 'Relationship.StartNode.NodeID' : 'LEI'] ?? '').trim().toUpperCase();
  return isLei(lei) ? lei : null;
}

function addRecord(found: LeiRecords, lei: string, cells: Cells, log: AnomalyLog): void {
  const [legalName] = namesAt(cells, 'Entity.LegalName', 'LEGAL_NAME');
  if (legalName === undefined) log.add('bad_row', lei, 'no legal name');
  else found.records.push(toRecord(lei, legalName, cells, log));
}

function toRecord(lei: string, legalName: LeiName, cells: Cells, log: AnomalyLog): LeiRecord {
  const text = (column: string): string | null => textOrNull(cells[column]);
  return {
    lei,
    legalName,
    otherNames: [
      ...numbered(cells, 'Entity.OtherEntityNames.OtherEntityName'),
      ...numbered(cells, 'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName'),
    ].flatMap(column => namesAt(cells, column, cells[`${column}.type`] ?? '')),
    legalAddress: addressAt(cells, 'Entity.LegalAddress'),
    headquartersAddress: addressAt(cells, 'Entity.HeadquartersAddress'),
    registeredAt: text('Entity.RegistrationAuthority.RegistrationAuthorityID'),
    registeredAs: text('Entity.RegistrationAuthority.RegistrationAuthorityEntityID'),
    jurisdiction: text('Entity.LegalJurisdiction'),
    category: text('Entity.EntityCategory'),
    legalFormCode: text('Entity.LegalForm.EntityLegalFormCode'),
    otherLegalForm: text('Entity.LegalForm.OtherLegalForm'),
    entityStatus: text('Entity.EntityStatus'),
    expirationDate: dayOrNull(cells['Entity.EntityExpirationDate'], `${lei} EntityExpirationDate`, log),
    expirationReason: text('Entity.EntityExpirationReason'),
    successors: PLACES.map(place => ({
      lei: text(`Entity.SuccessorEntity.${place}.SuccessorLEI`),
      name: text(`Entity.SuccessorEntity.${place}.SuccessorEntityName`),
    })).filter(item => item.lei !== null || item.name !== null),
    registrationStatus: text('Registration.RegistrationStatus'),
    lastUpdate: instantOrNull(cells['Registration.LastUpdateDate'], `${lei} LastUpdateDate`, log),
    managingLou: text('Registration.ManagingLOU'),
    bics: [],
    mics: [],
    openCorporatesId: null,
    capitalIqIds: [],
    qcc: null,
  };
}

/** The tables number repeated fields from 1 to 5. */
const PLACES = [1, 2, 3, 4, 5] as const;

function numbered(cells: Cells, path: string): string[] {
  return PLACES.map(place => `${path}.${place}`).filter(column => cells[column] !== undefined);
}

function namesAt(cells: Cells, column: string, type: string): LeiName[] {
  const name = textOrNull(cells[column]);
  return name === null ? [] : [{ name, language: textOrNull(cells[`${column}.xmllang`]), type }];
}

function addressAt(cells: Cells, path: string): LeiAddress | null {
  const text = (part: string): string | null => textOrNull(cells[`${path}.${part}`]);
  const lines = [
    text('FirstAddressLine'),
    ...numbered(cells, `${path}.AdditionalAddressLine`).map(value => textOrNull(cells[value])),
  ];
  if (lines[0] === null && text('Country') === null) return null;
  return {
    lines: lines.filter(line => line !== null),
    city: text('City'),
    region: text('Region'),
    country: text('Country'),
    postalCode: text('PostalCode'),
  };
}

function addRelationship(found: LeiRecords, startLei: string, cells: Cells, log: AnomalyLog): void {
  const endId = textOrNull(cells['Relationship.EndNode.NodeID']);
  const type = textOrNull(cells['Relationship.RelationshipType']);
  if (endId === null || type === null) {
    log.add('bad_row', startLei, 'a relationship without end or type');
    return;
  }
  const where = `${startLei} ${type}`;
  const record: RelationshipRecord = {
    startLei,
    endId,
    endType: cells['Relationship.EndNode.NodeIDType'] ?? '',
    type,
    status: cells['Relationship.RelationshipStatus'] ?? '',
    periods: PLACES.flatMap(place => {
      const path = `Relationship.Period.${place}`;
      const kind = cells[`${path}.periodType`];
      if (kind === undefined) return [];
      const day = (column: string) => dayOrNull(cells[`${path}.${column}`], where, log);
      return [{ type: kind, start: day('startDate'), end: day('endDate') }];
    }),
    registrationStatus: textOrNull(cells['Registration.RegistrationStatus']),
    lastUpdate: instantOrNull(cells['Registration.LastUpdateDate'], where, log),
  };
  found.relationships.push(record);
}

function addException(found: LeiRecords, lei: string, cells: Cells, log: AnomalyLog): void {
  const textsAt = (path: string): string[] => numbered(cells, path).flatMap(column => textOrNull(cells[column]) ?? []);
  const category = textOrNull(cells['Exception.Category']);
  const reasons = textsAt('Exception.Reason');
  if (category === null || reasons.length === 0) {
    log.add('bad_row', lei, 'an exception without category or reason');
    return;
  }
  const exception: ReportingException = { lei, category, reasons, references: textsAt('Exception.Reference') };
  found.exceptions.push(exception);
}
