import { useId } from 'react';

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A segmented control: one Tab stop, arrow keys select. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value}>
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
