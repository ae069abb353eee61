/**
 * Words that separate an assertion from a supposition, a denial, a rule or a plan. Each expression applies only to the clause
 * around a trigger (clauses.ts).
 */

/** Marks its clause as a possibility. */
export const MODAL =
  /\b(?:may|might|could|would|should|can|cannot|must|will|shall|ought|likely|unlikely|potential(?:ly)?|possibl[ey]|possibility|risks?|threat(?:s|en(?:s|ed|ing)?)?|expects?|anticipates?|intends?|plans? to|hopes?|seeks? to|aims? to|subject to the risk)\b/i;

/** Marks the rest of its sentence as a condition. */
export const CONDITIONAL =
  /\b(?:if|whether|unless|in the event|in case|upon (?:a|an|any|the occurrence|occurrence|default)|to the extent|assuming|provided that|should (?:we|the|any|our|a|an|such)|any (?:failure|default|breach|such|future|inability|adverse|material weakness|alleged)|failures? (?:to|by|of|or)|inability to|no assurances?|not assure|cannot (?:assure|guarantee|be certain|be sure|predict)|no guarantees?|no certainty|were (?:we|it|one|the company|the) to|(?:were|was) to|when(?:ever)? (?:an?|any|it|events?))\b/i;

/** Negates the words that follow closely. */
export const NEGATION =
  /\b(?:no|not|none|never|neither|nor|without|cannot|n['’]t|absence of|lack of|free of|nobody|nothing)\b|n['’]t\b/i;

/** Phrases that contain a negation but negate nothing. */
export const NO_NEGATION =
  /\bnot (?:limited|only|merely|just|less than|more than|later than|yet determinable)\b|\bno (?:later|fewer|less|more) than\b|\bwithout (?:qualif\w+|leave|prejudice|merit|limitation|admitting|further)\b|\bwhether or not\b|\bno longer\b|\bnot presented\b|\bnotwithstanding\b|\bNo\. ?\d/gi;

/** Marks a rule, a definition, a habit or a plan instead of a fact. */
export const POLICY =
  /\b(?:means|is defined|are defined|defined as|polic(?:y|ies)|prohibit(?:s|ed|ing)?|is considered|are considered|being considered|considered to be|in the (?:ordinary|normal) course|ordinary[- ]course|from time to time|regularly|routinely|periodically|generally|typically|normally|as needed|as necessary|are required to|is required to|are recognized when|is recognized when|are recorded when|is recorded when|recognizes? (?:an? )?impairment|recoverability|evaluat(?:e|es|ed|ing) whether|responsib(?:le|ility|ilities)|designed to|provides? for|procedures? (?:for|to)|we conducted our audit|our audits? (?:included?|also)|code of (?:conduct|ethics|business)|whistle-?blower|consist(?:s|ed)? of the following|events? of default (?:include|under)|for purposes of|shall)\b/i;

/** Verbs of a fact: something happened or is the case. */
export const ASSERTION =
  /\b(?:is|are|was|were|has|have|had|am|did|does|do|been|being|remains?|raises?|casts?|indicates?|constitutes?|continues?|states?|alleges?|seeks|asserts?|exists?|became|began|brought|filed|found|gave|held|made|paid|sent|sued|took|told|went|wrote|left|led|lost|sold|met|commenced|identified|concluded|represents?|accounts?|comprises?|contains?|relies|rely|depends?|purchases?|obtains?|single-sources?|sole-sources?|\w{2,}ed)\b/i;

/** Subjects other than the filer. */
export const THIRD_PARTY =
  /\b(?:customers?|clients?|suppliers?|vendors?|partners?|counter-?part(?:y|ies)|borrowers?|tenants?|lessees?|investees?|competitors?|third[- ]part(?:y|ies)|other (?:companies|issuers|banks|firms|retailers|institutions)|compan(?:y|ies) (?:in|like|similar)|companies|industry|card ?members?|consumers?|obligors?|issuers? of|insurers?|manufacturers|licensees?|franchisees?|former (?:owner|employer)|current owner|previous owner|joint venture partners?|payors?|attackers?|hackers?|individuals|borrower['’]s)\b/gi;

/** The filer itself, its people and its auditor. */
export const OWN =
  /\b(?:we|us|our(?:selves)?|the (?:company|registrant|corporation|issuer|bank|partnership|trust|group|fund|board|audit committee|auditors?)|(?:the )?company['’]s|its|it|board of directors|audit committee|management|these (?:conditions|factors|matters|events)|independent (?:registered|auditors?|accountants?)|(?:our|the|its) (?:chief|president|former)|mr\.|ms\.|mrs\.)\b/gi;

/** A named company by its legal form. */
export const NAMED_COMPANY =
  /\b(?:[A-Z][\p{L}\p{N}&'’.-]* )+(?:Inc|Corp|Corporation|Company|LLC|L\.L\.C|Ltd|Limited|LP|L\.P|PLC|plc|AG|GmbH|S\.A|N\.V|B\.V|Co)\b\.?/gu;

/** Marks a matter that has ended. */
export const RESOLVED =
  /\b(?:remediated|alleviated|cured|regained compliance|(?:was|were|been|be|is) (?:dismissed|withdrawn|settled|resolved|terminated|vacated|closed|rescinded)|dismissed (?:the|all|with)|dismissal of|motion to dismiss the [a-z ]*was granted|granted \S+ motion to dismiss|closed the (?:case|matter|investigation|inquiry)|(?:investigation|inquiry|review|matter) (?:was |has been |is )?(?:completed|concluded|closed)|not intend(?:ed|ing)? to recommend|entered judgment (?:for|in favor)|fully resolved|consent decree resolving|waived|waiver of (?:the|such)|settled)\b/i;

/** Marks a matter that continues, whenever it began. */
export const CONTINUING =
  /\b(?:ongoing|pending|stayed|remains?|remained|continues?|continuing|continued to|currently|not (?:yet )?been remediated|still|unresolved|under appeal|on appeal|cooperating)\b/i;

/** Marks a paragraph as forward-looking. */
export const FORWARD_LOOKING =
  /\bforward[- ]looking (?:statements?|information)\b|\bactual results (?:could|may|might) differ\b|\bfactors that (?:could|may|might) cause\b/i;

/** An amount of money, a number of shares or a percentage. */
export const AMOUNT =
  /(?:US\$|[$€£¥]|C\$|EUR |USD )\s?\d|\b\d[\d,.]* (?:million|billion|thousand|shares)\b|\b\d[\d.]* ?(?:%|per ?cent)/i;

/** A rule, section, item or case number. */
export const RULE_NUMBER =
  /\b(?:Rules?|Sections?|Items?|Listing Rule|Chapter) \d[\w.()-]*|\bCase No\.|\bCivil Action\b|§ ?\d|\b\d{4}\([a-z]\)/;
