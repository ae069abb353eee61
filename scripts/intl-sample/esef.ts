import { filingRowUrl, ORIGIN } from '../../server/src/sources/esef/filing-address.ts';
import { readPlain } from './corpus.ts';

/** Kainos Group plc to March 2022: the filing with recorded facts, and the index page that lists it. */
const FILING = '213800H2PQMIF3OVZY47-2022-03-31-ESEF-GB-0';
const PAGE = 'eu/filings-xbrl-org/raw_gb_filings.json';
const FACTS = 'eu/xbrl-json/kainos_2022.json';

interface Page {
  data: { id: string; attributes: Record<string, unknown> & { fxo_id: string; json_url: string } }[];
}
interface Entity {
  type: string;
  id: string;
  attributes: { identifier: string; name: string };
}
interface XbrlJson {
  documentInfo: unknown;
  facts: Record<string, { value: string; decimals?: number; dimensions: Record<string, string> }>;
}

/** Responses of filings.xbrl.org: the row of the filing and its figures, by URL. */
export function esefResponses(corpus: string): Map<string, Buffer> {
  const page = readJson(corpus, PAGE) as Page & { included: Entity[] };
  const row = page.data.find(item => item.attributes.fxo_id === FILING);
  const entity = page.included.find(candidate => FILING.startsWith(candidate.attributes.identifier));
  if (row === undefined || entity === undefined) throw new Error(`${PAGE} does not list ${FILING}`);
  const { fxo_id, json_url, country, period_end, date_added } = row.attributes;
  const attributes = { fxo_id, json_url, country, period_end, date_added };
  const { identifier, name } = entity.attributes;
  const response = {
    data: [
      {
        type: 'filing',
        id: row.id,
        attributes,
        relationships: { entity: { data: { type: 'entity', id: entity.id } } },
      },
    ],
    included: [{ type: 'entity', id: entity.id, attributes: { identifier, name } }],
    meta: { count: 1 },
  };
  return new Map([
    [filingRowUrl(FILING), toBytes(response)],
    [new URL(json_url, ORIGIN).href, toBytes(bareFacts(readJson(corpus, FACTS) as XbrlJson))],
  ]);
}

/** Facts with a unit are numbers; the others are text. */
function bareFacts({ documentInfo, facts }: XbrlJson): XbrlJson {
  const figures = Object.entries(facts).filter(([, fact]) => fact.dimensions.unit !== undefined);
  return { documentInfo, facts: Object.fromEntries(figures) };
}

function readJson(corpus: string, path: string): unknown {
  return JSON.parse(readPlain(corpus, path).toString('utf8'));
}

function toBytes(response: unknown): Buffer {
  return Buffer.from(JSON.stringify(response));
}
