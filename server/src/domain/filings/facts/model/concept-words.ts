/**
 * Words for a concept or member without a filer's label: `us-gaap:IncreaseDecreaseInInventories` becomes `Increase
 * Decrease In Inventories`.
 */
export function conceptLabel(concept: string): string {
  return (
    concept
      .slice(concept.indexOf(':') + 1)
      .replace(/(?:(?<!Non)Segment)?(?:Member|Domain)$/, '')
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      // A single capital at the beginning is no word: IPhone.
      .replace(/(?<!^)([A-Z])([A-Z][a-z])/g, '$1 $2')
      .replace(/_/g, ' ')
      .trim()
  );
}
