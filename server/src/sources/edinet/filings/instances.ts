import { startOfDocument, xbrlFormOf } from '../../../formats/xbrl/xbrl-form.ts';
import { compareText } from '../../../kernel/compare-text.ts';
import type { PackageFile } from './package-files.ts';
import { type InstanceName, instanceNameIn, instanceNameOf, isOfAuditor } from './package-names.ts';

/** A report of a package: an instance, and what the package holds of it. */
export interface PackagedInstance {
  name: InstanceName;
  /** Its inline documents, by path. */
  inline: PackageFile[];
  /** The instances themselves; the registry makes one from inline documents too. */
  plain: PackageFile[];
  /** Schemas and linkbases. */
  taxonomy: PackageFile[];
}

/** Reports of auditors, attachments, translations, and the registry's tables. */
const NOT_TAGGED = /(?:^|\/)(?:AuditDoc|AttachDoc|EnglishDoc|XBRL_TO_CSV)\//;

/**
 * The reports among the files of a filing, the main one first. Files are known by their root elements, and belong to the
 * report that their name states, else their own schema or namespaces. Files that state none belong to the main report.
 */
export function packagedInstances(files: readonly PackageFile[]): PackagedInstance[] {
  const byStem = new Map<string, PackagedInstance>();
  const nameless: [keyof Parts, PackageFile][] = [];
  for (const file of [...files].sort((a, b) => compareText(a.path, b.path))) {
    const part = NOT_TAGGED.test(file.path) ? null : partOf(file);
    if (part === null) continue;
    const name = instanceNameOf(file.path) ?? instanceNameIn(startOfDocument(file.bytes));
    if (name === null) nameless.push([part, file]);
    else if (!isOfAuditor(name)) instanceIn(byStem, name)[part].push(file);
  }
  const instances = [...byStem.values()]
    .filter(({ inline, plain }) => inline.length + plain.length > 0)
    .sort(mainFirst);
  for (const [part, file] of nameless) instances[0]?.[part].push(file);
  return instances;
}

/** The name of a filing: that of its main report, else of the registry's tables of it. Null if no file states one. */
export function mainNameOf(files: readonly PackageFile[]): InstanceName | null {
  const [main] = packagedInstances(files);
  if (main !== undefined) return main.name;
  const named = files.flatMap(({ path }) => (NOT_READ.test(path) ? [] : (instanceNameOf(path) ?? [])));
  return named.filter(name => !isOfAuditor(name)).sort(mainNameFirst)[0] ?? null;
}

const NOT_READ = /(?:^|\/)(?:AuditDoc|AttachDoc|EnglishDoc)\//;

type Parts = Pick<PackagedInstance, 'inline' | 'plain' | 'taxonomy'>;

function partOf({ bytes }: PackageFile): keyof Parts | null {
  const form = xbrlFormOf(bytes);
  if (form === 'inline') return 'inline';
  if (form === 'instance') return 'plain';
  return form === null ? null : 'taxonomy';
}

function instanceIn(byStem: Map<string, PackagedInstance>, name: InstanceName): PackagedInstance {
  const known = byStem.get(name.stem) ?? { name, inline: [], plain: [], taxonomy: [] };
  byStem.set(name.stem, known);
  return known;
}

function mainFirst(a: PackagedInstance, b: PackagedInstance): number {
  return mainNameFirst(a.name, b.name);
}

/** Statements under IFRS in an instance of their own have no cover. */
function mainNameFirst(a: InstanceName, b: InstanceName): number {
  const hasNoCover = ({ report }: InstanceName): number => Number(report.startsWith('ifrs-'));
  return hasNoCover(a) - hasNoCover(b) || compareText(a.branch, b.branch) || compareText(a.stem, b.stem);
}
