import { loopTurns } from './loop-turns.ts';

/** The work between two turns, in nodes of a value: well below a millisecond. */
const PIECE_NODES = 1_000;
/** A text of this many characters takes as long as one node. */
const CHARACTERS_OF_NODE = 64;

/**
 * The JSON of a value, as JSON.stringify writes it. Lets other work run between the pieces of a large value. Adds the
 * lengths of the objects that it writes on the way to `lengths`: of the value, and of each piece.
 */
export async function writeJson(value: object, lengths?: WeakMap<object, number>): Promise<string> {
  const writing: Writing = { parts: [], nodes: 0, lengths };
  await write(writing, value);
  return writing.parts.join('');
}

interface Writing {
  parts: string[];
  /** Nodes written since the last turn. */
  nodes: number;
  lengths: WeakMap<object, number> | undefined;
}

/** Returns the length of what it wrote. */
async function write(writing: Writing, value: unknown): Promise<number> {
  const nodes = nodesUpTo(value, PIECE_NODES);
  if (nodes < PIECE_NODES || !isCollection(value)) {
    const text = JSON.stringify(value) ?? 'null';
    writing.parts.push(text);
    writing.nodes += nodes;
    if (isCollection(value)) writing.lengths?.set(value, text.length);
    if (writing.nodes < PIECE_NODES) return text.length;
    writing.nodes = 0;
    await loopTurns.take();
    return text.length;
  }
  const length = Array.isArray(value)
    ? await writeMembers(writing, '[]', [...value], item => ['', item])
    : await writeMembers(
        writing,
        '{}',
        Object.entries(value).filter(([, member]) => !isOmitted(member)),
        ([name, member]) => [`${JSON.stringify(name)}:`, member],
      );
  writing.lengths?.set(value, length);
  return length;
}

async function writeMembers<Member>(
  writing: Writing,
  [opening = '', closing = '']: string,
  members: readonly Member[],
  toPair: (member: Member) => [prefix: string, value: unknown],
): Promise<number> {
  let length = members.length === 0 ? 2 : 1 + members.length;
  for (const [at, member] of members.entries()) {
    const [prefix, value] = toPair(member);
    writing.parts.push(at === 0 ? opening : ',', prefix);
    length += prefix.length + (await write(writing, value));
  }
  writing.parts.push(members.length === 0 ? opening + closing : closing);
  return length;
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
