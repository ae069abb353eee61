import { readFileSync } from 'node:fs';
import type { Relation } from './relation-sentence.ts';

/** What the verbs of a row say of the party in a role: the company is the subject, or the owner of the object. */
export interface RelationFrame {
  role: Relation['role'];
  verbs: ReadonlySet<string>;
  /** Prepositions before the party; `subject` and `object` are its places without one. */
  at: readonly string[];
  /** Who the verb's subject is: the company, its goods (`own_goods`: named as its own), or the party itself. */
  subject: 'company' | 'goods' | 'own_goods' | 'party';
  /**
   * `goods`: the object must be goods. `own`: the object or a phrase behind the verb must be the company's. `offering`: the object must
   * be the company's goods, software or service. `served`: the party must be a company by its name. `purpose`: the party is a supplier
   * by its noun, or the sentence says what for. `role`: only by its noun. `any`: no test.
   */
  object: 'goods' | 'own' | 'offering' | 'served' | 'purpose' | 'role' | 'any';
}

const ROLES = ['customer', 'supplier'] as const;
const SUBJECTS = ['company', 'goods', 'own_goods', 'party'] as const;
const OBJECTS = ['goods', 'own', 'offering', 'served', 'purpose', 'role', 'any'] as const;

/** The rows of relation-frames.tsv. */
export const FRAMES: readonly RelationFrame[] = readFileSync(new URL('./relation-frames.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(line => {
    const [role, verbs = '', at = '', subject, object] = line.split('\t');
    return {
      role: readValue(ROLES, role),
      verbs: new Set(verbs.split(' ')),
      at: at.split(' '),
      subject: readValue(SUBJECTS, subject),
      object: readValue(OBJECTS, object),
    };
  });

function readValue<Value extends string>(values: readonly Value[], text: string | undefined): Value {
  const value = values.find(candidate => candidate === text);
  if (value === undefined) throw new Error(`Unknown value ${text} in relation-frames.tsv. Use ${values.join(', ')}.`);
  return value;
}
