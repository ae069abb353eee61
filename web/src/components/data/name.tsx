import { languageOf } from '../../format/language.ts';

/** A company name with the `lang` of its script. */
export function Name({ text, marketId }: { text: string; marketId: string | null }) {
  return <span lang={languageOf(text, marketId)}>{text}</span>;
}
