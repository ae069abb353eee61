// Written by `npm run registries:list` from the folders of sources/.
import { catalogue as alphavantage } from '../../../../sources/alphavantage/catalogue.ts';
import { catalogue as bankOfCanada } from '../../../../sources/bank-of-canada/catalogue.ts';
import { catalogue as bis } from '../../../../sources/bis/catalogue.ts';
import { catalogue as bseIndia } from '../../../../sources/bse-india/catalogue.ts';
import { catalogue as cninfo } from '../../../../sources/cninfo/catalogue.ts';
import { catalogue as companiesHouse } from '../../../../sources/companies-house/catalogue.ts';
import { catalogue as cvm } from '../../../../sources/cvm/catalogue.ts';
import { catalogue as earningscall } from '../../../../sources/earningscall/catalogue.ts';
import { catalogue as ecb } from '../../../../sources/ecb/catalogue.ts';
import { catalogue as edinet } from '../../../../sources/edinet/catalogue.ts';
import { catalogue as esef } from '../../../../sources/esef/catalogue.ts';
import { catalogue as fred } from '../../../../sources/fred/catalogue.ts';
import { catalogue as gleif } from '../../../../sources/gleif/catalogue.ts';
import { catalogue as globenewswire } from '../../../../sources/globenewswire/catalogue.ts';
import { catalogue as hkexnews } from '../../../../sources/hkexnews/catalogue.ts';
import { catalogue as imf } from '../../../../sources/imf/catalogue.ts';
import { catalogue as nasdaq } from '../../../../sources/nasdaq/catalogue.ts';
import { catalogue as opendart } from '../../../../sources/opendart/catalogue.ts';
import { catalogue as openfigi } from '../../../../sources/openfigi/catalogue.ts';
import { catalogue as prnewswire } from '../../../../sources/prnewswire/catalogue.ts';
import { catalogue as sbti } from '../../../../sources/sbti/catalogue.ts';
import { catalogue as secEdgar } from '../../../../sources/sec-edgar/catalogue.ts';
import { catalogue as stooq } from '../../../../sources/stooq/catalogue.ts';
import { catalogue as tdnet } from '../../../../sources/tdnet/catalogue.ts';
import { catalogue as transcripts } from '../../../../sources/transcripts/catalogue.ts';
import { catalogue as usTreasury } from '../../../../sources/us-treasury/catalogue.ts';
import { catalogue as yahoo } from '../../../../sources/yahoo/catalogue.ts';
import type { RegistryEntry } from './registry-entry.ts';

/** What every registry brings to the catalogue of markets, in the order of trust. */
export const REGISTRY_ENTRIES: readonly RegistryEntry[] = [
  secEdgar,
  edinet,
  opendart,
  cvm,
  companiesHouse,
  cninfo,
  hkexnews,
  bseIndia,
  esef,
  tdnet,
  gleif,
  openfigi,
  ecb,
  globenewswire,
  prnewswire,
  transcripts,
  alphavantage,
  earningscall,
  nasdaq,
  usTreasury,
  fred,
  bis,
  bankOfCanada,
  imf,
  sbti,
  stooq,
  yahoo,
];
