/**
 * The plain name of a kind of list, for its tally: the literal parts of its source name (`list/{year}/{page}` → `list`), or the
 * last word of its address if it has none.
 */
export function kindName(template: string): string {
  const [path = ''] = template.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/);
  const parts = path.split('/').filter(part => part !== '');
  const literal = parts.filter(part => !/[{}…]/.test(part));
  if (/^[a-z]+:\/\//i.test(template)) return (literal.at(-1) ?? '').replace(/\.[a-z]+$/i, '') || UNNAMED;
  const words = literal.length > 0 ? literal.join('/') : path.replace(/\{[^}]*\}/g, '').replace(/^\W+|\W+$/g, '');
  return words || UNNAMED;
}

/** For names that consist of values only. */
const UNNAMED = 'documents';
