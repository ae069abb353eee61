/** Accounts of a fictional company at the end of 2025 with three figures and the day of their approval, for tests. */
export function fictionalAccounts(number: string, { approvedOn = '', netAssets = 1234 } = {}): string {
  const approval = `<p>Approved on <ix:nonNumeric name="core:DateAuthorisationFinancialStatementsForIssue" contextRef="c">${approvedOn}</ix:nonNumeric></p>`;
  return `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
  xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
  xmlns:bus="http://xbrl.frc.org.uk/cd/2023-01-01/business" xmlns:core="http://xbrl.frc.org.uk/fr/2023-01-01/core">
<head><title>x</title></head><body><div style="display:none"><ix:header><ix:resources>
<xbrli:context id="c"><xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">${number}</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:instant>2025-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:context id="y"><xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">${number}</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:startDate>2025-01-01</xbrli:startDate><xbrli:endDate>2025-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:unit id="u"><xbrli:measure>iso4217:GBP</xbrli:measure></xbrli:unit></ix:resources></ix:header></div>
<p><ix:nonNumeric name="bus:EntityCurrentLegalOrRegisteredName" contextRef="c">FICTIONAL LIMITED</ix:nonNumeric></p>
<p>Turnover <ix:nonFraction name="core:TurnoverRevenue" contextRef="y" unitRef="u" decimals="0">90000</ix:nonFraction></p>
<p>Profit <ix:nonFraction name="core:ProfitLoss" contextRef="y" unitRef="u" decimals="0">1200</ix:nonFraction></p>
<p>Net assets <ix:nonFraction name="core:NetAssetsLiabilities" contextRef="c" unitRef="u" decimals="0">${netAssets}</ix:nonFraction></p>
${approvedOn === '' ? '' : approval}
</body></html>`;
}

/** The entry of those accounts in the filing history of the company, as the API lists it. */
export const FICTIONAL_ENTRY = {
  transaction_id: 'MzEx',
  date: '2026-09-14',
  type: 'AA',
  category: 'accounts',
  description: 'accounts-with-accounts-type-micro-entity',
  description_values: { made_up_date: '2025-12-31' },
};
