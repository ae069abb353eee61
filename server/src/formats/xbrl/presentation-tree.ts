import type { LinkbaseArc } from './parse-linkbase.ts';

/** A row of a presentation: a concept at its position, with the role of its label. */
export interface PresentationNode {
  /** Element id: `us-gaap_Assets`. */
  concept: string;
  /** 0 at the root. */
  depth: number;
  /** Null = the standard label. */
  preferredLabel: string | null;
  children: PresentationNode[];
}

export interface PresentationForest {
  roots: PresentationNode[];
  /** In words: arcs that close cycles, and what was cut off. */
  problems: string[];
}

/** Presentations of filings have up to a few thousand rows and a dozen levels. */
const MAX_NODES = 50_000;
const MAX_DEPTH = 100;

/**
 * Builds the trees of one extended link from its effective parent-child arcs, children sorted by `order`. A concept in
 * two positions is two nodes. An arc that closes a cycle is dropped and reported, so that every traversal ends.
 */
export function buildPresentation(arcs: readonly LinkbaseArc[]): PresentationForest {
  const children = childArcs(arcs);
  const targets = new Set(arcs.map(arc => arc.to));
  const tops = [...children.keys()].filter(concept => !targets.has(concept));
  const builder = new ForestBuilder(children);
  for (const concept of tops) builder.addRoot(concept);
  // If every concept is on a cycle there is no root; the first concept serves as one.
  for (const concept of children.keys()) if (!builder.hasSeen(concept)) builder.addRoot(concept);
  return builder.forest();
}

function childArcs(arcs: readonly LinkbaseArc[]): Map<string, LinkbaseArc[]> {
  const children = Map.groupBy(arcs, arc => arc.from);
  for (const siblings of children.values()) siblings.sort((first, second) => first.order - second.order);
  return children;
}

class ForestBuilder {
  readonly #children: ReadonlyMap<string, LinkbaseArc[]>;
  readonly #roots: PresentationNode[] = [];
  readonly #problems = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #path = new Set<string>();
  #nodes = 0;

  constructor(children: ReadonlyMap<string, LinkbaseArc[]>) {
    this.#children = children;
  }

  hasSeen(concept: string): boolean {
    return this.#seen.has(concept);
  }

  addRoot(concept: string): void {
    this.#roots.push(this.#grow(concept, 0, null));
  }

  #grow(concept: string, depth: number, preferredLabel: string | null): PresentationNode {
    this.#nodes++;
    this.#seen.add(concept);
    this.#path.add(concept);
    const children: PresentationNode[] = [];
    for (const arc of this.#children.get(concept) ?? []) {
      if (this.#isGrowable(arc, depth + 1)) children.push(this.#grow(arc.to, depth + 1, arc.preferredLabel));
    }
    this.#path.delete(concept);
    return { concept, depth, preferredLabel, children };
  }

  #isGrowable(arc: LinkbaseArc, depth: number): boolean {
    if (this.#path.has(arc.to)) return this.#reject(`the arc from ${arc.from} to ${arc.to} closes a cycle`);
    if (depth > MAX_DEPTH) return this.#reject(`over ${MAX_DEPTH} levels`);
    if (this.#nodes >= MAX_NODES) return this.#reject(`over ${MAX_NODES} rows`);
    return true;
  }

  #reject(problem: string): false {
    if (this.#problems.size < 20) this.#problems.add(problem);
    return false;
  }

  forest(): PresentationForest {
    return { roots: this.#roots, problems: [...this.#problems] };
  }
}
