/** The context of a fact: a period or a date, and members by axis. */
export interface Place {
  /** Null for a date. */
  start: string | null;
  end: string;
  dimensions?: Readonly<Record<string, string>>;
}

/** A tagged number as it is printed. */
export interface Amount {
  concept: string;
  /** In units of `scale`: thousands of dollars at scale 3. */
  value: number;
  unit: 'USD' | 'shares' | 'USD/shares' | 'pure';
  scale: number;
  decimals: number;
  /** Printed with the opposite sign. */
  isNegated?: boolean;
  /** Digits after the point. */
  digits?: number;
}

const UNITS: Readonly<Record<Amount['unit'], string>> = {
  USD: '<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>',
  shares: '<xbrli:unit id="shares"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit>',
  'USD/shares':
    '<xbrli:unit id="usdPerShare"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>',
  pure: '<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>',
};
const UNIT_IDS: Readonly<Record<Amount['unit'], string>> = {
  USD: 'usd',
  shares: 'shares',
  'USD/shares': 'usdPerShare',
  pure: 'pure',
};

/** Namespaces by prefix that the documents use, those of standard taxonomies of a year. */
export function namespaces(prefix: string, own: string, taxonomyYear: number): Record<string, string> {
  return {
    xlink: 'http://www.w3.org/1999/xlink',
    link: 'http://www.xbrl.org/2003/linkbase',
    xbrli: 'http://www.xbrl.org/2003/instance',
    xbrldi: 'http://xbrl.org/2006/xbrldi',
    iso4217: 'http://www.xbrl.org/2003/iso4217',
    ix: 'http://www.xbrl.org/2013/inlineXBRL',
    ixt: 'http://www.xbrl.org/inlineXBRL/transformation/2020-02-12',
    'us-gaap': `http://fasb.org/us-gaap/${taxonomyYear}`,
    srt: `http://fasb.org/srt/${taxonomyYear}`,
    dei: `http://xbrl.sec.gov/dei/${taxonomyYear}`,
    country: `http://xbrl.sec.gov/country/${taxonomyYear}`,
    [prefix]: own,
  };
}

/** An inline XBRL document under construction; contexts and units are created when a fact needs them. */
export class InlineDocument {
  readonly #cik: string;
  readonly #contexts = new Map<string, { id: string; xml: string }>();
  readonly #units = new Set<Amount['unit']>();
  readonly #hidden: string[] = [];
  #facts = 0;

  constructor(cik: string) {
    this.#cik = cik;
  }

  /** A number in its tag, negative ones in parentheses outside it. */
  amount(amount: Amount, place: Place): string {
    const { concept, unit, scale, decimals } = amount;
    this.#units.add(unit);
    const start = `<ix:nonFraction unitRef="${UNIT_IDS[unit]}" contextRef="${this.#context(place)}" decimals="${decimals}" name="${concept}" scale="${scale}" id="${this.#id()}"`;
    if (amount.value === 0) return `${start} format="ixt:fixed-zero">—</ix:nonFraction>`;
    const printed = Math.abs(amount.value).toLocaleString('en-US', {
      minimumFractionDigits: amount.digits ?? 0,
      maximumFractionDigits: amount.digits ?? 0,
    });
    const sign = amount.value < 0 ? ' sign="-"' : '';
    const element = `${start} format="ixt:num-dot-decimal"${sign}>${printed}</ix:nonFraction>`;
    const isShownNegative = amount.isNegated === true ? amount.value > 0 : amount.value < 0;
    return isShownNegative ? `(${element})` : element;
  }

  /** Text in its tag; `format` names a transformation. */
  text(concept: string, place: Place, content: string, format?: string): string {
    const how = format === undefined ? '' : ` format="ixt:${format}"`;
    return `<ix:nonNumeric contextRef="${this.#context(place)}" name="${concept}"${how} id="${this.#id()}">${content}</ix:nonNumeric>`;
  }

  /** A passage with markup, tagged as a text block. */
  block(concept: string, place: Place, content: string): string {
    return `<ix:nonNumeric contextRef="${this.#context(place)}" name="${concept}" escape="true" id="${this.#id()}">${content}</ix:nonNumeric>`;
  }

  /** A tagged fact that is not printed. */
  hide(concept: string, place: Place, value: string, format?: string): void {
    this.#hidden.push(this.text(concept, place, value, format));
  }

  /** Renders the whole document around a body. */
  toHtml(title: string, schema: string, names: Record<string, string>, body: string): string {
    const declared = Object.entries(names)
      .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
      .join(' ');
    return `<?xml version='1.0' encoding='ASCII'?>
<html xmlns="http://www.w3.org/1999/xhtml" ${declared} xml:lang="en-US">
<head><title>${title}</title></head>
<body>
<div style="display:none"><ix:header>
<ix:hidden>${this.#hidden.join('\n')}</ix:hidden>
<ix:references xml:lang="en-US"><link:schemaRef xlink:type="simple" xlink:href="${schema}"/></ix:references>
<ix:resources>
${[...this.#contexts.values()].map(context => context.xml).join('\n')}
${[...this.#units].map(unit => UNITS[unit]).join('\n')}
</ix:resources>
</ix:header></div>
${body}
</body></html>`;
  }

  #id(): string {
    this.#facts++;
    return `f-${this.#facts}`;
  }

  #context({ start, end, dimensions = {} }: Place): string {
    const members = Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([start, end, members]);
    const known = this.#contexts.get(key);
    if (known !== undefined) return known.id;
    const id = `c-${this.#contexts.size + 1}`;
    const segment = members.map(([axis, member]) => {
      return `<xbrldi:explicitMember dimension="${axis}">${member}</xbrldi:explicitMember>`;
    });
    const period =
      start === null
        ? `<xbrli:instant>${end}</xbrli:instant>`
        : `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`;
    const xml =
      `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">${this.#cik}</xbrli:identifier>` +
      `${segment.length === 0 ? '' : `<xbrli:segment>${segment.join('')}</xbrli:segment>`}</xbrli:entity>` +
      `<xbrli:period>${period}</xbrli:period></xbrli:context>`;
    this.#contexts.set(key, { id, xml });
    return id;
  }
}

/** The registry accepts ASCII only; other characters become references. */
export function toAscii(text: string): string {
  return text.replace(/[^\n\r\t\u0020-\u007e]/gu, sign => `&#${sign.codePointAt(0)};`);
}
