/** The properties of a document that decide whether it is the primary one. */
export interface Candidate {
  fileName: string;
  /** The registry's type; empty if unknown. */
  nativeType: string;
  sequence: number | null;
  contentType: string;
}

/** What is known of a filing in addition to its documents; null if unknown. */
export interface KnownOfFiling {
  form: string | null;
  /** As the registry's list of filings names it. */
  primaryDocument: string | null;
}

/**
 * Index of a filing's primary document. By priority: the first whose type is the form; the one of sequence 1; the one in the
 * registry's list; `primary_doc.xml`; the only readable one that is neither exhibit nor data. Null if there is none.
 */
export function choosePrimary(candidates: readonly Candidate[], known: KnownOfFiling): number | null {
  const form = plainType(known.form ?? '');
  const named = known.primaryDocument === null ? null : rawName(known.primaryDocument);
  const rules: ((candidate: Candidate) => boolean)[] = [
    candidate => form !== '' && plainType(candidate.nativeType) === form && !isRendering(candidate.fileName),
    candidate => candidate.sequence === 1 && !isRendering(candidate.fileName),
    candidate => named !== null && candidate.fileName === named,
    // The name that the registry gives the form itself where filers fill it in (25-NSE, D, 13F …).
    candidate => candidate.fileName.toLowerCase() === 'primary_doc.xml',
  ];
  for (const rule of rules) {
    const at = candidates.findIndex(rule);
    if (at >= 0) return at;
  }
  const readable = [...candidates.keys()].filter(at => isReadable(candidates[at]));
  return readable.length === 1 ? (readable[0] ?? null) : null;
}

/** `xslF345X05/form4.xml` is a rendering of `form4.xml`, which is one level up. */
export function rawName(fileName: string): string {
  return fileName.replace(/^xsl[^/]*\//i, '');
}

/** True for the registry's renderings of a document: the output of a style sheet, or a page of its viewer. */
function isRendering(fileName: string): boolean {
  return /^xsl[^/]*\//i.test(fileName) || /^R\d+\.(?:htm|xml)$/.test(fileName);
}

function plainType(type: string): string {
  return type.trim().toUpperCase().replace(/\s+/g, ' ');
}

const DATA = /^(?:EX-|XML$|ZIP$|JSON$|EXCEL$|GRAPHIC$|COVER$|INFORMATION TABLE$)/i;

function isReadable(item: Candidate | undefined): boolean {
  if (item === undefined || isRendering(item.fileName) || DATA.test(item.nativeType)) return false;
  return /^(?:text\/(?:html|plain)|application\/(?:xml|pdf|xhtml\+xml))$/.test(item.contentType);
}
