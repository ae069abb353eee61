/** The exchange of the sample's fictional issuers. No exchange of the registry has this name. */
export const FICTIONAL_EXCHANGE = 'Fictional';

/** The registry's names of exchanges with their market identifier codes (ISO 10383) and the names people know. */
export const EXCHANGES: Readonly<Record<string, { mic: string; name: string }>> = {
  Nasdaq: { mic: 'XNAS', name: 'Nasdaq' },
  NYSE: { mic: 'XNYS', name: 'New York Stock Exchange' },
  'NYSE American': { mic: 'XASE', name: 'NYSE American' },
  'NYSE MKT': { mic: 'XASE', name: 'NYSE American' },
  'NYSE Arca': { mic: 'ARCX', name: 'NYSE Arca' },
  NYSEArca: { mic: 'ARCX', name: 'NYSE Arca' },
  'NYSE Texas': { mic: 'XCHI', name: 'NYSE Texas' },
  CBOE: { mic: 'BATS', name: 'Cboe BZX' },
  BATS: { mic: 'BATS', name: 'Cboe BZX' },
  IEX: { mic: 'IEXG', name: 'Investors Exchange' },
  LTSE: { mic: 'LTSE', name: 'Long-Term Stock Exchange' },
  OTC: { mic: 'OTCM', name: 'OTC Markets' },
};
