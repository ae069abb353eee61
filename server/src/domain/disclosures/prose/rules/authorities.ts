/** A regulator, court, exchange or other authority, with the words by which filings name it. */
interface Authority {
  id: string;
  words: RegExp;
}

/** Authorities in the order in which `readAuthorities` returns them. */
const AUTHORITIES: readonly Authority[] = [
  {
    id: 'sec',
    words:
      /\bSEC\b(?! (?:file|rules?|regulations?|filings?|website)\b)|\b(?:U\.S\. )?Securities and Exchange Commission\b|\bDivision of Enforcement\b/,
  },
  {
    id: 'doj',
    words:
      /\bDOJ\b|\bDepartment of Justice\b|\bJustice Department\b|\b(?:United States|U\.S\.) Attorney(?:['’]s Office)?\b|\bAntitrust Division\b|\bgrand jury\b/,
  },
  { id: 'ftc', words: /\bFTC\b|\bFederal Trade Commission\b/ },
  { id: 'cfpb', words: /\bCFPB\b|\bConsumer Financial Protection Bureau\b/ },
  { id: 'occ', words: /\bOCC\b|\bComptroller of the Currency\b/ },
  { id: 'fdic', words: /\bFDIC\b|\bFederal Deposit Insurance Corporation\b/ },
  { id: 'federal_reserve', words: /\bFederal Reserve\b|\bFRB\b/ },
  { id: 'finra', words: /\bFINRA\b|\bFinancial Industry Regulatory Authority\b|\bNASD\b/ },
  { id: 'pcaob', words: /\bPCAOB\b|\bPublic Company Accounting Oversight Board\b/ },
  { id: 'cftc', words: /\bCFTC\b|\bCommodity Futures Trading Commission\b/ },
  { id: 'epa', words: /\bEPA\b|\bEnvironmental Protection Agency\b/ },
  { id: 'fda', words: /\bFDA\b|\bFood and Drug Administration\b/ },
  { id: 'osha', words: /\bOSHA\b|\bOccupational Safety and Health\b/ },
  { id: 'nhtsa', words: /\bNHTSA\b|\bNational Highway Traffic Safety Administration\b/ },
  { id: 'dol', words: /\bDepartment of Labor\b|\bEEOC\b|\bEqual Employment Opportunity Commission\b/ },
  { id: 'ofac', words: /\bOFAC\b|\bOffice of Foreign Assets Control\b|\bBureau of Industry and Security\b/ },
  {
    id: 'tax_authority',
    words:
      /\bIRS\b|\bInternal Revenue Service\b|\btax(?:ation)? authorit(?:y|ies)\b|\bHMRC\b|\bCanada Revenue Agency\b/,
  },
  { id: 'state_attorney_general', words: /\b[Aa]ttorneys? [Gg]eneral\b|\bdistrict attorneys?\b/i },
  { id: 'state_regulator', words: /\bDepartment of Financial Services\b|\bNYDFS\b|\bDepartment of Insurance\b/ },
  {
    id: 'european_commission',
    words: /\bEuropean Commission\b|\bEuropean Court of Justice\b|\bECJ\b|\bCourt of Justice of the European Union\b/,
  },
  { id: 'data_protection', words: /\bIDPC\b|\bData Protection Commission(?:er)?\b|\bInformation Commissioner\b/ },
  {
    id: 'competition_authority',
    words:
      /\bCompetition (?:and|&) (?:Markets|Consumer)\b|\bACCC\b|\bCMA\b|\bBundeskartellamt\b|\bFair Trade Commission\b/,
  },
  { id: 'fca', words: /\bFinancial Conduct Authority\b|\bPrudential Regulation Authority\b|\bSerious Fraud Office\b/ },
  {
    id: 'congress',
    words: /\b(?:House|Senate) (?:Committee|Subcommittee)\b|\bCongressional (?:committee|inquiry|investigation)/,
  },
  { id: 'nasdaq', words: /\bN(?:asdaq|ASDAQ)\b/ },
  { id: 'nyse', words: /\bNYSE\b|\bNew York Stock Exchange\b/ },
  { id: 'stock_exchange', words: /\bTSXV?\b|\b(?:Toronto|American|London|Hong Kong|Tokyo) Stock Exchange\b|\bAMEX\b/ },
  {
    id: 'court',
    words:
      /\b(?:District|Bankruptcy|Chancery|Supreme|Superior|Circuit|General|High|National|Appeals?) Court\b|\bCourt of (?:Appeals?|Chancery)\b|\bcourt of (?:appeals?|law)\b/,
  },
];

/** Returns the ids of the authorities that a text names, in table order, without duplicates. */
export function readAuthorities(text: string): string[] {
  return AUTHORITIES.filter(({ words }) => words.test(text)).map(({ id }) => id);
}
