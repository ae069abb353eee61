import { languageOf } from '../../format/language.ts';

/** A company's own name, marked with the language of its characters. */
export function Name({ text, marketId }: { text: string; marketId: string | null }) {
  return <span lang={languageOf(text, marketId)}>{text}</span>;
}
