/** Of what calls speak: a label and the words by which it is known. The table is the rule; it goes up with its version. */
export const TOPICS_VERSION = '1';

export const TOPICS: readonly { label: string; words: RegExp }[] = [
  {
    label: 'outlook',
    words: /\b(?:guidance|outlook|we (?:now )?expect|we anticipate|we (?:are )?forecast(?:ing)?)\b/i,
  },
  { label: 'demand', words: /\b(?:demand|order (?:book|intake)|backlog|bookings)\b/i },
  { label: 'pricing', words: /\b(?:pricing|price increases?|price realization|average selling prices?|asps?)\b/i },
  { label: 'margins', words: /\b(?:gross|operating|profit|ebitda) margins?\b/i },
  {
    label: 'costs',
    words: /\b(?:cost (?:savings?|reductions?|inflation|pressures?)|productivity|efficienc(?:y|ies))\b/i,
  },
  {
    label: 'supply',
    words: /\b(?:supply (?:chain|constraints?|shortages?)|shortages?|lead times?|inventor(?:y|ies))\b/i,
  },
  { label: 'tariffs', words: /\b(?:tariffs?|export (?:controls?|restrictions?)|trade (?:war|restrictions?))\b/i },
  { label: 'currency', words: /\b(?:foreign exchange|constant currency|currency (?:headwinds?|tailwinds?)|fx)\b/i },
  { label: 'capital return', words: /\b(?:buybacks?|share repurchases?|repurchased?|dividends?|capital returns?)\b/i },
  { label: 'capital spending', words: /\b(?:capital expenditures?|capex|capital spending|capital investments?)\b/i },
  {
    label: 'acquisitions',
    words: /\b(?:acquisitions?|acquired?|acquiring|mergers?|divestitures?|divest(?:ed|ing)?)\b/i,
  },
  { label: 'restructuring', words: /\b(?:restructurings?|layoffs?|headcount reductions?|workforce reductions?)\b/i },
  {
    label: 'cash and debt',
    words: /\b(?:free cash flow|cash flow|net debt|leverage|liquidity|refinanc(?:e|ed|ing))\b/i,
  },
  { label: 'competition', words: /\b(?:competit(?:ors?|ion|ive)|market share)\b/i },
  { label: 'artificial intelligence', words: /\b(?:artificial intelligence|generative ai|machine learning|ai)\b/i },
  { label: 'china', words: /\bchina\b|\bchinese\b/i },
  { label: 'regulation', words: /\b(?:regulat(?:ors?|ion|ory)|antitrust|litigation|lawsuits?)\b/i },
];
