import { languageOf } from '../../format/language.ts';

/** The form of a filing as its registry calls it. */
export function FormTag({ form, marketId }: { form: string; marketId: string | null }) {
  return (
    <span className="tag" lang={languageOf(form, marketId)}>
      {form}
    </span>
  );
}
