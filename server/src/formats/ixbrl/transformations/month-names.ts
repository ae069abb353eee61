/** How a language writes the twelve months where the registries take names, longest first within a pattern. */
export interface MonthNames {
  /** For a pattern: the alternatives, escaped. */
  alternatives: string;
  /** 1 to 12 by the name as written. */
  monthOf: ReadonlyMap<string, number>;
}

/** Small letters; several spellings of a month are divided by `|`. */
const STEMS: Record<string, string> = {
  bg: 'ян фев мар апр май|маи юни юли авг сеп окт ное дек',
  cy: 'ion chwe maw ebr mai meh gor aws med hyd tach rhag',
  da: 'jan feb mar apr maj jun jul aug sep okt nov dec',
  de: 'jan|jän|jaen feb mär|maer|mar apr mai jun jul aug sep okt nov dez',
  el: 'ιαν|ίαν φεβ μάρ|μαρ απρ|άπρ|αρίλ|άρίλ|αριλ|άριλ μαΐ|μαι|μάι|μαϊ|μάϊ ιούν|ίούν|ίουν|ιουν ιούλ|ίούλ|ίουλ|ιουλ αύγ|αυγ σεπ οκτ|όκτ νοέ|νοε δεκ',
  es: 'ene feb mar abr may jun jul ago sep oct nov dic',
  et: 'jaan veebr märts|marts apr mai juuni juuli aug sept okt nov dets',
  fi: 'tam hel maa huh tou kes hei elo syy lok mar jou',
  fr: 'janv févr|fevr mars avr mai juin juil août|aout sept oct nov déc|dec',
  hr: 'sij velj ožu|ozu tra svi lip srp kol ruj lis stu pro',
  hu: 'jan feb márc|marc ápr|apr máj|maj jún|jun júl|jul aug szept okt nov dec',
  it: 'gen feb mar apr mag giu lug ago set ott nov dic',
  lt: 'sau vas kov bal geg bir lie rugp|rgp rugs|rgs spa|spl lap gru|grd',
  lv: 'janv febr marts apr maijs jūn|jun jūl|jul aug sept okt nov dec',
  nl: 'jan feb maa|mrt apr mei jun jul aug sep okt nov dec',
  no: 'jan feb mar apr mai jun jul aug sep okt nov des',
  pl: 'sty lut mar kwi maj cze lip sie wrz paź|paz lis gru',
  pt: 'jan fev mar abr mai jun jul ago set out nov dez',
  ro: 'ian feb mar apr mai iun iul aug sep oct noi|nov dec',
  sk: 'jan feb mar apr máj|maj jún|jun júl|jul aug sep okt nov dec',
  sl: 'jan feb mar apr maj jun jul avg sep okt nov dec',
  sv: 'jan feb mar apr maj jun jul aug sep okt nov dec',
};

const CZECH_DAY =
  'ledna|led února|unora|úno|uno března|brezna|bře|bre dubna|dub května|kvetna|kvě|kve června|cervna|čvn|cvn července|cervence|čvc|cvc srpna|srp září|zari|zář|zar října|rijna|říj|rij listopadu|lis prosince|pro';

const CZECH_MONTH =
  'leden|ledna|lednu|led únor|unor|února|unora|únoru|unoru|úno|uno březen|brezen|března|brezna|březnu|breznu|bře|bre duben|dubna|dubnu|dub květen|kveten|května|kvetna|květnu|kvetnu|kvě|kve červen|cerven|června|cervna|červnu|cervnu|čvn|cvn červenec|cervenec|července|cervence|červenci|cervenci|čvc|cvc srpen|srpna|srpnu|srp září|zari|zář|zar říjen|rijen|října|rijna|říjnu|rijnu|říj|rij listopad|listopadu|lis prosinec|prosince|prosinci|pro';

const WELSH_MONTH = 'ion chwe maw|faw ebr mai|fai meh|feh gor|ngor aws med|fed|fedi hyd tach|dach|nhach|thach rhag|rag';

const ENGLISH = 'January February March April May June July August September October November December';
const HINDI = 'जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर';

/** Languages whose names the registries take in small letters, in capitals and with a capital first. */
export function monthNames(language: string): MonthNames {
  return tabulate(STEMS[language] ?? '', inThreeCases);
}

/** Czech names beside a day stand in the genitive. */
export const CZECH_BESIDE_DAY: MonthNames = tabulate(CZECH_DAY, inThreeCases);
export const CZECH_BESIDE_YEAR: MonthNames = tabulate(CZECH_MONTH, inThreeCases);
/** Welsh names mutate after a preposition. */
export const WELSH_BESIDE_YEAR: MonthNames = tabulate(WELSH_MONTH, inThreeCases);
export const ENGLISH_LONG: MonthNames = tabulate(ENGLISH, name => [name]);
export const ENGLISH_SHORT: MonthNames = tabulate(ENGLISH, name => [name.slice(0, 3)]);
/** In full or of three letters, capitals or with a capital first. */
export const ENGLISH_ANY: MonthNames = tabulate(ENGLISH, name => {
  const short = name.slice(0, 3);
  return [name, name.toUpperCase(), short, short.toUpperCase()];
});
export const HINDI_FULL: MonthNames = tabulate(HINDI, name => [name]);
export const ROMAN: MonthNames = tabulate('I II III IV V VI VII VIII IX X XI XII', name => [name]);

function tabulate(months: string, spellings: (name: string) => string[]): MonthNames {
  const monthOf = new Map<string, number>();
  for (const [index, names] of months.split(' ').entries()) {
    for (const name of names.split('|').flatMap(spellings)) monthOf.set(name, index + 1);
  }
  const longestFirst = [...monthOf.keys()].sort((a, b) => b.length - a.length);
  return { alternatives: longestFirst.join('|'), monthOf };
}

function inThreeCases(name: string): string[] {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return [name, name.toUpperCase(), title].flatMap(spelling => [spelling, withLatinCapital(spelling)]);
}

/** The registries' Greek lists hold names that begin with the Latin capital of the same shape. */
function withLatinCapital(name: string): string {
  const index = 'ΑΙΟ'.indexOf(name.charAt(0));
  return index < 0 ? name : `${'AIO'.charAt(index)}${name.slice(1)}`;
}
