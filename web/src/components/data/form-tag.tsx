import { languageOf } from '../../format/language.ts';

/** The registry's name of a filing's form type. */
export function FormTag({ form, marketId }: { form: string; marketId: string | null }) {
  return (
    <span className="tag" lang={languageOf(form, marketId)}>
      {form}
    </span>
  );
}
