import { useState } from 'react';
import css from './page.module.css';

const MAX_LENGTH = 1000;

interface ConditionInputProps {
  condition: string | undefined;
  onChange: (condition: string | undefined) => void;
}

/** A condition over line items and measures, as text; the service checks it when the screen runs. */
export function ConditionInput({ condition = '', onChange }: ConditionInputProps) {
  const [text, setText] = useState(condition);
  const apply = () => onChange(text.trim() || undefined);
  return (
    <form
      className={css.condition}
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      <label htmlFor="condition">Condition</label>
      <input
        id="condition"
        className="field"
        value={text}
        maxLength={MAX_LENGTH}
        spellCheck={false}
        autoComplete="off"
        placeholder="revenue_growth_3y > 10% and net_debt / ebitda < 2"
        onChange={event => setText(event.target.value)}
        onBlur={apply}
      />
    </form>
  );
}
