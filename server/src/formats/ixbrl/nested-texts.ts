/** The position of a fact, footnote or continuation. */
export interface TextSpan {
  document: string;
  start: number;
  end: number;
}

/**
 * The index of the first part of a chain that is inside an earlier part or contains one; null if there is none. Its text
 * would be read twice.
 */
export function firstNested(chain: readonly TextSpan[]): number | null {
  const sorted = chain.map((span, index) => ({ span, index })).sort((a, b) => compare(a.span, b.span));
  let first: number | null = null;
  /** The open parts around the current one, each with the lowest index among itself and the parts around it. */
  const open: { span: TextSpan; lowest: number }[] = [];
  for (const { span, index } of sorted) {
    let around = open.at(-1);
    while (around !== undefined && !contains(around.span, span)) {
      open.pop();
      around = open.at(-1);
    }
    if (around !== undefined) first = Math.min(first ?? chain.length, Math.max(index, around.lowest));
    open.push({ span, lowest: Math.min(index, around?.lowest ?? index) });
  }
  return first;
}

function compare(a: TextSpan, b: TextSpan): number {
  if (a.document !== b.document) return a.document < b.document ? -1 : 1;
  return a.start - b.start;
}

function contains(outer: TextSpan, inner: TextSpan): boolean {
  return outer.document === inner.document && inner.start < outer.end;
}
