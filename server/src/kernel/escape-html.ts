const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags of HTML and in attributes within quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => REFERENCES[character] ?? character);
}
