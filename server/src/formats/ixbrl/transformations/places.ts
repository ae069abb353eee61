/**
 * Countries and territories: ISO 3166 code, code of EDGAR's list of states and countries ('-' = none), names in English,
 * the usual one first. EDGAR's list: https://www.sec.gov/submit-filings/filer-support-resources/edgar-state-country-codes.
 */
const COUNTRIES = `
AF B2 Afghanistan
AX Y6 Åland Islands|Aland Islands
AL B3 Albania
DZ B4 Algeria
AS B5 American Samoa
AD B6 Andorra
AO B7 Angola
AI 1A Anguilla
AQ B8 Antarctica
AG B9 Antigua and Barbuda
AR C1 Argentina|Republic of Argentina|The Republic of Argentina|Argentine Republic
AM 1B Armenia
AW 1C Aruba
AU C3 Australia
AT C4 Austria
AZ 1D Azerbaijan
BS C5 Bahamas|The Bahamas
BH C6 Bahrain
BD C7 Bangladesh
BB C8 Barbados
BY 1F Belarus
BE C9 Belgium
BZ D1 Belize
BJ G6 Benin
BM D0 Bermuda
BT D2 Bhutan
BO D3 Bolivia|Plurinational State of Bolivia|The Plurinational State of Bolivia
BQ - Bonaire, Sint Eustatius and Saba|Bonaire
BA 1E Bosnia and Herzegovina
BW B1 Botswana
BV D4 Bouvet Island
BR D5 Brazil|Brasil|Federative Republic of Brazil|The Federative Republic of Brazil|Federative Republic of Brasil|The Federative Republic of Brasil
IO D6 British Indian Ocean Territory|The British Indian Ocean Territory
BN D9 Brunei Darussalam|Brunei
BG E0 Bulgaria
BF X2 Burkina Faso
BI E2 Burundi
KH E3 Cambodia
CM E4 Cameroon
CA Z4 Canada
CV E8 Cabo Verde|Cape Verde
KY E9 Cayman Islands|The Cayman Islands
CF F0 Central African Republic|The Central African Republic
TD F2 Chad
CL F3 Chile|Republic of Chile|The Republic of Chile
CN F4 China|People's Republic of China|The People's Republic of China|Peoples Republic of China
CX F6 Christmas Island
CC F7 Cocos Islands|Cocos (Keeling) Islands|Cocos [Keeling] Islands
CO F8 Colombia|Republic of Colombia|The Republic of Colombia
KM F9 Comoros|The Comoros
CG G0 Congo|The Congo
CD Y3 Democratic Republic of the Congo|Democratic Republic of Congo
CK G1 Cook Islands|The Cook Islands
CR G2 Costa Rica
CI L7 Côte d'Ivoire|Cote d'Ivoire|Ivory Coast
HR 1M Croatia
CU G3 Cuba
CW - Curaçao|Curacao
CY G4 Cyprus
CZ 2N Czechia|Czech Republic|The Czech Republic
DK G7 Denmark|Kingdom of Denmark|The Kingdom of Denmark
DJ 1G Djibouti
DM G9 Dominica
DO G8 Dominican Republic|The Dominican Republic
EC H1 Ecuador
EG H2 Egypt
SV H3 El Salvador
GQ H4 Equatorial Guinea
ER 1J Eritrea
EE 1H Estonia
SZ V6 Eswatini|Swaziland
ET H5 Ethiopia
FK H7 Falkland Islands|Falkland Islands (Malvinas)|Islas Malvinas|Malvinas Islands|The Falkland Islands
FO H6 Faroe Islands|The Faroe Islands
FJ H8 Fiji
FI H9 Finland
FR I0 France
GF I3 French Guiana
PF I4 French Polynesia
TF 2C French Southern Territories|The French Southern Territories
GA I5 Gabon
GM I6 Gambia|The Gambia
GE 2Q Georgia
DE 2M Germany|Federal Republic of Germany|The Federal Republic of Germany
GH J0 Ghana
GI J1 Gibraltar
GR J3 Greece
GL J4 Greenland
GD J5 Grenada
GP J6 Guadeloupe
GU GU Guam
GT J8 Guatemala
GG Y7 Guernsey
GN J9 Guinea
GW S0 Guinea-Bissau
GY K0 Guyana
HT K1 Haiti
HM K4 Heard Island and McDonald Islands|Heard Island and Mcdonald Islands
VA X4 Holy See|The Holy See|Vatican City|Vatican City State
HN K2 Honduras
HK K3 Hong Kong
HU K5 Hungary
IS K6 Iceland
IN K7 India
ID K8 Indonesia
IR K9 Iran|Islamic Republic of Iran|The Islamic Republic of Iran
IQ L0 Iraq
IE L2 Ireland|Republic of Ireland|The Republic of Ireland
IM Y8 Isle of Man
IL L3 Israel|State of Israel|The State of Israel
IT L6 Italy
JM L8 Jamaica
JP M0 Japan
JE Y9 Jersey
JO M2 Jordan
KZ 1P Kazakhstan
KE M3 Kenya
KI J2 Kiribati
KP M4 North Korea|Democratic People's Republic of Korea|Democratic Peoples Republic of Korea|The Democratic People's Republic of Korea
KR M5 South Korea|Republic of Korea|The Republic of Korea
KW M6 Kuwait
KG 1N Kyrgyzstan
LA M7 Lao People's Democratic Republic|Lao Peoples Democratic Republic|The Lao People's Democratic Republic|Laos
LV 1R Latvia
LB M8 Lebanon
LS M9 Lesotho
LR N0 Liberia
LY N1 Libya|State of Libya|The State of Libya
LI N2 Liechtenstein
LT 1Q Lithuania
LU N4 Luxembourg|Duchy of Luxembourg|Grand Duchy of Luxembourg|The Duchy of Luxembourg|The Grand Duchy of Luxembourg
MO N5 Macao|Macau
MK 1U North Macedonia|Macedonia|Republic of North Macedonia|The Republic of North Macedonia
MG N6 Madagascar
MW N7 Malawi
MY N8 Malaysia
MV N9 Maldives
ML O0 Mali
MT O1 Malta
MH 1T Marshall Islands|The Marshall Islands|Republic of Marshall Islands|Republic of the Marshall Islands|The Republic of the Marshall Islands|The Republic of Marshall Islands
MQ O2 Martinique
MR O3 Mauritania
MU O4 Mauritius
YT 2P Mayotte
MX O5 Mexico|United Mexican States|The United Mexican States
FM 1K Micronesia|Federated States of Micronesia|The Federated States of Micronesia
MD 1S Moldova|Republic of Moldova|The Republic of Moldova
MC O9 Monaco
MN P0 Mongolia
ME Z5 Montenegro
MS P1 Montserrat
MA P2 Morocco
MZ P3 Mozambique
MM E1 Myanmar|Burma
NA T6 Namibia
NR P5 Nauru
NP P6 Nepal
NL P7 Netherlands|The Netherlands|Kingdom of the Netherlands|The Kingdom of the Netherlands
AN P8 Netherlands Antilles
NC 1W New Caledonia
NZ Q2 New Zealand
NI Q3 Nicaragua
NE Q4 Niger
NG Q5 Nigeria
NU Q6 Niue
NF Q7 Norfolk Island
MP 1V Northern Mariana Islands|The Northern Mariana Islands
NO Q8 Norway
OM P4 Oman
PK R0 Pakistan
PW 1Y Palau
PS 1X Palestine|State of Palestine|The State of Palestine
PA R1 Panama|Republic of Panama|The Republic of Panama
PG R2 Papua New Guinea
PY R4 Paraguay
PE R5 Peru
PH R6 Philippines|The Philippines|Republic of the Philippines|The Republic of the Philippines
PN R8 Pitcairn
PL R9 Poland
PT S1 Portugal
PR PR Puerto Rico
QA S3 Qatar
RE S4 Réunion|Reunion
RO S5 Romania
RU 1Z Russian Federation|The Russian Federation|Russia
RW S6 Rwanda
BL Z0 Saint Barthélemy|Saint Barthelemy
SH U8 Saint Helena|Saint Helena, Ascension and Tristan da Cunha|Saint Helena, Ascension, and Tristan da Cunha
KN U7 Saint Kitts and Nevis
LC U9 Saint Lucia
MF Z1 Saint Martin
PM V0 Saint Pierre and Miquelon
VC V1 Saint Vincent and the Grenadines|Saint Vincent and Grenadines|Saint Vincent
WS Y0 Samoa
SM S8 San Marino
ST S9 Sao Tome and Principe
SA T0 Saudi Arabia|Kingdom of Saudi Arabia|The Kingdom of Saudi Arabia
SN T1 Senegal
RS Z2 Serbia
SC T2 Seychelles
SL T8 Sierra Leone
SG U0 Singapore|Republic of Singapore|The Republic of Singapore
SX - Sint Maarten
SK 2B Slovakia
SI 2A Slovenia
SB D7 Solomon Islands|The Solomon Islands
SO U1 Somalia
ZA T3 South Africa|Republic of South Africa|The Republic of South Africa
GS 1L South Georgia and the South Sandwich Islands|South Georgia and South Sandwich Islands
SS - South Sudan
ES U3 Spain|España|Kingdom of Spain|The Kingdom of Spain
LK F1 Sri Lanka
SD V2 Sudan|The Sudan
SR V3 Suriname
SJ L9 Svalbard and Jan Mayen
SE V7 Sweden|Kingdom of Sweden|The Kingdom of Sweden
CH V8 Switzerland|Swiss Confederation
SY V9 Syrian Arab Republic|Syria|The Syrian Arab Republic
TW F5 Taiwan|Taiwan, Province of China|Taiwan Province of China
TJ 2D Tajikistan
TZ W0 Tanzania|United Republic of Tanzania|The United Republic of Tanzania
TH W1 Thailand
TL Z3 Timor-Leste
TG W2 Togo
TK W3 Tokelau
TO W4 Tonga
TT W5 Trinidad and Tobago
TN W6 Tunisia
TR W8 Turkey|Türkiye|Turkiye
TM 2E Turkmenistan
TC W7 Turks and Caicos Islands|The Turks and Caicos Islands
TV 2G Tuvalu
UG W9 Uganda
UA 2H Ukraine
AE C0 United Arab Emirates|The United Arab Emirates|UAE|U.A.E.
GB X0 United Kingdom|The United Kingdom|United Kingdom of Great Britain and Northern Ireland|The United Kingdom of Great Britain and Northern Ireland|Great Britain|Britain|England and Wales|UK|U.K.
UM 2J United States Minor Outlying Islands
US X1 United States|United States of America|The United States|The United States of America|USA|U.S.A.|US|U.S.
UY X3 Uruguay
UZ 2K Uzbekistan
VU 2L Vanuatu
VE X5 Venezuela|Bolivarian Republic of Venezuela|The Bolivarian Republic of Venezuela
VN Q1 Viet Nam|Vietnam
VG D8 British Virgin Islands|Virgin Islands, British|The British Virgin Islands
VI VI U.S. Virgin Islands|US Virgin Islands|Virgin Islands, U.S.|Virgin Islands, US
WF X8 Wallis and Futuna
EH U5 Western Sahara
YE T7 Yemen
ZM Y4 Zambia
ZW Y5 Zimbabwe
`;

/** Provinces of Canada: postal code, code of EDGAR's list, names. */
const PROVINCES = `
AB A0 Alberta
BC A1 British Columbia
MB A2 Manitoba
NB A3 New Brunswick
NL A4 Newfoundland and Labrador|Newfoundland
NS A5 Nova Scotia
ON A6 Ontario
PE A7 Prince Edward Island
QC A8 Quebec|Québec
SK A9 Saskatchewan
YT B0 Yukon
NT - Northwest Territories
NU - Nunavut
`;

const STATES = `
AL Alabama
AK Alaska
AZ Arizona
AR Arkansas
CA California
CO Colorado
CT Connecticut
DE Delaware
DC District of Columbia
FL Florida
GA Georgia
HI Hawaii
ID Idaho
IL Illinois
IN Indiana
IA Iowa
KS Kansas
KY Kentucky
LA Louisiana
ME Maine
MD Maryland
MA Massachusetts
MI Michigan
MN Minnesota
MS Mississippi
MO Missouri
MT Montana
NE Nebraska
NV Nevada
NH New Hampshire
NJ New Jersey
NM New Mexico
NY New York
NC North Carolina
ND North Dakota
OH Ohio
OK Oklahoma
OR Oregon
PA Pennsylvania
PR Puerto Rico
RI Rhode Island
SC South Carolina
SD South Dakota
TN Tennessee
TX Texas
UT Utah
VT Vermont
VA Virginia
WA Washington
WV West Virginia
WI Wisconsin
WY Wyoming
`;

/** ISO 3166 alpha-2 code by {@link placeKey}. */
export const COUNTRY_CODES: ReadonlyMap<string, string> = byName(COUNTRIES, row => row.code);
/** Code of EDGAR's list of states and countries by {@link placeKey}: countries and the provinces of Canada. */
export const EDGAR_CODES: ReadonlyMap<string, string> = new Map([
  ...byName(COUNTRIES, row => row.edgar),
  ...byName(PROVINCES, row => row.edgar),
  ...byName(PROVINCES, row => row.edgar, ', Canada'),
]);
/** Postal code of states and provinces by {@link placeKey}. */
export const STATE_CODES: ReadonlyMap<string, string> = new Map([
  ...byName(STATES.replace(/^([A-Z]{2}) /gm, '$1 - '), row => row.code),
  ...byName(PROVINCES, row => row.code),
]);

/** A name with the first letter of each word small: capitals matter elsewhere, as they do to the registry. */
export function placeKey(name: string): string {
  return name
    .normalize('NFC')
    .replace(/’/g, "'")
    .replace(/,/g, '')
    .replace(/[ \u00A0]+/g, ' ')
    .replace(/(?<![\p{L}'.])\p{Lu}/gu, initial => initial.toLowerCase());
}

interface PlaceRow {
  code: string;
  edgar: string;
}

function byName(table: string, codeOf: (row: PlaceRow) => string, suffix = ''): Map<string, string> {
  const codes = new Map<string, string>();
  for (const line of table.trim().split('\n')) {
    const [, code = '', edgar = '', names = ''] = /^(\S+) (\S+) (.+)$/.exec(line) ?? [];
    const found = codeOf({ code, edgar });
    if (found === '-') continue;
    for (const name of names.split('|')) codes.set(placeKey(name + suffix), found);
  }
  return codes;
}
