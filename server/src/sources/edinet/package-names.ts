import { compareText } from '../../kernel/compare-text.ts';
import { type IsoDate, parseDay } from '../../kernel/dates.ts';

/** The parts of the file name of an instance (EDINET file specification, appendix 1). */
export interface InstanceName {
  /** All of it: `jpcrp030000-asr-001_E02367-000_2024-03-31_01_2024-06-28`. */
  stem: string;
  /** `jpcrp030000-asr`: form and report. */
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

const STEM = /(jp[a-z]+\d*(?:-[a-z0-9]+)*)-\d{3}_([A-Z]\d{5})-(\d{3})_(\d{4}-\d{2}-\d{2})_(\d{2})_(\d{4}-\d{2}-\d{2})/;
/** Until 2013: `jpfr-asr-E99901-000-2012-03-31-01-2012-06-28`, and `ifrs-` in reports under IFRS. */
const OLD_STEM = /((?:jpfr|ifrs)-[a-z0-9]+)-([A-Z]\d{5})-(\d{3})-(\d{4}-\d{2}-\d{2})-(\d{2})-(\d{4}-\d{2}-\d{2})/;

/** The name of an instance in the name of any of its files; null if there is none. */
export function instanceNameOf(fileName: string): InstanceName | null {
  const old = OLD_STEM.exec(fileName);
  const match = old ?? STEM.exec(fileName);
  if (match === null) return null;
  const [stem, report = '', code = '', branch = '', periodEnd = '', submission = '', filingDate = ''] = match;
  if (parseDay(periodEnd) === null || parseDay(filingDate) === null) return null;
  return { stem, report, code, branch, periodEnd, submission: Number(submission), filingDate, isOld: old !== null };
}

/** The name of a package: that of its first instance of disclosure, not of audit. Null if it has none. */
export function mainInstanceOf(paths: readonly string[]): InstanceName | null {
  const names = paths
    .flatMap(path => {
      const name = instanceNameOf(path);
      const isDisclosed = /(?:^|\/)(?:PublicDoc|XBRL_TO_CSV)\/[^/]+$/.test(path) && !/\/jpaud-/.test(path);
      return name !== null && (isDisclosed || name.isOld) ? [name] : [];
    })
    .filter(name => !name.report.startsWith('jpaud'));
  return names.sort((a, b) => compareText(a.branch, b.branch) || compareText(a.stem, b.stem))[0] ?? null;
}
