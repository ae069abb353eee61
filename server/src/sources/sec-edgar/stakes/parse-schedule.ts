import type { DisclosedStake, StakeReport } from '../../../domain/ownership/holders/model/disclosed-stake.ts';
import type { XmlElement } from '../../../formats/xbrl/xml-element.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import { truncate } from '../../../kernel/text/surrogate-pairs.ts';
import { baseForm, isAmendment } from '../filings/form-categories.ts';
import { cik10 } from '../identifiers.ts';
import { kindOfOwner, signedOrder } from '../ownership/owner-names.ts';
import { childOf, childrenOf, readXmlRoot, wordsOf } from '../ownership/xml-values.ts';
import { cusipOf, isExit, type KnownHolders, readHolder } from './stake-values.ts';

/** A schedule with the issuer that it names. */
export interface ScheduleDocument {
  report: StakeReport;
  /** Ten digits; null if not stated. */
  issuerCik: string | null;
  issuerName: string | null;
}

const SCHEDULES = { 'SCHEDULE 13D': '13D', 'SCHEDULE 13G': '13G' } as const;
/** No group has hundreds of members: longer lists are truncated. */
const MAX_HOLDERS = 200;
const MAX_PURPOSE_CHARACTERS = 20_000;

/**
 * Schedules 13D and 13G in XML (from 2024-12-18 on), of every version of their schemas, which use different names for the
 * same fields. Null if the document is another form. Damage is reported, and readable content is kept.
 */
export function parseSchedule(
  document: { fileName: string; source: string; accession: string; known: KnownHolders },
  log: AnomalyLog,
): ScheduleDocument | null {
  const root = readXmlRoot(document, 'edgarSubmission', log);
  if (root === null) return null;
  const header = childOf(root, 'headerData');
  const form = wordsOf(childOf(header, 'submissionType')) ?? '';
  const schedule = SCHEDULES[baseForm(form) as keyof typeof SCHEDULES];
  if (schedule === undefined) return null;
  const data = childOf(root, 'formData');
  const cover = childOf(data, 'coverPageHeader');
  const issuer = childOf(cover, 'issuerInfo');
  const persons = allOf(data, schedule === '13D' ? 'reportingPersonInfo' : 'coverPageHeaderReportingPersonDetails');
  if (persons.length === 0) log.add('no_reporting_person', document.fileName, form);
  if (persons.length > MAX_HOLDERS) log.add('too_many_holders', document.fileName, `${persons.length} persons`);
  const filer = childOf(childOf(childOf(childOf(header, 'filerInfo'), 'filer'), 'filerCredentials'), 'cik');
  const context: PersonContext = {
    ...document,
    filerCik: persons.length === 1 ? cik10(wordsOf(filer)) : null,
    signatures: signaturesOf(data),
    log,
  };
  const stakes = persons.slice(0, MAX_HOLDERS).map((person, at) => readPerson(person, at + 1, context));
  const box = wordsOf(childOf(childOf(childOf(data, 'items'), 'item5'), 'classOwnership5PercentOrLess'));
  const report: StakeReport = {
    schedule,
    isAmendment: isAmendment(form),
    amendmentNumber: wholeOf(wordsOf(childOf(cover, 'amendmentNo')) ?? wordsOf(childOf(header, 'amendmentNo'))),
    eventDate: dayOf(firstWords(cover, ['dateOfEvent', 'eventDateRequiresFilingThisStatement']), log),
    securityTitle: wordsOf(childOf(cover, 'securitiesClassTitle')),
    cusips: cusipsOf(issuer, log),
    rules: childrenOf(
      childOf(cover, 'designateRulesPursuantThisScheduleFiled'),
      'designateRulePursuantThisScheduleFiled',
    ).flatMap(rule => wordsOf(rule) ?? []),
    isExit: box === 'Y' || isExit(stakes),
    purpose: purposeOf(data),
    confidence: 1,
    stakes,
  };
  return {
    report,
    issuerCik: cik10(firstWords(issuer, ['issuerCik', 'issuerCIK'])),
    issuerName: wordsOf(childOf(issuer, 'issuerName')),
  };
}

interface PersonContext {
  accession: string;
  known: KnownHolders;
  /** The filer, if only one person reports; ten digits. */
  filerCik: string | null;
  signatures: readonly string[];
  log: AnomalyLog;
}

function readPerson(person: XmlElement, place: number, context: PersonContext): DisclosedStake {
  const { accession, known, filerCik, signatures, log } = context;
  const at = `holder ${place}`;
  const number = (text: string | null): string | null => numberOf(text, at, log);
  const nameAsFiled = wordsOf(childOf(person, 'reportingPersonName'));
  if (nameAsFiled === null) log.add('holder_without_name', at, '');
  const holderTypes = childrenOf(person, 'typeOfReportingPerson').flatMap(type => wordsOf(type) ?? []);
  const stated = cik10(wordsOf(childOf(person, 'reportingPersonCIK')));
  const holder = readHolder({ accession, place, nameAsFiled, cik: stated ?? filerCik, known });
  const kind = kindOf(nameAsFiled ?? '', holderTypes);
  const powers = childOf(person, 'reportingPersonBeneficiallyOwnedNumberOfShares') ?? person;
  return {
    place,
    ...holder,
    name: kind === 'person' ? signedOrder(holder.nameAsFiled, signatures) : holder.nameAsFiled,
    kind,
    holderTypes,
    shares: number(
      firstWords(person, ['aggregateAmountOwned', 'reportingPersonBeneficiallyOwnedAggregateNumberOfShares']),
    ),
    percent: number(firstWords(person, ['percentOfClass', 'classPercent'])),
    votingSole: number(wordsOf(childOf(powers, 'soleVotingPower'))),
    votingShared: number(wordsOf(childOf(powers, 'sharedVotingPower'))),
    dispositiveSole: number(wordsOf(childOf(powers, 'soleDispositivePower'))),
    dispositiveShared: number(wordsOf(childOf(powers, 'sharedDispositivePower'))),
  };
}

/** The form has a code for individuals; without a code the name decides. */
function kindOf(name: string, types: readonly string[]): DisclosedStake['kind'] {
  if (types.includes('IN')) return 'person';
  return types.length > 0 ? 'institution' : kindOfOwner(name, false, false);
}

function signaturesOf(data: XmlElement | undefined): string[] {
  const signers = [
    ...childrenOf(childOf(data, 'signatureInfo'), 'signaturePerson'),
    ...childrenOf(data, 'signatureInformation'),
  ];
  return signers.flatMap(signer =>
    childrenOf(signer, 'signatureDetails').flatMap(details => wordsOf(childOf(details, 'signature')) ?? []),
  );
}

/** One element until 2026-03, then a list. */
function cusipsOf(issuer: XmlElement | undefined, log: AnomalyLog): string[] {
  const listed = childrenOf(childOf(issuer, 'issuerCusips'), 'issuerCusipNumber').flatMap(
    child => wordsOf(child) ?? [],
  );
  const alone = firstWords(issuer, ['issuerCusip', 'issuerCUSIP']);
  const stated = [...listed, ...(alone === null ? [] : [alone])];
  return [...new Set(stated.flatMap(text => cusipOf(text, log) ?? []))];
}

function purposeOf(data: XmlElement | undefined): string | null {
  const purpose = childOf(childOf(childOf(data, 'items1To7'), 'item4'), 'transactionPurpose')?.text.trim() ?? '';
  return purpose === '' ? null : truncate(purpose.replace(/\r\n?/g, '\n'), MAX_PURPOSE_CHARACTERS);
}

/** At any depth: after a missing end tag all following elements are nested. */
function allOf(element: XmlElement | undefined, name: string): XmlElement[] {
  if (element === undefined) return [];
  return element.children.flatMap(child => (child.localName === name ? [child] : allOf(child, name)));
}

function firstWords(element: XmlElement | undefined, names: readonly string[]): string | null {
  return names.map(name => wordsOf(childOf(element, name))).find(words => words !== null) ?? null;
}

function wholeOf(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
}

/** `04/29/2025`, month first. */
function dayOf(text: string | null, log: AnomalyLog): IsoDate | null {
  if (text === null) return null;
  const day = dateOrNull(text.replace(/^(\d{2})[/-](\d{2})[/-](\d{4})$/, '$3-$1-$2'));
  if (day === null) log.add('unreadable_date', 'event', text);
  return day;
}

const MAX_DIGITS = 40;

function numberOf(text: string | null, at: string, log: AnomalyLog): string | null {
  if (text === null) return null;
  const digits = text.length > MAX_DIGITS ? null : canonicalDecimal(text.replace(/[,%\s]/g, ''));
  if (digits === null) log.add('unreadable_number', at, text);
  return digits;
}
