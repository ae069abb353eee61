import { decodeHTML } from 'entities';
import { type IsoDate, parseDay } from '../../kernel/dates.ts';
import type { HeaderEntity, HeaderSeries, SgmlAnomaly, SubmissionHeader } from './submission.ts';

/** One line of a header: a label, normalised across both forms, and its value. */
interface HeaderField {
  /** `CONFORMED-NAME`, `/FILER` */
  label: string;
  value: string;
  line: number;
}

/** Labels of the indented form whose tags differ in the one-tag-per-line form. */
const SAME_AS: Readonly<Record<string, string>> = {
  'CONFORMED-SUBMISSION-TYPE': 'TYPE',
  'CONFORMED-PERIOD-OF-REPORT': 'PERIOD',
  'ITEM-INFORMATION': 'ITEMS',
  'FILED-AS-OF-DATE': 'FILING-DATE',
  'DATE-AS-OF-CHANGE': 'DATE-OF-FILING-DATE-CHANGE',
  'COMPANY-CONFORMED-NAME': 'CONFORMED-NAME',
  'CENTRAL-INDEX-KEY': 'CIK',
  'STANDARD-INDUSTRIAL-CLASSIFICATION': 'ASSIGNED-SIC',
  EIN: 'IRS-NUMBER',
  'SEC-FILE-NUMBER': 'FILE-NUMBER',
  'DATE-OF-NAME-CHANGE': 'DATE-CHANGED',
  'IMS-HEADER': 'SEC-HEADER',
};

const ROLES: ReadonlySet<string> = new Set([
  'FILER',
  'SUBJECT-COMPANY',
  'FILED-BY',
  'FILED-FOR',
  'ISSUER',
  'REPORTING-OWNER',
  'SERIAL-COMPANY',
  'DEPOSITOR',
  'SECURITIZER',
  'ISSUING-ENTITY',
  'UNDERWRITER',
]);

/** Known labels without a field in the record: addresses, blocks, and remarks for the registry's own use. */
const PASSED_OVER: ReadonlySet<string> = new Set(
  (
    'SEC-DOCUMENT IMS-DOCUMENT SUBMISSION COMPANY-DATA OWNER-DATA FILING-VALUES BUSINESS-ADDRESS MAIL-ADDRESS ' +
    'FORMER-COMPANY FORMER-NAME ORGANIZATION-NAME ACT SEC-ACT STREET-1 STREET-2 STREET1 STREET2 CITY STATE ZIP ' +
    'BUSINESS-PHONE PHONE RELATIONSHIP SROS GROUP-MEMBERS REFERENCES-429 PUBLIC-REFERENCE-ACCESSION-NUMBER ' +
    'PUBLIC-REFERENCE-ACC PUBLIC-REL-DATE ABS-RULE ABS-ASSET-CLASS DEPOSITOR-CIK SPONSOR-CIK CATEGORY CORRECTION ' +
    'DELETION CONFIRMING-COPY TIMESTAMP PAPER FILER-CIK NO-QUARTERLY-ACTIVITY NO-ANNUAL-ACTIVITY ' +
    'SERIES-AND-CLASSES-CONTRACTS-DATA EXISTING-SERIES-AND-CLASSES-CONTRACTS NEW-SERIES-AND-CLASSES-CONTRACTS ' +
    'NEW-SERIES NEW-CLASSES-CONTRACTS MERGER-SERIES-AND-CLASSES-CONTRACTS MERGER ACQUIRING-DATA TARGET-DATA ' +
    'CLASS-CONTRACT CLASS-CONTRACT-ID CLASS-CONTRACT-NAME CLASS-CONTRACT-TICKER-SYMBOL DATE-OF-BEGINNING ' +
    'TIME-OF-BEGINNING ACCEPTANCE-DATE RECEIVED-DATE'
  ).split(' '),
);

/** Real submissions have far fewer companies and items. */
const MAX_ENTITIES = 10_000;
const MAX_ITEMS = 100;

/**
 * Parses the header of a submission from its lines: in the indented form (`KEY: value`), with one tag a line
 * (`.hdr.sgml`, `.nc`), or both mixed (EDGAR Public Dissemination Service, technical specification). Null if there is
 * no header line. A repeated header counts once.
 */
export function parseHeader(lines: readonly string[]): { header: SubmissionHeader | null; anomalies: SgmlAnomaly[] } {
  const reader = new HeaderReader();
  for (const [index, line] of lines.entries()) {
    for (const field of fieldsOf(line, index + 1)) reader.take(field);
  }
  return { header: reader.isEmpty ? null : reader.header, anomalies: reader.anomalies };
}

const TAG = /<(\/?[A-Z][A-Z0-9-]*)>([^<]*(?:<(?!\/?[A-Z][A-Z0-9-]*>)[^<]*)*)/g;
const KEYED = /^\s*([A-Z][A-Z0-9 ()&/.'-]*):(.*)$/;

function* fieldsOf(line: string, number: number): Generator<HeaderField> {
  const keyed = KEYED.exec(line);
  if (keyed !== null) {
    yield { label: labelOf(keyed[1] ?? ''), value: plainValue(keyed[2] ?? ''), line: number };
    return;
  }
  for (const [, tag = '', value = ''] of line.matchAll(TAG)) {
    yield { label: labelOf(tag), value: plainValue(value), line: number };
  }
}

function labelOf(text: string): string {
  const label = text.trim().replace(/[ -]+/g, '-');
  return SAME_AS[label] ?? label;
}

function plainValue(text: string): string {
  const plain = text.replaceAll('\u0000', '').trim();
  return plain.includes('&') ? decodeHTML(plain).trim() : plain;
}

class HeaderReader {
  readonly header = emptyHeader();
  readonly anomalies: SgmlAnomaly[] = [];
  readonly #unknown = new Set<string>();
  #entity: HeaderEntity | null = null;
  #series: HeaderSeries | null = null;
  #isPrimed = false;

  get isEmpty(): boolean {
    return !this.#isPrimed;
  }

  take(field: HeaderField): void {
    if (field.label.startsWith('/')) {
      if (ROLES.has(field.label.slice(1))) this.#entity = null;
      if (field.label === '/SERIES') this.#series = null;
      return;
    }
    if (field.label === 'SEC-HEADER') this.#begin(field);
    else if (ROLES.has(field.label) && field.value === '') this.#openEntity(field.label);
    else if (field.label === 'SERIES' && field.value === '') this.#openSeries();
    else if (this.#series !== null && this.#takeSeriesField(this.#series, field)) return;
    else if (this.#entity !== null && this.#takeEntityField(this.#entity, field)) return;
    else if (this.#takeFilingField(field)) this.#isPrimed = true;
    else this.#passOver(field);
  }

  /** `0000320193-24-000005.hdr.sgml : 20240201`; the same header may be repeated. */
  #begin(field: HeaderField): void {
    if (this.#isPrimed) {
      const accession = /\d{10}-\d{2}-\d{6}/.exec(field.value)?.[0];
      if (accession !== undefined && accession !== this.header.accession) {
        this.#report('second_header', field, `${accession} inside ${this.header.accession}`);
      }
      Object.assign(this.header, emptyHeader());
    }
    this.#entity = null;
    this.#series = null;
    this.header.publishedOn = this.#date({ ...field, value: /:\s*(\d{8})\s*$/.exec(field.value)?.[1] ?? '' });
  }

  #openEntity(role: string): void {
    this.#isPrimed = true;
    this.#entity = emptyEntity(role);
    this.#series = null;
    if (this.header.entities.length < MAX_ENTITIES) this.header.entities.push(this.#entity);
  }

  #openSeries(): void {
    this.#series = { seriesId: '', name: '', ownerCik: null };
    this.#entity = null;
    if (this.header.series.length < MAX_ENTITIES) this.header.series.push(this.#series);
  }

  #takeSeriesField(series: HeaderSeries, { label, value }: HeaderField): boolean {
    if (label === 'SERIES-ID') series.seriesId = value;
    else if (label === 'SERIES-NAME') series.name = value;
    else if (label === 'OWNER-CIK') series.ownerCik = textOrNull(value);
    else return false;
    return true;
  }

  #takeEntityField(entity: HeaderEntity, field: HeaderField): boolean {
    const { label, value } = field;
    const former = entity.formerNames.at(-1);
    if (label === 'CONFORMED-NAME') entity.name = value;
    else if (label === 'CIK') entity.cik = value;
    else if (label === 'ASSIGNED-SIC') entity.industryCode = /(\d{4})\]?$/.exec(value)?.[1] ?? null;
    else if (label === 'IRS-NUMBER') entity.taxNumber = textOrNull(value);
    else if (label === 'STATE-OF-INCORPORATION') entity.stateOfIncorporation = textOrNull(value);
    else if (label === 'FISCAL-YEAR-END') entity.fiscalYearEnd = /^\d{4}$/.test(value) ? value : null;
    else if (label === 'FORM-TYPE') entity.formType = textOrNull(value);
    else if (label === 'FILE-NUMBER') entity.fileNumber = textOrNull(value);
    else if (label === 'FILM-NUMBER') entity.filmNumber = textOrNull(value);
    else if (label === 'FORMER-CONFORMED-NAME') entity.formerNames.push({ name: value, changedOn: null });
    else if (label === 'DATE-CHANGED' && former !== undefined) former.changedOn = this.#date(field);
    else return false;
    return true;
  }

  #takeFilingField(field: HeaderField): boolean {
    const { label, value } = field;
    const { header } = this;
    if (label === 'ACCESSION-NUMBER') header.accession = value;
    else if (label === 'TYPE') header.form = value;
    else if (label === 'PUBLIC-DOCUMENT-COUNT') header.documentCount = this.#count(field);
    else if (label === 'PERIOD') header.periodOfReport = this.#date(field);
    else if (label === 'FILING-DATE') header.filedAsOf = this.#date(field);
    else if (label === 'DATE-OF-FILING-DATE-CHANGE') header.changedAsOf = this.#date(field);
    else if (label === 'EFFECTIVENESS-DATE') header.effectiveAsOf = this.#date(field);
    else if (label === 'ACCEPTANCE-DATETIME') header.acceptance = this.#acceptance(field);
    else if (label === 'ITEMS') {
      if (header.items.length < MAX_ITEMS) header.items.push(value);
    } else if (label === 'PRIVATE-TO-PUBLIC') header.isPrivateToPublic = true;
    else if (label === 'PREVIOUS-ACCESSION-NUMBER') header.previousAccession = textOrNull(value);
    else return false;
    return true;
  }

  #passOver(field: HeaderField): void {
    if (PASSED_OVER.has(field.label) || this.#unknown.has(field.label) || this.#unknown.size >= MAX_ITEMS) return;
    this.#unknown.add(field.label);
    this.#report('unknown_header_field', field, `${field.label.slice(0, 80)}: ${field.value.slice(0, 80)}`);
  }

  #date(field: HeaderField): IsoDate | null {
    const { value } = field;
    if (value === '' || /^0+$/.test(value)) return null;
    const date = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`;
    if (parseDay(date) !== null) return date;
    this.#report('bad_date', field, `${field.label}: ${value.slice(0, 80)}`);
    return null;
  }

  #count(field: HeaderField): number | null {
    if (/^\d{1,6}$/.test(field.value)) return Number(field.value);
    this.#report('bad_number', field, `${field.label}: ${field.value.slice(0, 80)}`);
    return null;
  }

  #acceptance(field: HeaderField): string | null {
    const { value } = field;
    const isTime = /^\d{8}(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(value);
    if (isTime && this.#date({ ...field, value: value.slice(0, 8) }) !== null) return value;
    if (value !== '') this.#report('bad_date', field, `${field.label}: ${value.slice(0, 80)}`);
    return null;
  }

  #report(kind: string, { line }: HeaderField, detail: string): void {
    if (this.anomalies.length < MAX_ITEMS) this.anomalies.push({ kind, locator: `header line ${line}`, detail });
  }
}

function textOrNull(value: string): string | null {
  return value === '' ? null : value;
}

/** A header that states nothing. */
export function emptyHeader(): SubmissionHeader {
  return {
    accession: '',
    form: '',
    documentCount: null,
    periodOfReport: null,
    filedAsOf: null,
    changedAsOf: null,
    effectiveAsOf: null,
    acceptance: null,
    publishedOn: null,
    items: [],
    isPrivateToPublic: false,
    previousAccession: null,
    entities: [],
    series: [],
  };
}

function emptyEntity(role: string): HeaderEntity {
  return {
    role,
    name: '',
    cik: '',
    industryCode: null,
    taxNumber: null,
    stateOfIncorporation: null,
    fiscalYearEnd: null,
    formType: null,
    fileNumber: null,
    filmNumber: null,
    formerNames: [],
  };
}
