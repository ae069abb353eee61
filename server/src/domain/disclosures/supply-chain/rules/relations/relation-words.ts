import { join } from 'node:path';
import { readLexicon } from '../../../../../formats/prose/lexicon.ts';

const LEXICON = readLexicon(join(import.meta.dirname, '../supply-words.tsv'));
const classOf = (name: string): ReadonlySet<string> => LEXICON.get(name) ?? new Set();

/** Classes of words of supply-words.tsv. */
export const WORDS = {
  goods: classOf('goods'),
  /** What one buys and sells that makes no supplier and no customer: shares, loans, rights. */
  noGoods: classOf('no_goods'),
  /** What somebody does for the company. */
  purposes: classOf('purpose_verb'),
  /** What the company does with a supplier. */
  uses: classOf('use_verb'),
  /** What the company does with customers and suppliers of its own. */
  owns: classOf('own_verb'),
  /** Verbs that also state other matters: their subject must be known as a company. */
  vague: classOf('vague_verb'),
  makes: classOf('make_verb'),
  /** What the company does with goods. */
  deals: classOf('deal_verb'),
  networks: classOf('network'),
  /** What a company lets others use. */
  offerings: classOf('offering'),
  /** What a company does for its customers. */
  serves: classOf('serve_verb'),
  agreements: classOf('agreement'),
  /** What a company is to its customers, and to its suppliers. */
  servingRoles: classOf('serving_role'),
  servedRoles: classOf('served_role'),
};
