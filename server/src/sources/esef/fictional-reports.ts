/** Reports of fictional filers in the forms of the registry, for tests. Their identifiers have valid check digits and are not assigned. */
export const FICTIONAL_LEI = '999900FICTIONAL00054';
export const OTHER_LEI = '999900FICTIONAL11112';

/** `2023-12-31` → the id of the filing for that year. */
export function fictionalId(periodEnd: string, lei = FICTIONAL_LEI): string {
  return `${lei}-${periodEnd}-ESEF-BE-0`;
}

export function fictionalFolder(periodEnd: string, lei = FICTIONAL_LEI): string {
  return `filings.xbrl.org/${lei}/${periodEnd}/ESEF/BE/0`;
}

/** A page of the index that lists one filing of each `[period end, LEI]`; `name` is the entities'. */
export function fictionalPage(filings: readonly (readonly [string, string])[], name: string | null): string {
  const data = filings.map(([periodEnd, lei], index) => ({
    type: 'filing',
    id: String(index + 1),
    attributes: {
      fxo_id: fictionalId(periodEnd, lei),
      country: 'BE',
      period_end: periodEnd,
      date_added: `${Number(periodEnd.slice(0, 4)) + 1}-04-28 16:05:09.236220`,
      processed: '2024-05-01 10:00:00.000001',
      error_count: 0,
      package_url: `/${lei}/${periodEnd}/ESEF/BE/0/fict-${periodEnd}-nl.zip`,
      report_url: `/${lei}/${periodEnd}/ESEF/BE/0/fict-${periodEnd}-nl/reports/fict-${periodEnd}-nl.xhtml`,
      json_url: `/${lei}/${periodEnd}/ESEF/BE/0/fict-${periodEnd}-nl.json`,
      viewer_url: null,
    },
    relationships: { entity: { links: { related: `/api/entities/${lei}` }, data: { type: 'entity', id: lei } } },
  }));
  const leis = [...new Set(filings.map(([, lei]) => lei))];
  const included =
    name === null ? [] : leis.map(lei => ({ type: 'entity', id: lei, attributes: { identifier: lei, name } }));
  return JSON.stringify({ data, included, meta: { count: filings.length }, jsonapi: { version: '1.0' } });
}

/** xBRL-JSON with revenue and assets of a calendar year, in thousands of euro, and the assets of the company alone. */
export function fictionalJson(year: number, revenue: number, lei = FICTIONAL_LEI): string {
  const fact = (concept: string, value: string, period: string, more: Record<string, string> = {}) => ({
    value,
    decimals: -3,
    dimensions: { concept: `ifrs-full:${concept}`, entity: `lei:${lei}`, period, unit: 'iso4217:EUR', ...more },
  });
  const duration = `${year}-01-01T00:00:00/${year + 1}-01-01T00:00:00`;
  const instant = `${year + 1}-01-01T00:00:00`;
  return JSON.stringify({
    documentInfo: {
      documentType: 'https://xbrl.org/2021/xbrl-json',
      namespaces: {
        'ifrs-full': 'https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full',
        iso4217: 'http://www.xbrl.org/2003/iso4217',
        lei: 'http://standards.iso.org/iso/17442',
      },
      taxonomy: ['https://fictional.example/taxonomy.xsd'],
    },
    facts: {
      f1: fact('Revenue', String(revenue), duration),
      f2: fact('ProfitLoss', String(revenue / 10), duration),
      f3: fact('Assets', String(revenue * 2), instant),
      f4: fact('Assets', String(revenue), instant, {
        'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis': 'ifrs-full:SeparateMember',
      }),
    },
  });
}

/** The same year as an inline report in Dutch, with a heading and its filer's name. */
export function fictionalInline(year: number, revenue: string, lei = FICTIONAL_LEI): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2022-02-16" xmlns:xbrli="http://www.xbrl.org/2003/instance"
 xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
 xmlns:ifrs="https://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full" xml:lang="nl">
<head><title>Jaarverslag</title></head><body>
<div style="display:none"><ix:header><ix:references><link:schemaRef xlink:type="simple" xlink:href="https://fictional.example/t.xsd"/></ix:references>
<ix:resources>
<xbrli:context id="y"><xbrli:entity><xbrli:identifier scheme="http://standards.iso.org/iso/17442">${lei}</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:startDate>${year}-01-01</xbrli:startDate><xbrli:endDate>${year}-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="e"><xbrli:entity><xbrli:identifier scheme="http://standards.iso.org/iso/17442">${lei}</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:instant>${year}-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="eur"><xbrli:measure>iso4217:EUR</xbrli:measure></xbrli:unit>
</ix:resources></ix:header></div>
<h1><ix:nonNumeric name="ifrs:NameOfReportingEntityOrOtherMeansOfIdentification" contextRef="y">Fictieve Werken NV</ix:nonNumeric></h1>
<p>Omzet: <ix:nonFraction name="ifrs:Revenue" contextRef="y" unitRef="eur" decimals="-3" scale="3" format="ixt:num-comma-decimal">${revenue}</ix:nonFraction></p>
<p>Winst: <ix:nonFraction name="ifrs:ProfitLoss" contextRef="y" unitRef="eur" decimals="-3" scale="3" format="ixt:num-comma-decimal">120</ix:nonFraction></p>
<p>Activa: <ix:nonFraction name="ifrs:Assets" contextRef="e" unitRef="eur" decimals="-3" scale="3" format="ixt:num-comma-decimal">9.000</ix:nonFraction></p>
</body></html>`;
}

/** A label linkbase in two languages for revenue, and for a concept that no report uses. */
export const FICTIONAL_LABELS = `<?xml version="1.0" encoding="UTF-8"?>
<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">
<link:labelLink xlink:type="extended" xlink:role="http://www.xbrl.org/2003/role/link">
<link:loc xlink:type="locator" xlink:href="https://ifrs.example/full.xsd#ifrs-full_Revenue" xlink:label="r"/>
<link:loc xlink:type="locator" xlink:href="fict.xsd#fict_Other" xlink:label="o"/>
<link:label xlink:type="resource" xlink:label="rl" xlink:role="http://www.xbrl.org/2003/role/label" xml:lang="en">Revenue of the works</link:label>
<link:label xlink:type="resource" xlink:label="rl" xlink:role="http://www.xbrl.org/2003/role/label" xml:lang="nl">Omzet van de werken</link:label>
<link:label xlink:type="resource" xlink:label="ol" xlink:role="http://www.xbrl.org/2003/role/label" xml:lang="nl">Iets anders</link:label>
<link:labelArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/concept-label" xlink:from="r" xlink:to="rl"/>
<link:labelArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/concept-label" xlink:from="o" xlink:to="ol"/>
</link:labelLink></link:linkbase>`;
