const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Reverses the HTML escaping of the service. */
export function unescapeHtml(html: string): string {
  return html.includes('&') ? html.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity] ?? entity) : html;
}
