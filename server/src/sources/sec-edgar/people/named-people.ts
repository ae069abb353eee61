import { plainName } from '../../../formats/prose/names.ts';

/** The people whom a document has named so far, and its words that distinguish names from other capitals. */
export class NamedPeople {
  /** Words that the document writes in lower case. */
  readonly #common = new Set<string>();
  /** Surnames behind `Mr.`, `Ms.` or `Dr.` */
  readonly #addressed = new Set<string>();
  /** Full names by surname, in lower case. */
  readonly #called = new Map<string, string>();
  readonly #companies = new Set<string>();

  /** The full name for a surname or a full name; null if nobody of that surname was named. */
  find(surname: string): string | null {
    return this.#called.get(surname.toLowerCase()) ?? null;
  }

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      for (const [word] of text.matchAll(/(?<![\p{L}\p{N}.])\p{Ll}[\p{Ll}’'-]+/gu)) this.#common.add(word);
      for (const [, surname = ''] of text.matchAll(ADDRESSED)) this.#addressed.add(surname.toLowerCase());
    }
  }

  /** Whether capitals are a person's name: the document does not use its words otherwise, or calls the person `Mr.` or `Ms.`. */
  isPerson(name: string): boolean {
    const words = name.replace(/,.*$/, '').split(' ');
    if (this.#addressed.has(words.at(-1)?.toLowerCase() ?? '') || words.slice(1).some(word => INITIAL.test(word)))
      return true;
    return words.every(word => !/^\p{Lu}/u.test(word) || !this.#common.has(word.toLowerCase()));
  }

  /** Whether a name is that of a company that the document has named with its legal form. */
  isCompany(name: string): boolean {
    return this.#companies.has(plainName(name));
  }

  meetCompany(name: string): void {
    this.#companies.add(plainName(name));
  }

  meet(name: string): void {
    const words = name
      .replace(/,.*$/, '')
      .split(' ')
      .filter(word => !/^(?:Jr|Sr|II|III|IV|Ph\.?D|M\.?D|Esq|CPA)\.?$/i.test(word));
    const [first, last] = [words[0], words.at(-1)];
    if (last !== undefined) this.#called.set(last.toLowerCase(), name);
    // Surnames of two words: `van der Mole`; and surnames may come first: `Mr. Song` after `Tay Thiam Song`.
    const particles = /\s((?:de|van|von|der|den|del|della|di|da|dos|la|le|el|bin|al)(?:\s.*)?)$/iu.exec(
      words.join(' '),
    );
    if (particles?.[1] !== undefined) this.#called.set(particles[1].toLowerCase(), name);
    if (first !== undefined && !this.#called.has(first.toLowerCase())) this.#called.set(first.toLowerCase(), name);
  }
}

const ADDRESSED = /\b(?:Mr|Mrs|Ms|Dr)\.?\s+(?:\p{Lu}[\p{L}.’'-]*\s+){0,3}?(\p{Lu}[\p{L}’'-]+)(?!\s+\p{Lu})/gu;

const INITIAL = /^(?:\p{Lu}\.)+$/u;
