-- `precedence` held the position of a source in its connector's list, so that a source added to the list shifted the others. Now
-- the connector states a rank for each source: ten times its place in that list, or 1000 for a source outside the list.

-- A statement names its source, so its rank follows from the name: the whole name, or its beginning up to a slash. What a filing
-- says of its issuer ranks last. No sub-query: these tables may be distributed.
update issuer_statements set precedence = coalesce(
  ranks -> registry ->> source,
  ranks -> registry ->> (split_part(source, '/', 1) || '/' || split_part(source, '/', 2) || '/'),
  ranks -> registry ->> (split_part(source, '/', 1) || '/'),
  '1000')::smallint
from (select '{
  "bse-india": {
    "securities/active": 10, "securities/suspended": 20, "securities/delisted": 30, "announcements/": 40, "rows/": 50},
  "cninfo": {
    "introduction": 10, "executives": 20, "stocks/szse": 30, "stocks/bj": 40, "announcements/": 50, "rows/": 60},
  "companies-house": {
    "profile": 10, "stream/": 20, "stream": 20, "company-data": 30, "filing-history": 40, "search": 50,
    "authorisation/": 70},
  "cvm": {"cadastro": 10, "fca/": 20, "fre/": 30, "dfp/": 40, "itr/": 50, "ipe/": 60},
  "edinet": {"stated/": 10},
  "esef": {"index/": 20},
  "gleif": {
    "lei-record": 10, "golden-copy-lei2": 20, "lei-records/": 30, "isins": 40, "golden-copy-lei-isin": 50,
    "relationships": 60, "golden-copy-rr": 70, "golden-copy-repex": 80},
  "hkexnews": {
    "stocks/clearing": 10, "stocks/active-en": 20, "stocks/active-zh": 30, "prefix/": 40, "titles/en/": 50, "titles/zh/": 60,
    "rows/": 70, "listings/clearing": 80, "stocks/inactive-en": 90, "stocks/inactive-zh": 100},
  "opendart": {
    "company": 10, "list/": 20, "holdings/": 40, "report-tables/": 50, "corp-codes": 60, "accounts/": 70,
    "main-accounts/": 80},
  "openfigi": {"mapping": 10},
  "sec-edgar": {
    "submissions": 20, "company-tickers-exchange": 30, "company-tickers": 40,
    "financial-statement-data-set/": 50, "form-13f-data-set/": 60, "companyfacts": 70},
  "tdnet": {"list/": 10}
}'::jsonb as ranks) as known;

-- A filing holds the position alone. `counts` has, by registry, how many positions can belong to a source of filings. Every such
-- position has one meaning: the only list that ever shifted is that of sec-edgar, and it shifted behind its first six.
update filings set precedence = case
  when precedence < coalesce((counts ->> registry)::integer, 0) then 10 * (precedence + 1) else 1000 end
from (select '{
  "bse-india": 6, "cninfo": 7, "companies-house": 7, "cvm": 6, "edinet": 2, "esef": 2, "gleif": 8, "hkexnews": 11,
  "opendart": 8, "openfigi": 1, "sec-edgar": 6, "tdnet": 2
}'::jsonb as counts) as known;
