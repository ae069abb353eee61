import { loopTurns } from './loop-turns.ts';

/** The work between two turns, in nodes of a value: well below a millisecond. */
const PIECE_NODES = 1_000;
/** A text of this many characters takes as long as one node. */
const CHARACTERS_OF_NODE = 64;

/** The JSON of a value, as JSON.stringify writes it. Lets other work run between the pieces of a large value. */
export async function writeJson(value: object): Promise<string> {
  if (nodesUpTo(value, PIECE_NODES) < PIECE_NODES) return JSON.stringify(value);
  const writing: Writing = { parts: [], nodes: 0 };
  await write(writing, value);
  return writing.parts.join('');
}

interface Writing {
  parts: string[];
  /** Nodes written since the last turn. */
  nodes: number;
}

async function write(writing: Writing, value: unknown): Promise<void> {
  const nodes = nodesUpTo(value, PIECE_NODES);
  if (nodes < PIECE_NODES || !isCollection(value)) {
    writing.parts.push(JSON.stringify(value) ?? 'null');
    writing.nodes += nodes;
    if (writing.nodes < PIECE_NODES) return;
    writing.nodes = 0;
    await loopTurns.take();
  } else if (Array.isArray(value)) {
    await writeMembers(writing, '[]', [...value], item => ['', item]);
  } else {
    const members = Object.entries(value).filter(([, member]) => !isOmitted(member));
    await writeMembers(writing, '{}', members, ([name, member]) => [`${JSON.stringify(name)}:`, member]);
  }
}

async function writeMembers<Member>(
  writing: Writing,
  [opening = '', closing = '']: string,
  members: readonly Member[],
  toPair: (member: Member) => [prefix: string, value: unknown],
): Promise<void> {
  for (const [at, member] of members.entries()) {
    const [prefix, value] = toPair(member);
    writing.parts.push(at === 0 ? opening : ',', prefix);
    await write(writing, value);
  }
  writing.parts.push(members.length === 0 ? opening + closing : closing);
}

/** Whether a value is written by its members: an array or a plain object. */
function isCollection(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether JSON.stringify omits a member with this value. */
function isOmitted(member: unknown): boolean {
  return member === undefined || typeof member === 'function' || typeof member === 'symbol';
}

/** The nodes of a value, or at least `limit` if it has so many. */
function nodesUpTo(value: unknown, limit: number): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS_OF_NODE;
  if (!isCollection(value)) return 1;
  let nodes = 1;
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const member of members) {
    nodes += nodesUpTo(member, limit - nodes);
    if (nodes >= limit) break;
  }
  return nodes;
}
