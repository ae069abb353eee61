/** A line of the information table of a fictional manager. */
export interface FictionalHolding {
  name?: string;
  title?: string;
  cusip: string;
  value: number | string;
  shares: number | string;
  type?: 'SH' | 'PRN';
  putCall?: 'Put' | 'Call';
  discretion?: 'SOLE' | 'DFND' | 'OTR';
  otherManager?: string;
  /** Sole, shared, none; by default all shares are sole. */
  voting?: readonly [number, number, number];
}

export interface FictionalManager {
  cik?: number | string;
  fileNumber?: string;
  name: string;
}

/** A Form 13F of a fictional manager. */
export interface FictionalHoldingsReport {
  cik: number | string;
  manager: string;
  form: '13F-HR' | '13F-HR/A' | '13F-NT';
  /** `2025-12-31` */
  quarterEnd: string;
  amendment?: 'RESTATEMENT' | 'NEW HOLDINGS';
  fileNumber?: string;
  /** Schema version, by default X0202; null omits it, as in reports before 2023. */
  schema?: string | null;
  confidential?: boolean;
  /** Who reports for the filer (cover), and whose positions the report includes (summary). */
  reportedBy?: readonly FictionalManager[];
  includes?: readonly FictionalManager[];
  holdings: readonly FictionalHolding[];
  /** The total stated on the cover, if it differs from the sum of the table. */
  stated?: { lines: number; value: number };
}

/** The cover page of a Form 13F in XML, in the registry's form. */
export function holdingsCover(report: FictionalHoldingsReport): string {
  const { form, amendment, holdings, stated, includes = [], reportedBy = [] } = report;
  const quarter = report.quarterEnd.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2-$3-$1');
  const isNotice = form === '13F-NT';
  const total = holdings.reduce((sum, holding) => sum + Number(holding.value), 0);
  const schema = report.schema === undefined ? 'X0202' : report.schema;
  return `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler" xmlns:com="http://www.sec.gov/edgar/common">
${schema === null ? '' : `  <schemaVersion>${schema}</schemaVersion>\n`}  <headerData>
    <submissionType>${form}</submissionType>
    <filerInfo>
      <liveTestFlag>LIVE</liveTestFlag>
      <filer>
        <credentials>
          <cik>${String(report.cik).padStart(10, '0')}</cik>
          <ccc>XXXXXXXX</ccc>
        </credentials>
      </filer>
      <periodOfReport>${quarter}</periodOfReport>
    </filerInfo>
  </headerData>
  <formData>
    <coverPage>
      <reportCalendarOrQuarter>${quarter}</reportCalendarOrQuarter>
${amendment === undefined ? '' : `      <isAmendment>true</isAmendment>\n      <amendmentNo>1</amendmentNo>\n      <amendmentInfo>\n        <amendmentType>${amendment}</amendmentType>\n      </amendmentInfo>\n`}      <filingManager>
        <name>${escaped(report.manager)}</name>
      </filingManager>
      <reportType>${isNotice ? '13F NOTICE' : '13F HOLDINGS REPORT'}</reportType>
      <form13FFileNumber>${report.fileNumber ?? '028-99999'}</form13FFileNumber>
${reportedBy.length === 0 ? '' : `      <otherManagersInfo>\n${reportedBy.map(manager => managerElement(manager)).join('')}      </otherManagersInfo>\n`}      <provideInfoForInstruction5>N</provideInfoForInstruction5>
    </coverPage>
    <signatureBlock>
      <name>Nobody Real</name>
      <title>Officer</title>
    </signatureBlock>
${isNotice ? '' : `    <summaryPage>\n      <otherIncludedManagersCount>${includes.length}</otherIncludedManagersCount>\n      <tableEntryTotal>${stated?.lines ?? holdings.length}</tableEntryTotal>\n      <tableValueTotal>${stated?.value ?? total}</tableValueTotal>\n      <isConfidentialOmitted>${report.confidential ?? false}</isConfidentialOmitted>\n${includes.length === 0 ? '' : `      <otherManagers2Info>\n${includes.map((include, at) => `        <otherManager2>\n          <sequenceNumber>${at + 1}</sequenceNumber>\n${managerElement(include)}        </otherManager2>\n`).join('')}      </otherManagers2Info>\n`}    </summaryPage>\n`}  </formData>
</edgarSubmission>
`;
}

function managerElement({ cik, fileNumber, name }: FictionalManager): string {
  const number = cik === undefined ? '' : `          <cik>${String(cik).padStart(10, '0')}</cik>\n`;
  const file = fileNumber === undefined ? '' : `          <form13FFileNumber>${fileNumber}</form13FFileNumber>\n`;
  return `        <otherManager>\n${number}${file}          <name>${escaped(name)}</name>\n        </otherManager>\n`;
}

/** The information table of a report; `prefix` is the namespace prefix, which varies by filing software. */
export function informationTable(holdings: readonly FictionalHolding[], prefix = ''): string {
  const tag = prefix === '' ? '' : `${prefix}:`;
  const space = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  const element = (name: string, content: string | number): string => `<${tag}${name}>${content}</${tag}${name}>`;
  const optional = (name: string, content: string | undefined): string =>
    content === undefined ? '' : `\n    ${element(name, content)}`;
  const rows = holdings.map(holding => {
    const [sole, shared, none] = holding.voting ?? [holding.shares, 0, 0];
    return `  <${tag}infoTable>
    ${element('nameOfIssuer', escaped(holding.name ?? 'FICTIONAL WKS INC'))}
    ${element('titleOfClass', holding.title ?? 'COM')}
    ${element('cusip', holding.cusip)}
    ${element('value', holding.value)}
    ${element('shrsOrPrnAmt', `${element('sshPrnamt', holding.shares)}${element('sshPrnamtType', holding.type ?? 'SH')}`)}${optional('putCall', holding.putCall)}
    ${element('investmentDiscretion', holding.discretion ?? 'SOLE')}${optional('otherManager', holding.otherManager)}
    ${element('votingAuthority', `${element('Sole', sole)}${element('Shared', shared)}${element('None', none)}`)}
  </${tag}infoTable>
`;
  });
  const root = `${tag}informationTable ${space}="http://www.sec.gov/edgar/document/thirteenf/informationtable"`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${root}>\n${rows.join('')}</${tag}informationTable>\n`;
}

/** A reporting person of a Schedule 13G. */
export interface FictionalStakeHolder {
  name: string;
  shares: string;
  percent: string;
  types?: readonly string[];
}

/** A Schedule 13G of made-up holders, in XML of the version since 2026-03. */
export function scheduleG(of: {
  form?: 'SCHEDULE 13G' | 'SCHEDULE 13G/A';
  filerCik: number | string;
  issuer: { cik: number | string; name: string };
  cusips: readonly string[];
  /** `03/31/2026` */
  eventDay: string;
  holders: readonly FictionalStakeHolder[];
  exits?: boolean;
}): string {
  const persons = of.holders.map(
    holder => `<coverPageHeaderReportingPersonDetails>
<reportingPersonName>${escaped(holder.name)}</reportingPersonName>
<reportingPersonBeneficiallyOwnedNumberOfShares>
<soleVotingPower>0</soleVotingPower>
<sharedVotingPower>${holder.shares}</sharedVotingPower>
<soleDispositivePower>0</soleDispositivePower>
<sharedDispositivePower>${holder.shares}</sharedDispositivePower>
</reportingPersonBeneficiallyOwnedNumberOfShares>
<reportingPersonBeneficiallyOwnedAggregateNumberOfShares>${holder.shares}</reportingPersonBeneficiallyOwnedAggregateNumberOfShares>
<classPercent>${holder.percent}</classPercent>
${(holder.types ?? ['IA']).map(type => `<typeOfReportingPerson>${type}</typeOfReportingPerson>`).join('\n')}
</coverPageHeaderReportingPersonDetails>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g" xmlns:com="http://www.sec.gov/edgar/common">
<schemaVersion>X0202</schemaVersion>
<headerData>
<submissionType>${of.form ?? 'SCHEDULE 13G'}</submissionType>
<filerInfo>
<filer>
<filerCredentials>
<cik>${String(of.filerCik).padStart(10, '0')}</cik>
<ccc>XXXXXXXX</ccc>
</filerCredentials>
</filer>
<liveTestFlag>LIVE</liveTestFlag>
</filerInfo>
</headerData>
<formData>
<coverPageHeader>
<securitiesClassTitle>Common Stock</securitiesClassTitle>
<eventDateRequiresFilingThisStatement>${of.eventDay}</eventDateRequiresFilingThisStatement>
<issuerInfo>
<issuerCik>${String(of.issuer.cik).padStart(10, '0')}</issuerCik>
<issuerName>${escaped(of.issuer.name)}</issuerName>
<issuerCusips>
${of.cusips.map(cusip => `<issuerCusipNumber>${cusip}</issuerCusipNumber>`).join('\n')}
</issuerCusips>
</issuerInfo>
<designateRulesPursuantThisScheduleFiled>
<designateRulePursuantThisScheduleFiled>Rule 13d-1(b)</designateRulePursuantThisScheduleFiled>
</designateRulesPursuantThisScheduleFiled>
</coverPageHeader>
${persons.join('')}<items>
<item5>
<notApplicableFlag>N</notApplicableFlag>
<classOwnership5PercentOrLess>${of.exits === true ? 'Y' : 'N'}</classOwnership5PercentOrLess>
</item5>
</items>
</formData>
</edgarSubmission>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
