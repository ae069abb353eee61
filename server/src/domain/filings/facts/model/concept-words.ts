/** A concept or member in words, where its filer gives no label: `us-gaap:IncreaseDecreaseInInventories` → `Increase Decrease In Inventories`. */
export function conceptInWords(concept: string): string {
  return concept
    .slice(concept.indexOf(':') + 1)
    .replace(/(?:Segment)?(?:Member|Domain)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .trim();
}
