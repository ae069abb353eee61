import { Tokenizer } from 'htmlparser2';

const nothing = (): void => {};
const NOTHING = {
  onattribdata: nothing,
  onattribend: nothing,
  onattribentity: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
  ontext: nothing,
  ontextentity: nothing,
};

/** The bare tokenizer over an XML document, the minimum cost of any parser. */
export function tokenizeXml(source: string): void {
  run(new Tokenizer({ xmlMode: true, decodeEntities: false }, NOTHING), source);
}

/** The same for HTML. */
export function tokenizeHtml(source: string): void {
  run(new Tokenizer({ xmlMode: false, decodeEntities: false }, NOTHING), source);
}

function run(tokenizer: Tokenizer, source: string): void {
  tokenizer.write(source);
  tokenizer.end();
}
