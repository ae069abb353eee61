/** Words by which names of companies are told from other capitalised words. */

/** Legal forms as they stand at the end of a name. */
export const LEGAL_FORM =
  /^(?:Inc|Incorporated|Corp|Corporation|Co|Company|Companies|Ltd|Limited|LLC|L\.L\.C\.?|LP|L\.P\.?|LLP|plc|PLC|N\.A\.?|NA|N\.V\.?|NV|S\.A\.?|SA|S\.A\.S\.?|SAS|S\.p\.A\.?|SpA|AG|SE|GmbH|KGaA|A\/S|AB|ASA|Oyj|B\.V\.?|BV|K\.K\.?)\.?$/;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(word => word !== ''));

/** Capitalised words that may open a sentence, and are no part of a name behind them. */
export const OPENING_WORDS = words(
  `The We Our In As These This Those During For No None If Under At It Its On Such However Although While Each Certain There
  They Their To All Any When Because Many Some Other A An Of From With Additionally Furthermore Both Also Since And But Or By
  Historically Currently Generally Typically Sales Revenue Revenues Net Purchases Through Between Among Including Approximately
  Neither Where Whereas After Before Until Unless Further Moreover Similarly Accordingly Consequently Therefore Thus Then Here
  Total Customers Suppliers Distributors Resellers Vendors Manufacturers`,
);

/** Words that stand for nobody in particular: a name of nothing else is none. */
export const GENERIC_WORDS = words(
  `Company Companies Customer Customers Client Clients Supplier Suppliers Vendor Vendors Distributor Distributors Reseller
  Resellers Retailer Retailers Wholesaler Wholesalers Manufacturer Manufacturers Dealer Dealers Partner Partners Party Parties
  Licensee Licensees Carrier Carriers Segment Segments Division Divisions Region Regions Market Markets Channel Channels
  Product Products Program Programs Plan Agreement Agreements Contract Contracts Act Note Notes Item Part Table Schedule
  Exhibit Section Report Board Committee Management Government Governments Agency State States Federal OEM OEMs ODM ODMs EMS
  GAAP IFRS SEC FASB IRS GPU GPUs CPU CPUs AI API APIs Internet Platform Platforms Software Hardware Cloud Commercial Consumer
  Enterprise International Domestic Foreign Wholesale Retail Online Direct Store Stores Restaurants Units Business Businesses
  Operations Brand Brands Class Series Stock Shares Common Preferred Officer Director Directors President Chairman CEO CFO
  January February March April May June July August September October November December Monday Tuesday Wednesday Thursday
  Friday Saturday Sunday Fiscal Year Quarter Q1 Q2 Q3 Q4 Annual Form Rule Regulation Credit Facility Loan Senior Acquisition
  Merger Transaction Tribunal Court Department Administration Ministry Bureau Commission Institute Institutes Authority
  Exchange Index Fund Funds Trust Bank Banks Members Member Merchants Issuers Network Standard Standards Payment Payments`,
);

/** Words for kinds of bodies, things and arrangements: a name without a legal form that ends in one is none. */
export const NO_LAST_WORDS = words(
  `Company Companies Customer Customers Client Clients Supplier Suppliers Vendor Vendors Distributor Distributors Reseller
  Resellers Retailer Retailers Wholesaler Wholesalers Manufacturer Manufacturers Dealer Dealers Partner Partners Party Parties
  Licensee Licensees Carrier Carriers Segment Segments Division Divisions Region Regions Market Markets Channel Channels Product
  Products Program Programs Plan Agreement Agreements Contract Contracts Act Note Notes Item Part Table Schedule Exhibit Section
  Report Board Committee Management OEM OEMs ODM ODMs Store Stores Restaurants Units Operations Brands Class Series Shares
  Officer Director Directors Facility Loan Acquisition Merger Transaction Rule Regulation Members Merchants Issuers Standard
  Standards Payments Platform Platforms Business Businesses Prevention Year Quarter`,
);

/** Places: sales to them and supplies from them are geography. */
export const PLACES = words(
  `Africa Americas America American Asia Asian Europe European Pacific Atlantic Oceania EMEA APAC LATAM EU US USA UK North South
  East West Northern Southern Eastern Western Central Latin Middle Greater United Kingdom States U.S. U.K. U.S.A. Emirates
  Mainland Northeast Southeast Northwest Southwest Midwest Global Worldwide World Rest
  Afghanistan Algeria Argentina Armenia Australia Austria Azerbaijan Bahrain Bangladesh Belarus Belgium Bermuda Bolivia Bosnia
  Botswana Brazil Bulgaria Cambodia Cameroon Canada Chile China Colombia Congo Croatia Cuba Cyprus Czech Republic Czechia Denmark
  Ecuador Egypt England Estonia Ethiopia Finland France Georgia Germany Ghana Greece Guatemala Guinea Honduras Hong Kong Hungary
  Iceland India Indonesia Iran Iraq Ireland Israel Italy Jamaica Japan Jordan Kazakhstan Kenya Korea Kuwait Laos Latvia Lebanon
  Libya Lithuania Luxembourg Macau Malaysia Malta Mauritius Mexico Monaco Mongolia Morocco Mozambique Myanmar Namibia Nepal
  Netherlands Zealand New Nicaragua Niger Nigeria Norway Oman Pakistan Panama Paraguay Peru Philippines Poland Portugal Puerto
  Rico Qatar Romania Russia Russian Federation Rwanda Saudi Arabia Scotland Senegal Serbia Singapore Slovakia Slovenia Spain Sri
  Lanka Sudan Sweden Switzerland Syria Taiwan Tanzania Thailand Tunisia Turkey Türkiye Uganda Ukraine Uruguay Uzbekistan
  Venezuela Vietnam Wales Yemen Zambia Zimbabwe
  Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Hawaii Idaho Illinois Indiana Iowa Kansas
  Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada Hampshire
  Jersey York Carolina Dakota Ohio Oklahoma Oregon Pennsylvania Rhode Island Tennessee Texas Utah Vermont Virginia Washington
  Wisconsin Wyoming Beijing Shanghai Shenzhen Tokyo London Paris Dubai City`,
);
