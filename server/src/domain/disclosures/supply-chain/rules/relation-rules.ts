/** A pattern of sentences that name customers or suppliers without a percentage. */
export interface RelationRule {
  id: string;
  role: 'customer' | 'supplier';
  /** The rule skips sentences that do not match. */
  cue: RegExp;
  /** Must match the text directly before the names. */
  before: RegExp;
  /** Must match the text directly after the names; by default, any text that ends the last name. */
  after?: RegExp;
  /** True if a list can contain names without a legal form that the filing states nowhere in full. */
  takesPlainLists: boolean;
}

const US = "(?:we|us|our|the company|the company['’]s|it)";
const GOODS =
  '(?:components?|parts|materials?|ingredients?|substances?|wafers?|memory|chips?|chipsets?|microprocessors?|processors?|semiconductors?|integrated circuits?|devices?|displays?|panels?|batter(?:y|ies)|cells|engines?|fuel|feedstocks?|resins?|fabrics?|substrates?|products?|merchandise|inventor(?:y|ies)|requirements|suppl(?:y|ies)|packaging|steel|alumin(?:um|ium)|glass|equipment|hardware|servers|drives|modules|lasers|fiber|vaccines?|drugs?|tires|sugar|sweeteners?|concentrates?|milk|coffee|beans|corn|wheat|meat|poultry|produce)';
const MAKES = '(?:manufactured|produced|supplied|fabricated|assembled|packaged)';
const ONLY = '(?:currently |only |exclusively |solely |primarily |principally |mainly )*';

export const RELATION_RULES: readonly RelationRule[] = [
  {
    id: 'purchases_from',
    role: 'supplier',
    cue: /\b(?:purchas|buy|obtain|procure|source)\w*\b.*\bfrom\b/i,
    before: new RegExp(
      `\\b${US} (?:also |currently |primarily |generally |will |to |(?:is|are) required to )*(?:purchases?|purchased|buys?|obtains?|procures?|sources?|(?:single|sole)-sources?)\\b(?!(?:(?! from ).)*\\b(?:licen[sc]e|rights|shares|stock|approval|business|patents?|financing|loan)\\b)(?:(?! from ).)*\\b${GOODS}\\b(?:(?! from )[^;])* from (?:either |both )?$`,
      'i',
    ),
    takesPlainLists: true,
  },
  {
    id: 'requires_from',
    role: 'supplier',
    cue: /\brequirements\b/i,
    before:
      /\b(?:the company|we|it) (?:will|is required to|are required to|must|agreed to|has agreed to|have agreed to) purchase\b(?:(?! from )[^;])*\brequirements\b(?:(?! from )[^;])* from $/i,
    takesPlainLists: false,
  },
  {
    id: 'obtained_from',
    role: 'supplier',
    cue: /\b(?:available|obtained|sourced|purchased|procured)\b.*\bfrom\b/i,
    before: new RegExp(
      `(?=.*\\b${US}\\b).*\\b${GOODS}\\b[^;]*\\b(?:available|obtained|sourced|purchased|procured) ${ONLY}(?:by (?:us|the company) )?${ONLY}from $`,
      'i',
    ),
    takesPlainLists: true,
  },
  {
    id: 'made_by',
    role: 'supplier',
    cue: /\b(?:manufactured|produced|supplied|fabricated|assembled|packaged)\b.*\bby\b/i,
    before: new RegExp(
      `\\b(?:our|the company['’]s)\\b[^;]*\\b${GOODS}\\b[^,;]*\\b(?:is|are) ${ONLY}${MAKES} (?:for [^,;]{1,60} )?${ONLY}by (?:the )?$`,
      'i',
    ),
    takesPlainLists: true,
  },
  {
    id: 'made_for_us_by',
    role: 'supplier',
    cue: /\b(?:manufactured|produced|supplied|fabricated|assembled|packaged)\b.*\bby\b/i,
    before: new RegExp(`\\b(?:is|are) ${ONLY}${MAKES} (?:for|to) (?:us|the company) ${ONLY}by (?:the )?$`, 'i'),
    takesPlainLists: false,
  },
  {
    id: 'makers_such_as',
    role: 'supplier',
    cue: /\b(?:foundr|contract manufacturers|subcontractors)/i,
    before:
      /\b(?:we|the company|it) (?:currently |primarily )*(?:utilizes?|uses?|engages? with|engages?|contracts? with|works? with|relies on|rely on|depends? on|partners? with)\b[^;]*\b(?:foundries|contract manufacturers|subcontractors)[^;,]{0,40},? (?:such as|including) (?:the )?$/i,
    takesPlainLists: true,
  },
  {
    id: 'suppliers_include',
    role: 'supplier',
    cue: /\b(?:suppliers|vendors)\b/i,
    before:
      /(?:\b(?:our|the company['’]s)(?: \w+){0,3} (?:suppliers|vendors)(?: of [^;,]{1,60})?|\bthe suppliers whose loss to (?:us|the company)\b[^;]*?|^(?:suppliers|vendors))(?:,? (?:such as|including)| includes?| included)(?:, at this time,)? (?:the )?$/i,
    takesPlainLists: true,
  },
  {
    id: 'depends_on_services',
    role: 'supplier',
    cue: /\b(?:depends?|relies|rely)\b/i,
    before:
      /\b(?:we|the company) (?:currently |substantially |heavily )*(?:depends?|relies|rely) (?:\w+ )?(?:up)?on\b[^;,]*\b(?:infrastructure|services|hosting|facilities|components?|data centers?)\b[^;,]*\b(?:operated|provided|supplied|hosted) by (?:the )?$/i,
    takesPlainLists: true,
  },
  {
    id: 'depends_on_maker',
    role: 'supplier',
    cue: /\b(?:depends?|relies|rely)\b/i,
    before:
      /\b(?:we|the company) (?:currently |substantially |heavily |primarily )*(?:depends?|relies|rely) (?:\w+ )?(?:up)?on (?:the )?$/i,
    after: /^,? to (?:manufacture|supply|produce|fabricate|assemble)\b/i,
    takesPlainLists: false,
  },
  {
    id: 'makes_ours',
    role: 'supplier',
    cue: /\b(?:manufactures|supplies|produces|fabricates|assembles)\b/i,
    before:
      /^(?:currently, |(?:under|pursuant to) (?:the terms of )?(?:an?|our|the) agreement with (?:us|the company), )?$/i,
    after:
      /^,? (?:currently |also )?(?:manufactures|supplies|produces|fabricates|assembles)(?: and \w+)? (?:(?:all|most|substantially all|some|certain|many) of )?(?:our|the company['’]s|us\b|the company\b)/i,
    takesPlainLists: false,
  },
  {
    id: 'supplies_under_agreement',
    role: 'supplier',
    cue: /\bagreement with (?:us|the company)\b/i,
    before: /^(?:under|pursuant to) (?:the terms of )?(?:an?|our|the) (?:\w+ )?agreement with (?:us|the company), $/i,
    after:
      /^,? (?:manufactures|supplies|produces|provides)\b[^;]*\b(?:active ingredients?|ingredients?|components?|products?)\b/i,
    takesPlainLists: false,
  },
  {
    id: 'customers_include',
    role: 'customer',
    cue: /\b(?:customers|clients|distributors|resellers|dealers|licensees)\b/i,
    before:
      /(?:\b(?:our|the company['’]s)(?: [\w-]+){0,3} (?:customers|clients|distributors|resellers|dealers|licensees)|^(?:customers|clients|distributors|resellers|dealers|licensees))(?:,? (?:such as|including)| includes?| included)(?:(?: [\w’'-]+){1,8}, such as)?:? (?:the )?$/i,
    takesPlainLists: true,
  },
  {
    id: 'counted_and_listed',
    role: 'customer',
    cue: /\b(?:accounted for|represented|comprised)\b/i,
    before: /\b(?:customers|distributors|wholesalers|resellers|retailers) \($/i,
    after: /^\),? (?:together |collectively |each )*(?:accounted for|represented|comprised)\b/i,
    takesPlainLists: true,
  },
  {
    id: 'largest_customer_is',
    role: 'customer',
    cue: /\bcustomers?\b/i,
    before:
      /\b(?:our|the company['’]s) (?:single )?(?:largest|primary|principal|sole|main|exclusive|key) customers?(?: \w+){0,3} (?:is|are|was|were) (?:the )?$/i,
    takesPlainLists: true,
  },
  {
    id: 'sole_supplier_is',
    role: 'supplier',
    cue: /\b(?:suppliers?|vendors?|manufacturers?|custodians?|reinsurers?)\b/i,
    before:
      /\b(?:our|the company['’]s) (?:single )?(?:largest|primary|principal|sole|main|exclusive|key) (?:suppliers?|vendors?|manufacturers?|custodians?|reinsurers?)(?: (?:of|for) [^,;]{1,40})? (?:is|are|was|were) (?:the )?$/i,
    takesPlainLists: true,
  },
  {
    id: 'is_our_supplier',
    role: 'supplier',
    cue: /\b(?:supplier|vendor|manufacturer|custodian|reinsurer)\b/i,
    before: /^$/,
    after:
      /^,? is (?:currently )?(?:our|the company['’]s) (?:\w+ ){0,2}(?:supplier|vendor|manufacturer|custodian|reinsurer)\b/i,
    takesPlainLists: false,
  },
  {
    id: 'hosts_such_as',
    role: 'supplier',
    cue: /\b(?:cloud|hosting|data center)/i,
    before:
      /^(?!.*\b(?:alliances?|partnerships?|go-to-market)\b).*\b(?:our|we|us)\b[^;]*\b(?:cloud|hosting|data center|infrastructure)(?: \w+){0,3} (?:providers?|services),? (?:such as|including) (?:the )?$/i,
    takesPlainLists: true,
  },
  {
    id: 'licenses_products_to',
    role: 'customer',
    cue: /\bagreements\b/i,
    before:
      /\b(?:we|the company) (?:has|have) (?:OEM|license|licensing|distribution)(?: and \w+)? agreements covering\b[^;]*\b(?:its|our) products with\b[^;]*, including $/i,
    takesPlainLists: true,
  },
  {
    id: 'sells_to',
    role: 'customer',
    cue: /\b(?:sells?|ships?|supplies)\b.*\bto\b/i,
    before:
      /\b(?:we|the company) (?:currently |also |primarily |directly )*(?:sells?|ships?|supplies) (?:(?:its|our|these|such|the) )?[^.;]{0,60}\b(?:products?|components?|systems?|chips?|devices?)(?: \w+){0,3} to (?:customers (?:such as|including) )?(?:the )?$/i,
    takesPlainLists: false,
  },
];

/** Marks a sentence that refers to the past, to competitors or to a supposition, or that denies the relation. */
export const NO_RELATION =
  /\b(?:not|no longer|never|previously|formerly(?! [A-Z])|former|until|terminat\w+|ceased|discontinued|expired|compet\w+|plaintiffs?|defendants?|lawsuit|alleg\w+|patent infringement|had been|used to|intends? to|plans? to|seeks? to|may|might|would|if we|if the company)\b/i;
