import type { IndexLanguage } from './search-language.ts';
import { hasUnspaced, isUnspacedAt } from './search-text.ts';

/** Function words of each language, including those that distinguish it from closely related ones. */
const COMMON_WORDS: Partial<Record<IndexLanguage, string>> = {
  danish:
    'og i at er af til på for med det en den der som ikke et har fra ved eller blev kan vil være årets efter selskabet også',
  dutch:
    'de het een van en in op te voor met zijn dat die is aan door niet wordt over bij als worden deze ook naar uit per heeft',
  english:
    'the of and to in a for our or we that is as on by be with are may from not have at which any it this was has were its',
  finnish: 'ja on ei ovat sekä että joka mukaan myös tai oli kuin se sen tämä vuoden yhtiön ole voi jotka mutta niiden',
  french:
    'de la le les et des en du dans pour par une un est sur au que aux qui ce plus pas ou avec sont ses il cette son',
  german:
    'der die und in den von des zu für mit das im auf dem nicht ist eine als auch sich werden wird an bei oder einer zum sind aus',
  greek: 'και το της του η των την τα με για στην από που οι είναι τη στο τις σε δεν κατά ως ή θα στις',
  hungarian: 'a az és nem hogy egy is van meg csak vagy ez volt mint el kell ha már alapján szerint lehet valamint évi',
  italian:
    'di e il la che in per del della dei un a le sono con non si delle da alla una al nel dal ai i è gli come più',
  lithuanian: 'ir yra kad iš su arba tai nuo kaip už apie dėl pagal buvo į ne metų taip pat bei turi gali bendrovės',
  norwegian:
    'og i er av til på for med det en som ikke et har den fra ved eller blir kan vil være etter også selskapet ble årets',
  portuguese: 'de a e o da do que em os as para com no na por dos das um uma é não ao pela se ou são à mais foi sua',
  romanian: 'de și la în a cu pe din care pentru sau nu este sunt prin al mai fi că se ale cele fost către anul',
  spanish: 'de la el en y que los del las a por para con se una un al no es su lo como más o sus ha entre sobre este',
  swedish:
    'och i att av för som är på med den det till en har inte om ett från vid eller kan ska under även bolaget årets efter de',
};

const WORDS = Object.entries(COMMON_WORDS).map(
  ([language, words]) => [language as IndexLanguage, new Set(words.split(' '))] as const,
);

/** Characters that are sampled to detect the language of a text. */
const SAMPLE_CHARS = 8_000;
/** Names and numbers alone produce fewer hits. */
const MIN_HITS = 12;
/**
 * In running text a quarter to a half of the words are function words of its language; hardly any are of another
 * language.
 */
const MIN_SHARE = 0.12;
/** A word in these scripts takes about two characters, against six in an alphabet. */
const UNSPACED_SHARE = 0.25;

/** Detects the language of a text from its characters and commonest words; null if they are inconclusive. */
export function detectLanguage(text: string): IndexLanguage | null {
  const sample = text.slice(0, SAMPLE_CHARS);
  if (isUnspacedText(sample)) return 'unspaced';
  const words = sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const counts = WORDS.map(([language, common]) => ({
    language,
    hits: words.reduce((sum, word) => sum + (common.has(word) ? 1 : 0), 0),
  })).sort((a, b) => b.hits - a.hits);
  const [first] = counts;
  if (first === undefined || first.hits < MIN_HITS || first.hits < MIN_SHARE * words.length) return null;
  return first.language;
}

function isUnspacedText(sample: string): boolean {
  if (!hasUnspaced(sample)) return false;
  const letters = sample.match(/\p{L}/gu) ?? [];
  const unspaced = letters.reduce((sum, letter) => sum + (isUnspacedAt(letter, 0) ? 1 : 0), 0);
  return unspaced >= UNSPACED_SHARE * letters.length;
}
