import type { LinkbaseArc } from './parse-linkbase.ts';

/**
 * The arcs that hold after prohibition and overriding (XBRL 2.1 §3.5.3.9.7): of equivalent ones the highest priority
 * stands, and a prohibiting one of that priority takes them all away. Order of first mention.
 */
export function effectiveArcs(arcs: readonly LinkbaseArc[]): LinkbaseArc[] {
  const standing = new Map<string, LinkbaseArc>();
  for (const arc of arcs) {
    const { role, arcrole, from, to, order, preferredLabel, weight } = arc;
    const key = [role, arcrole, from, to, order, preferredLabel, weight].join('\n');
    const other = standing.get(key);
    if (other === undefined || isStronger(arc, other)) standing.set(key, arc);
  }
  return [...standing.values()].filter(arc => !arc.isProhibited);
}

function isStronger(arc: LinkbaseArc, other: LinkbaseArc): boolean {
  if (arc.priority !== other.priority) return arc.priority > other.priority;
  return arc.isProhibited && !other.isProhibited;
}
