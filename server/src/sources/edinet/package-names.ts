import { compareText } from '../../kernel/compare-text.ts';
import { type IsoDate, parseDay } from '../../kernel/dates.ts';

/** What the file name of an instance says (EDINET file specification, appendix 1). */
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
  filingDate: IsoDate;
}

const STEM = /(jp[a-z]+\d*(?:-[a-z0-9]+)*)-\d{3}_([A-Z]\d{5})-(\d{3})_(\d{4}-\d{2}-\d{2})_\d{2}_(\d{4}-\d{2}-\d{2})/;

/** Reads the name of an instance out of the name of any file that goes with it; null where there is none. */
export function instanceNameOf(fileName: string): InstanceName | null {
  const match = STEM.exec(fileName);
  if (match === null) return null;
  const [stem, report = '', code = '', branch = '', periodEnd = '', filingDate = ''] = match;
  if (parseDay(periodEnd) === null || parseDay(filingDate) === null) return null;
  return { stem, report, code, branch, periodEnd, filingDate };
}

/** The name by which a package goes: that of its first instance of disclosure, not of audit. Null where it has none. */
export function mainInstanceOf(paths: readonly string[]): InstanceName | null {
  const names = paths
    .filter(path => /(?:^|\/)(?:PublicDoc|XBRL_TO_CSV)\/[^/]+$/.test(path) && !/\/jpaud-/.test(path))
    .flatMap(path => instanceNameOf(path) ?? [])
    .filter(name => !name.report.startsWith('jpaud'));
  return names.sort((a, b) => compareText(a.branch, b.branch) || compareText(a.stem, b.stem))[0] ?? null;
}
