import type { FlagRuleId } from './flag-rules.ts';

/** The conditions of a text rule on a sentence. Section patterns match `section_key`. */
export interface TextRule {
  ruleId: FlagRuleId;
  /** Lower-case words; the rule skips sentences that contain none of them. */
  cues: readonly string[];
  /** The words that name the matter; their clause is judged. */
  trigger: RegExp;
  /** Must also match the sentence. */
  needs?: RegExp;
  /** Must not match the sentence: it is about another matter. */
  without?: RegExp;
  /** Marks boilerplate, whatever the points. */
  ordinary?: RegExp;
  /** Sections where such a matter is disclosed. */
  home: RegExp;
  /** The only sections that the rule reads. */
  only?: RegExp;
  /** Proves the threshold or the subject. An asserted fact that does not match is unclear. */
  proof?: RegExp;
  /** An asserted fact without the proof is boilerplate. */
  isOrdinaryUnproven?: true;
  /** The sentence must name a regulator. */
  needsAuthority?: true;
  /** Whether the rule applies to sentences of an auditor. */
  ofAuditor?: 'only' | 'never';
  /** Percentage of a balance that an amount in the sentence must reach; otherwise the fact is unclear. */
  atLeast?: { pct: number; of: 'assets' | 'equity' };
}

const LEGAL =
  /^(?:item_3|item_8|item_8\.a|item_15|item_18|financial_statements|part_i\.item_1|part_i\.item_2|part_ii\.item_1|item_8\.01|item_1\.04|item_7\.01)$/;
const NOTES = /^(?:item_7|item_8|item_15|item_17|item_18|item_5|financial_statements|part_i\.item_[12])$/;
const AUDITED = /^(?:item_8|item_15|item_17|item_18|financial_statements)$/;
const CONTROLS = /^(?:item_9a|item_9a_t|item_9a\(t\)|item_15|part_i\.item_4|item_307|item_14)$/;
const SECURITIES =
  /\b(?:securit(?:y|ies)|derivative|officers|directors|executives|stockholders?|shareholders?|Exchange Act|Securities Act|stock)\b/i;
const NEVER = /(?!)/;

/** The text rules. A filing that mentions one matter in many sentences gets one flag. */
export const TEXT_RULES: readonly TextRule[] = [
  {
    ruleId: 'going_concern_auditor',
    cues: ['going concern', 'draw attention to note'],
    trigger:
      /\b(?:substantial|significant) doubt\b(?=(?:\W+\S+){0,25}?\W+going concern)|\bgoing concern\b|\bwe draw attention to Note\b/i,
    ordinary:
      /\b(?:do(?:es)? not include any (?:\w+ )?adjustments?|evaluat\w+ whether|we are required to|conclude on)\b/i,
    home: AUDITED,
    proof: /\b(?:substantial|significant) doubt\b/i,
    ofAuditor: 'only',
  },
  {
    ruleId: 'going_concern_mgmt',
    cues: ['going concern'],
    trigger: /\b(?:substantial|significant) doubt\b|\bgoing concern\b/i,
    ordinary:
      /\b(?:no(?:t)? (?:longer )?(?:raise|have|exist)|do(?:es)? not include any (?:\w+ )?adjustments?|remain a going concern|is dependent (?:up)?on)\b/i,
    home: NOTES,
    proof: /\b(?:substantial|significant) doubt\b|\bmaterial uncertaint/i,
    isOrdinaryUnproven: true,
    ofAuditor: 'never',
  },
  {
    ruleId: 'adverse_opinion',
    cues: ['adverse opinion', 'present fairly'],
    trigger: /\badverse opinion\b|\bdo(?:es)? not present fairly\b/i,
    without: /\binternal controls?\b|\bwould\b|\bsecurity\b|\bratings?\b/i,
    home: AUDITED,
    proof: /\bfinancial statements\b|\bfinancial position\b/i,
  },
  {
    ruleId: 'disclaimer',
    cues: ['express an opinion', 'express such an opinion', 'disclaim'],
    trigger:
      /\b(?:do|does|did) not express (?:such )?an(?: audit)? opinion\b|\bdisclaim(?:s|ed|er of)? (?:an )?opinion\b/i,
    ordinary: /\bsuch an opinion\b|\binternal control|\breviews?\b|\bsupplement|\bany other form of assurance\b/i,
    home: AUDITED,
    proof: /\b(?:accompanying|these|the) (?:consolidated )?financial statements\b/i,
    isOrdinaryUnproven: true,
  },
  {
    ruleId: 'qualified_opinion',
    cues: ['except for the', 'qualified opinion', 'qualified or adverse'],
    trigger:
      /\bexcept for the (?:possible )?effects?\b|\b(?<!un)qualified (?:audit )?opinions?\b|\bqualified or adverse opinions\b/i,
    without: /\bunqualified\b/i,
    home: AUDITED,
    proof: /\bin our opinion\b|\bauditors?\b|\bour opinion\b/i,
    isOrdinaryUnproven: true,
  },
  {
    ruleId: 'non_reliance',
    cues: ['relied upon', 'relied on', 'reliance'],
    trigger:
      /\b(?:should|can|could) (?:no longer|not) be relied (?:up)?on\b|\bno longer be relied (?:up)?on\b|\bnon-reliance on\b/i,
    needs: /\bfinancial statements?\b|\breports?\b|\breviews?\b|\bfinancial information\b/i,
    home: /^item_4\.02$/,
    only: /^(?:item_4\.02|item_8\.01|item_9a|item_9b|item_8|item_7|financial_statements|part_i\.item_[124]|part_ii\.item_5|explanatory_note)$/,
  },
  {
    ruleId: 'restatement',
    cues: ['restat'],
    trigger: /\b(?:restat(?:ed|ements?|ing))\b/i,
    without:
      /\b(?:amended and restated|amendment and restatement|restated (?:certificate|articles|by-?laws|credit|loan|indenture|employment|plan|agreement|memorandum|charter|limited|operating|trust|in its entirety)|(?:fifth|fourth|third|second|first|seventh|sixth|eighth) (?:amended|restated)|incorporated by reference)\b/i,
    ordinary:
      /\b(?:conform|reclassif\w*|accounting (?:standards?|principles?|guidance|pronouncements?|polic\w+)|adopt(?:ed|ion|ing)?|stock split|split-adjusted|discontinued|recovery analysis|check ?mark|ASU|ASC|retrospective\w*|hyperinflation\w*|clawback|recoup\w*|constant currency|pooling)\b/i,
    home: /^(?:item_4\.02|item_8|item_18|financial_statements|item_9a|part_i\.item_[124]|explanatory_note)$/,
    proof: /\b(?:errors?|misstate\w*|previously (?:issued|reported|filed)|correct\w*|misapplication|irregularit\w+)\b/i,
  },
  {
    ruleId: 'material_weakness',
    cues: ['material weakness', 'internal control'],
    trigger:
      /\bmaterial weakness(?:es)?\b|\binternal controls? over financial reporting (?:was|were|is|are) (?:not effective|ineffective)\b|\bnot (?:maintained? )?effective internal control\b|\badverse opinion on\b|\bineffective internal controls?\b/i,
    ordinary:
      /\b(?:material weakness is (?:a|defined)|a material weakness exists, and testing|assessing the risk|risk that a material weakness|not effective if|reasonable possibility that|no material weakness(?:es)?|not (?:identified|aware of) any|inherent limitations|circumvention)\b/i,
    home: CONTROLS,
  },
  {
    ruleId: 'disclosure_controls_ineffective',
    cues: ['disclosure controls'],
    trigger: /\b(?:were|was|are|is) (?:not (?:\w+ )?effective|ineffective)\b|\bnot operating effectively\b/i,
    needs: /\bdisclosure controls\b/i,
    home: CONTROLS,
  },
  {
    ruleId: 'auditor_resigned',
    cues: ['resign', 'declined to stand', 'decline to stand'],
    trigger: /\bresign(?:ed|ation|ing|s)?\b|\bdeclined? to stand\b/i,
    needs:
      /\b(?:accounting firm|accountants?|auditors?|LLP|CPAs?|C\.P\.A|P\.C|independent registered|certified public)\b/,
    without: /\bdirector\b|\bofficer\b/i,
    home: /^item_4(?:\.01)?$/,
    only: /^item_4(?:\.01)?$|^item_9$/,
  },
  {
    ruleId: 'auditor_disagreement',
    cues: ['disagree'],
    trigger: /\bdisagree(?:ments?|d|s)\b/i,
    needs: /\b(?:account(?:ing|ants?)|audit(?:or|ors|ing)?|financial statement disclosure|LLP)\b/i,
    ordinary:
      /\bNone\b|\bconsult(?:ed|ing|ation)?\b|\bdisagreements with accountants on accounting and financial disclosure\b(?=\W*$)/i,
    home: /^item_4(?:\.01)?$|^item_9$/,
    only: /^item_4(?:\.01)?$|^item_9$|^financial_statements$|^item_16f$/,
  },
  {
    ruleId: 'covenant_breach',
    cues: ['covenant'],
    trigger:
      /\b(?:not (?:been |currently )?in compliance|out of compliance|non-?compliance|in violation|in breach|breach(?:ed|es)?|violat(?:ed|ions?)|failed to (?:comply|meet|satisfy|maintain)|comply|complied|in (?:material )?compliance|failed to meet|did not (?:comply|meet|satisfy|maintain))\b/i,
    needs: /\bcovenants?\b/i,
    ordinary: /\b(?:(?<!not )(?<!not been )(?<!not currently )in (?:\w+ )?compliance|complied with)\b/i,
    home: NOTES,
    proof: /\b(?:not (?:been |currently )?in|out of|non-?compliance|violat|breach|failed|did not)\b/i,
    isOrdinaryUnproven: true,
  },
  {
    ruleId: 'debt_default',
    cues: ['default', 'not make', 'failed to pay', 'failed to make', 'accelerat', 'did not pay'],
    trigger:
      /\b(?:(?:did not|failed to|unable to|have not|has not) (?:make|made|pay|paid|repay|repaid)\b(?=.{0,60}\b(?:interest|principal|payment|amounts? due|notes?))|(?:is|are|was|were|be) (?:currently )?in default|events? of default|notice of (?:default|acceleration)|default(?:ed|s)?(?: on| under| in)?|accelerated)\b/i,
    needs:
      /\b(?:notes?|loans?|debentures?|credit (?:agreement|facility)|indenture|lenders?|payments?|indebtedness|debt|mortgage|bonds?)\b/i,
    without:
      /\b(?:by default|default (?:rate|judgment|swap|risk)|credit default|probability of default|accelerated (?:filer|depreciation|share|vesting))\b/i,
    ordinary:
      /\b(?:guarantees? .* in the event|customers?|card ?members?|borrowers?|tenants?|charge-offs?|non-?accrual|modif(?:ied|ication|ying)|TDRs?|loans and receivables|mortgage loans?|securities (?:are|is) in default|following table|customary events? of default|constitutes?|a default (?:by|in|under)|default under any|any such indebtedness|such indebtedness|upon default|contains?|includes? (?:customary|certain)|no (?:events? of )?default)\b/i,
    home: /^(?:item_2\.04|item_8|item_18|financial_statements|part_i\.item_[12]|item_7|part_ii\.item_3)$/,
  },
  {
    ruleId: 'bankruptcy',
    cues: ['bankrupt', 'chapter 11', 'chapter 7', 'receiver', 'insolven'],
    trigger:
      /\b(?:filed (?:for (?:bankruptcy|protection|relief|chapter)|(?:a |its |their )?(?:voluntary |bankruptcy )*petitions?)|voluntary petitions?|(?:commenced|filed) (?:\w+ ){0,6}chapter (?:7|11)|declared bankruptcy|receiver (?:was|has been) appointed|in bankruptcy|bankruptcy (?:proceedings?|protection)|file for bankruptcy|insolvent)\b/i,
    needs: /\b(?:bankruptcy|chapter (?:7|11)|insolven\w+|receiver\w*|reorgani[sz]ation)\b/i,
    ordinary: /\b(?:loans? and receivables in bankruptcy|write-?offs?|charged? off)\b/i,
    home: /^item_1\.03$|^item_3$/,
    proof: /\b(?:we|the (?:company|registrant|debtors?)|our (?:company|subsidiar\w+))\b/i,
  },
  {
    ruleId: 'delisting_notice',
    cues: ['delist', 'nasdaq', 'nyse', 'stock exchange', 'tsx', 'continued listing', 'listing standard'],
    trigger:
      /\b(?:delist(?:ed|ing)?(?: review| determination)?|(?:received|receipt of) (?:\w+[ ,]+){0,6}(?:notices?|notification|letters?|determination)|notified (?:us|the company|the registrant)|not in compliance|no longer (?:meets?|complies|complied|satisf\w+)|regain(?:ed)? compliance|did not meet|failed to (?:meet|satisfy|comply|maintain))\b/i,
    needs: /\b(?:delist\w*|list(?:ing|ed)|bid price|stockholders['’] equity requirement)\b/i,
    ordinary:
      /\b(?:voluntar(?:y|ily) delist\w*|transfer(?:red)? (?:its|our|the) listing|listing of our common stock on)\b/i,
    home: /^item_3\.01$|^item_5$|^item_9b$/,
  },
  {
    ruleId: 'bid_price',
    cues: ['bid price'],
    trigger: /\b(?:minimum )?bid price\b/i,
    needs: /\b(?:notice|notif\w+|letter|not in compliance|below|deficien\w+|regain\w*|failed)\b/i,
    home: /^item_3\.01$|^item_5$|^item_9b$/,
    proof: /\b(?:notice|notif\w+|letter|deficien\w+|not in compliance|failed|regained)\b/i,
  },
  {
    ruleId: 'regulator_investigation',
    cues: [
      'subpoena',
      'wells notice',
      'investigat',
      'inquir',
      'civil investigative',
      'consent',
      'administrative',
      'complaint',
      'lawsuit',
      'enforcement',
      'responding to a review',
    ],
    trigger:
      /\b(?:subpoenas?|Wells notices?|formal orders?|civil investigative demands?|investigations?|investigating|inquir(?:y|ies)|consent (?:orders?|decrees?|agreements?)|administrative (?:complaints?|proceedings?|fines?)|enforcement (?:actions?|proceedings?)|(?:filed|brought) (?:an? )?(?:\w+ ){0,3}(?:lawsuit|complaint|suit|action)|to a review by)\b/i,
    without:
      /\b(?:class actions?|derivative|independent investigation|own investigation|Investigational|background investigations?|accident investigation)\b/i,
    ordinary:
      /\b(?:in the (?:ordinary|normal) course|ordinary[- ]course|various (?:other )?(?:legal|pending|types)|such investigations|policy|anonymous|steps required)\b/i,
    home: LEGAL,
    needsAuthority: true,
  },
  {
    ruleId: 'internal_investigation',
    cues: ['investigation', 'internal review', 'special committee', 'audit committee'],
    trigger:
      /\b(?:internal|independent|audit committee|special committee)\b.{0,60}?\b(?:investigations?|reviews?|inquir(?:y|ies))\b|\binvestigation (?:by|conducted by|led by) (?:the|an?|our) (?:audit|special|independent)\b/i,
    needs:
      /\b(?:commenced|began|initiated|launched|conducted|retained|engaged|undertook|undertaken|completed|oversaw|overseen|formed|directed)\b/i,
    ordinary:
      /\b(?:regularly|periodically|annual(?:ly)?|reviews and|as needed|sample|cybersecurity risks?|charter|oversees? the)\b/i,
    home: /^(?:item_4\.02|item_8\.01|item_9a|item_8|item_18|financial_statements|part_i\.item_[124]|item_3|part_ii\.item_1)$/,
    proof:
      /\b(?:counsel|forensic|allegations?|whistle-?blower|accounting (?:matters|practices|issues|irregularities)|misconduct|findings)\b/i,
  },
  {
    ruleId: 'class_action',
    cues: ['class action', 'derivative', 'securities litigation', 'misrepresentation', 'complaint', 'sued'],
    trigger:
      /\b(?:class actions?|derivative (?:and class )?(?:actions?|law ?suits?|complaints?|suits?|claims?|class action)|securities litigation|material misrepresentations|(?:stock|share)holders? (?:\w+ )?(?:actions?|law ?suits?|complaints?|suits?))\b/i,
    needs: SECURITIES,
    without:
      /\b(?:wage|overtime|antitrust|consumer protection|product liability|merchants?|ERISA|personal injury|Litigation Reform Act|derivative (?:instruments?|contracts?|assets?|liabilit\w+))\b/i,
    ordinary:
      /\b(?:volatil\w+|companies (?:that|which|often)|often been|have been brought against (?:other )?companies|following periods of|exclusive forum|sole and exclusive|range from|market price)\b/i,
    home: LEGAL,
  },
  {
    ruleId: 'misconduct',
    cues: ['for cause', 'embezzl', 'falsif', 'misappropriat', 'misconduct', 'kickback', 'fraudulent'],
    trigger:
      /\b(?:(?:terminat\w+|dismiss\w+|remov\w+|discharg\w+)\b.{0,40}\bfor cause|embezzle(?:d|ment)|falsif(?:ied|ication)|misappropriat(?:ed|ion)|misconduct|kickbacks?|fraudulent (?:invoices?|transactions?|transfers?|payments?))\b/i,
    needs: /\b(?:officers?|employees?|executive|chief|directors?|president|management|former|controller|subsidiary)\b/i,
    ordinary:
      /\b(?:polic(?:y|ies)|without cause|other than for cause|means|definition|trade secrets?|intellectual property|confidential|eligible employees|plan|award|options?|severance|as determined by|insurance|claims, lawsuits|asserts? claims|involuntar\w+|clawback|recoup\w*|acts? of terrorism)\b/i,
    home: /^(?:item_5\.02|item_8\.01|item_9a|item_9b|item_8|item_18|financial_statements|item_3|item_4\.02|part_i\.item_4)$/,
  },
  {
    ruleId: 'cyber_incident',
    cues: ['unauthori', 'cyber', 'ransomware', 'data incident', 'data breach', 'security incident', 'misappropriated'],
    trigger:
      /\b(?:unauthori[sz]ed (?:access|part(?:y|ies)|third[- ]part(?:y|ies)|actors?|activity)|cyber-?\s?(?:security )?(?:attacks?|incidents?|events?)|ransomware|data (?:breach(?:es)?|incidents?)|security (?:incidents?|breach(?:es)?)|misappropriated data)\b/i,
    ordinary:
      /\b(?:to date|like (?:other|many)|we and our third|not aware|not experienced|in the past experienced|have experienced|has experienced|attempt(?:s|ed)|would be informed|material(?:ly)? (?:impact|affected)|risks? from|program|incident response|regularly|assess\w*|insurance|evolving|sophisticated)\b/i,
    home: /^(?:item_1\.05|item_8\.01|item_8|item_18|financial_statements|part_i\.item_[12]|item_7|item_3|part_ii\.item_1)$/,
    proof: /\b(?:19|20)\d\d\b/,
    isOrdinaryUnproven: true,
  },
  {
    ruleId: 'director_left_disagreeing',
    cues: ['disagree', 'stepped down as a director', 'resigned as a director'],
    trigger: /\bdisagree(?:ments?|d|s)\b/i,
    needs: /\b(?:resign\w*|director|re-?election|board)\b/i,
    without: /\b(?:account(?:ing|ants?)|audit(?:or|ing)|LLP)\b/i,
    home: /^item_5\.02$|^item_6$/,
    only: /^item_5\.02$|^item_6$|^item_9b$|^item_10$/,
    proof: /\bresign\w*|\bre-?election\b/i,
  },
  {
    ruleId: 'abrupt_exit',
    cues: [
      'effective immediately',
      'immediate effect',
      'stepped down',
      'resign',
      'terminated',
      'separated',
      'departed',
    ],
    trigger:
      /\b(?:stepped down|resign(?:ed|ation)|departed|departure|was terminated|terminat(?:ed|ion)|separated|ceased to (?:serve|be)|removed)\b/i,
    needs:
      /\b(?:chief executive|chief financial|chief accounting|CEO|CFO|CAO|principal (?:executive|financial|accounting) officer)\b/i,
    without:
      /\b(?:if|upon (?:a |any |his |her |such )?(?:termination|resignation)|severance|change (?:in|of) control|agreement provides)\b/i,
    home: /^item_5\.02$|^item_6$/,
    only: /^(?:item_5\.02|item_6|item_4|item_9b|item_8\.01|part_ii\.item_5)$/,
    proof: /\b(?:effective immediately|immediate effect|effective as of the same|immediately)\b/i,
  },
  {
    ruleId: 'related_party_loan',
    cues: ['loan', 'advance', 'lent ', 'note receivable', 'notes receivable', 'related part'],
    trigger:
      /\b(?:(?:loan(?:ed|s)?|advance[sd]?|lent|notes? receivable)\b(?=.{0,60}\b(?:to|from|due from) (?:\w+ ){0,4}(?:directors?|officers?|chairman|chief executive|president|shareholders?|stockholders?|related part(?:y|ies)|affiliates?))|due (?:from|to|from\/to) (?:the )?related part(?:y|ies)|related party transaction)\b/i,
    without:
      /\b(?:loans? (?:from|by) (?:our|the|its|a) (?:director|officer|shareholder|stockholder|chairman)|customers?|banking subsidiary|ordinary course of (?:its )?banking)\b/i,
    ordinary:
      /\b(?:is considered to be|transfer of resources|prohibit\w*|bars?|polic(?:y|ies)|no loans|classified|approximates?)\b/i,
    home: /^(?:item_13|item_7\.b|item_8|item_18|financial_statements|part_i\.item_1|related_party)$/,
    proof: /^(?=.*\b(?:loan(?:ed|s)?|advance[sd]?|lent|notes? receivable)\b).*(?:[$€£¥]|US\$) ?\d/i,
    atLeast: { pct: 1, of: 'assets' },
  },
  {
    ruleId: 'related_party_sales',
    cues: ['related part', 'related-part'],
    trigger: /\b(?:sales|revenues?)\b(?=.{0,60}\brelated[- ]part(?:y|ies))|\brelated[- ]party (?:sales|revenues?)\b/i,
    ordinary: /\bnormal course of business\b/i,
    home: NOTES,
    proof: /\b(?:[1-9]\d(?:\.\d+)?|100) ?(?:%|per ?cent)/i,
  },
  {
    ruleId: 'related_party_purchases',
    cues: ['related part', 'related-part'],
    trigger: /\bpurchase[sd]?\b(?=.{0,60}\brelated[- ]part(?:y|ies))|\brelated[- ]party purchases\b/i,
    home: NOTES,
    proof: /\b(?:[1-9]\d(?:\.\d+)?|100) ?(?:%|per ?cent)/i,
  },
  {
    ruleId: 'pledged_shares',
    cues: ['pledge'],
    trigger: /\bpledg(?:ed?|es|ing)\b/i,
    needs: /\b(?:shares?|common stock|options?)\b/i,
    without:
      /\b(?:receivables|cash collateral|letters? of credit|borrowing capacity|subsidiar(?:y|ies)|capital stock of|equity interests|loans pledged)\b/i,
    ordinary: /\b(?:polic(?:y|ies)|prohibit\w*|may not|not be sold|hedging|anti-?pledging|no shares|none of)\b/i,
    home: /^(?:beneficial_ownership|item_12|item_7\.a)$/,
    proof: /\b(?:directors?|officers?|chairman|Mr\.|Ms\.|Mrs\.|holders?)\b/,
  },
  {
    ruleId: 'customer_concentration',
    cues: ['customer'],
    trigger:
      /\bcustomers?\b(?=.{0,80}\b(?:\d ?%|percent|accounted|represented))|\blargest customers\b|\bno (?:single |individual |other )?customer\b/i,
    needs: /\b(?:revenues?|sales|receivables?|largest customers)\b/i,
    ordinary:
      /\breceivables?\b|\bno (?:single |individual |other )?customers?\b(?=.{0,60}\b(?:accounted|represented|exceeded|10))/i,
    home: /^(?:item_1|item_4|item_7|item_8|item_18|financial_statements|part_i\.item_[12])$/,
    proof: NEVER,
  },
  {
    ruleId: 'supplier_concentration',
    cues: ['sole', 'single', 'only one source', 'one supplier', 'limited number of suppliers'],
    trigger:
      /\b(?:sole[- ](?:sourced?|supplier|vendor)|single[- ](?:sourc\w+|supplier|vendor|or a limited|sources)|only one (?:source|supplier|vendor)|one supplier|limited number of suppliers)\b/i,
    home: /^(?:item_1|item_4|item_8|item_18|financial_statements|part_i\.item_1)$/,
    proof:
      /\b(?:we|the company) (?:single|sole)-sources?\b|\b(?:obtained|purchased|sourced) from (?:a )?(?:single|sole)\b|\b(?:[3-9]\d|2[5-9]|100)(?:\.\d+)? ?%.{0,60}\b(?:purchases|cost|supply)|\b(?:is|are) (?:the|our) (?:sole|only) (?:supplier|source)/i,
  },
  {
    ruleId: 'impairment',
    cues: ['impairment', 'write-off', 'written off', 'write-down'],
    trigger: /\b(?:impairment (?:loss(?:es)?|charges?)|impairments?|write-(?:offs?|downs?)|written (?:off|down))\b/i,
    needs: /\b(?:recorded|recognized|recognised|incurred|charge|loss|impairment)\b/i,
    ordinary:
      /\b(?:immaterial|not material|no impairments?|if |carrying value of (?:goodwill )?exceed\w*|expected credit loss|allowance)\b/i,
    home: /^(?:item_2\.06|item_7|item_8|item_18|financial_statements|part_i\.item_[12]|item_5)$/,
    proof: /(?:[$€£¥]|US\$) ?\d/,
    isOrdinaryUnproven: true,
    atLeast: { pct: 5, of: 'assets' },
  },
  {
    ruleId: 'toxic_convertible',
    cues: ['conver'],
    trigger:
      /\bconver(?:t|ts|ted|tible|sion)\b(?=.{0,160}\b(?:\d{2}(?:\.\d+)? ?(?:%|percent)|discount)(?:.{0,60})\b(?:lowest|average|volume[- ]weighted|VWAP|closing|trading price|market price|bid price))|\bvariable conversion\b|\bfloating conversion\b/i,
    ordinary:
      /\b(?:at least (?:20|twenty)|greater than (?:or equal to )?1[0-9]0 ?%|1[0-9]{2} ?%|exceeds? 1[0-9]0|premium|last reported sale price)\b/i,
    home: /^(?:item_3\.02|item_1\.01|item_2\.03|item_7|item_8|item_18|financial_statements|part_i\.item_[12]|item_5)$/,
  },
  {
    ruleId: 'reverse_split',
    cues: ['reverse', 'share consolidation'],
    trigger: /\breverse (?:stock |share )?split\b|\bshare consolidation\b/i,
    home: /^(?:item_3\.03|item_5\.03|item_8\.01|item_8|item_18|item_5|financial_statements|part_i\.item_[12]|item_7)$/,
    proof:
      /\b(?:effected|became effective|was effective|[1-9]\d+[- ](?:for|to)[- ](?:1|one)\b|(?:1|one)[- ](?:for|to)[- ](?:[1-9]\d+|ten|twelve|fifteen|twenty|twenty-five|thirty|forty|fifty|one hundred))\b/i,
  },
  {
    ruleId: 'tax_authority_claim',
    cues: [
      'irs',
      'internal revenue',
      'tax authorit',
      'state aid',
      'tax assessment',
      'deficienc',
      'revenue agency',
      'taxing authorit',
    ],
    trigger:
      /\b(?:notices? of deficiency|tax (?:claims?|deficienc(?:y|ies)|assessments?)|(?:received|issued) (?:\w+ ){0,6}(?:notices?|assessments?)|assessment was received|State Aid Decision|additional (?:federal )?(?:income )?tax liability|income tax deficienc(?:y|ies)|second Notice|new assessment|obligation to pay|IRS|Internal Revenue Service)\b/i,
    needs: /\b(?:IRS|Internal Revenue|tax(?:es|ing|ation)?|State Aid)\b/i,
    ordinary:
      /\b(?:subject to (?:the )?(?:continuous )?examination|under audit|currently under (?:audit|examination)|adequately provided|could be greater|open to examination|statute of limitations|annulled)\b/i,
    home: NOTES,
    proof: /\bnotice of deficiency\b|\bconfirmed\b|\bsecond Notice\b|\bdenied\b|[$€£¥] ?\d/i,
    atLeast: { pct: 5, of: 'equity' },
  },
];

/** Items of current reports that imply a flag. If no sentence matches the rule, the first sentence is the evidence. */
export const ITEM_RULES: Readonly<Record<string, FlagRuleId>> = {
  'item_1.03': 'bankruptcy',
  'item_1.05': 'cyber_incident',
  'item_2.04': 'debt_default',
  'item_2.06': 'impairment',
  'item_4.02': 'non_reliance',
};
