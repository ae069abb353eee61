import { type Relation, type RoleStatement, roleStatement } from '../../domain/ownership/people/model/role.ts';
import type { Executive } from './parse-executives.ts';

const DIRECTOR = /董事(?!会)/;
/** Members of the board of supervisors, and posts of the party, direct and manage nothing of the company. */
const NO_OFFICE = /监事|党|工会|纪委/;

/**
 * The company's list of directors and officers. It bears no date and tells no beginning: those on it are in office on the day
 * on which it was read.
 */
export function stateExecutives(executives: readonly Executive[]): RoleStatement[] {
  return executives.flatMap(one =>
    relationsOf(one.posts).map(([relation, posts]) =>
      roleStatement({
        name: one.name,
        kind: 'person',
        identifier: one.personId === null ? null : { scheme: 'cninfo', identifier: one.personId },
        born: one.birthYear === null ? null : String(one.birthYear),
        relation,
        roleTitle: posts.join(', '),
        shares: one.shares,
        confirmation: 'annual',
      }),
    ),
  );
}

function relationsOf(posts: readonly string[]): [Relation, string[]][] {
  const directors = posts.filter(post => DIRECTOR.test(post) && !/秘书/.test(post));
  const officers = posts.filter(post => !directors.includes(post) && !NO_OFFICE.test(post));
  const found: [Relation, string[]][] = [
    ['director', directors],
    ['officer', officers],
  ];
  return found.filter(([, some]) => some.length > 0);
}
