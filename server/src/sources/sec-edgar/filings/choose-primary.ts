/** What the choice of the primary document goes by. */
export interface Candidate {
  fileName: string;
  /** As the registry types it; empty where that is not known. */
  nativeType: string;
  sequence: number | null;
  contentType: string;
}

/** What is known of a filing beside its documents; null where it is not. */
export interface KnownOfFiling {
  form: string | null;
  /** As the registry's list of filings names it. */
  primaryDocument: string | null;
}

/**
 * Index of a filing's primary document: the first whose type is the form, else the one of sequence 1, else the one that
 * the registry's list names, else the only one that can be read and is neither exhibit nor data. Null where none is.
 */
export function choosePrimary(candidates: readonly Candidate[], known: KnownOfFiling): number | null {
  const form = plainType(known.form ?? '');
  const named = known.primaryDocument === null ? null : rawName(known.primaryDocument);
  const rules: ((one: Candidate) => boolean)[] = [
    one => form !== '' && plainType(one.nativeType) === form && !isRendering(one.fileName),
    one => one.sequence === 1 && !isRendering(one.fileName),
    one => named !== null && one.fileName === named,
  ];
  for (const rule of rules) {
    const at = candidates.findIndex(rule);
    if (at >= 0) return at;
  }
  const readable = [...candidates.keys()].filter(at => isReadable(candidates[at]));
  return readable.length === 1 ? (readable[0] ?? null) : null;
}

/** `xslF345X05/form4.xml` is a rendering of `form4.xml`, which lies one level up. */
export function rawName(fileName: string): string {
  return fileName.replace(/^xsl[^/]*\//i, '');
}

/** True for what the registry makes of a filer's document: a style sheet's output, or a page of its viewer. */
function isRendering(fileName: string): boolean {
  return /^xsl[^/]*\//i.test(fileName) || /^R\d+\.(?:htm|xml)$/.test(fileName);
}

function plainType(type: string): string {
  return type.trim().toUpperCase().replace(/\s+/g, ' ');
}

const DATA = /^(?:EX-|XML$|ZIP$|JSON$|EXCEL$|GRAPHIC$|COVER$|INFORMATION TABLE$)/i;

function isReadable(one: Candidate | undefined): boolean {
  if (one === undefined || isRendering(one.fileName) || DATA.test(one.nativeType)) return false;
  return /^(?:text\/(?:html|plain)|application\/(?:xml|pdf|xhtml\+xml))$/.test(one.contentType);
}
