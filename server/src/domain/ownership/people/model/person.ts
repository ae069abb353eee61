export const PERSON_KINDS = ['person', 'institution'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

const MAX_SLUG_CHARACTERS = 80;

/** `tim-cook-1a2b3c4d`: the name is for readers; the first eight digits of the id identify the person. */
export function personSlug(name: string, personId: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
  const named = words.join('-').slice(0, MAX_SLUG_CHARACTERS).replace(/-+$/, '');
  return [named, idPrefix(personId)].filter(part => part !== '').join('-');
}

/** The first eight digits of a person's id, in lower case. */
export function idPrefix(personId: string): string {
  return personId.slice(0, 8);
}

/** The id prefix at the end of a slug; null if there is none. */
export function prefixOfSlug(slug: string): string | null {
  return /(?:^|-)([0-9a-f]{8})$/.exec(slug.toLowerCase())?.[1] ?? null;
}
