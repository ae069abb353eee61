import { type IsoDate, parseDay } from '../../../kernel/dates.ts';

/** The parts of the file name of an instance (EDINET file specification, appendix 1). */
export interface InstanceName {
  /** All of it: `jpcrp030000-asr-001_E02367-000_2024-03-31_01_2024-06-28`. */
  stem: string;
  /** `jpcrp030000-asr`: form and report. Statements under IFRS of 2014 to 2018 are `ifrs-asr`, beside the report's own. */
  report: string;
  /** Of the filer, or of the fund: `E02367`. */
  code: string;
  /** `000`; the funds of a series count on. */
  branch: string;
  periodEnd: IsoDate;
  /** 1 for the report itself; corrections count on. */
  submission: number;
  filingDate: IsoDate;
  /** True for names of the taxonomies before 2014. */
  isOld: boolean;
}

const STEM = /([a-z]+\d*(?:-[a-z0-9]+)*)-\d{3}_([A-Z]\d{5})-(\d{3})_(\d{4}-\d{2}-\d{2})_(\d{2})_(\d{4}-\d{2}-\d{2})/;
/** Until 2013: `jpfr-asr-E99901-000-2012-03-31-01-2012-06-28`, and `ifrs-` in reports under IFRS. */
const OLD_STEM = /([a-z]+-[a-z0-9]+)-([A-Z]\d{5})-(\d{3})-(\d{4}-\d{2}-\d{2})-(\d{2})-(\d{4}-\d{2}-\d{2})/;

/** The name of an instance in the name of any of its files; null if there is none. */
export function instanceNameOf(fileName: string): InstanceName | null {
  const old = OLD_STEM.exec(fileName);
  const match = old ?? STEM.exec(fileName);
  if (match === null) return null;
  const [stem, report = '', code = '', branch = '', periodEnd = '', submission = '', filingDate = ''] = match;
  if (parseDay(periodEnd) === null || parseDay(filingDate) === null) return null;
  return { stem, report, code, branch, periodEnd, submission: Number(submission), filingDate, isOld: old !== null };
}

const SCHEMA = /<(?:[^\s:<>/]+:)?schemaRef\s[^>]*?href\s*=\s*["']([^"']+)["']/g;
/** `http://disclosure.edinet-fsa.go.jp/jpcrp030000/asr/001/E02367-000/2024-03-31/01/2024-06-28`: the filer's own elements. */
const NAMESPACE =
  /["']https?:\/\/disclosure\.edinet-fsa\.go\.jp\/([a-z]+\d*)\/([a-z0-9-]+)\/(\d{3})\/([A-Z]\d{5}-\d{3})\/([\d-]{10})\/(\d{2})\/([\d-]{10})["']/;
/** `http://info.edinet-fsa.go.jp/jp/fr/gaap/E03513-000/asr/2009-12-31/01/2010-03-29`, until 2013. */
const OLD_NAMESPACE =
  /["']https?:\/\/info\.edinet-fsa\.go\.jp\/jp\/fr\/gaap\/([A-Z]\d{5}-\d{3})\/([a-z0-9]+)\/([\d-]{10})\/(\d{2})\/([\d-]{10})["']/;

/**
 * The name under which a tagged document was filed, whatever its file is called: that of the schema that it refers to, else
 * the parts of the namespace of the filer's own elements. Null if it states neither.
 */
export function instanceNameIn(start: string): InstanceName | null {
  for (const [, href = ''] of start.matchAll(SCHEMA)) {
    const name = instanceNameOf(href);
    if (name !== null) return name;
  }
  const [, form, report, number, filer, period, submission, filed] = NAMESPACE.exec(start) ?? [];
  if (form !== undefined)
    return instanceNameOf(`${form}-${report}-${number}_${filer}_${period}_${submission}_${filed}`);
  const old = OLD_NAMESPACE.exec(start);
  return old === null ? null : instanceNameOf(`jpfr-${old[2]}-${old[1]}-${old[3]}-${old[4]}-${old[5]}`);
}

/** Whether an instance is an auditor's report, which states no facts about the filer. */
export function isOfAuditor({ report }: InstanceName): boolean {
  return report.startsWith('jpaud');
}
