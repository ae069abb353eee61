import css from './event-choice.module.css';

interface EventOption<Type extends string> {
  type: Type;
  label: string;
}

interface EventChoiceProps {
  events: readonly EventOption<string>[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Check boxes of the event types. */
export function EventChoice({ events, chosen, onChange }: EventChoiceProps) {
  return (
    <fieldset className={css.events}>
      <legend>Events (all if none is selected)</legend>
      {events.map(({ type, label }) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, type] : chosen.filter(other => other !== type))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** The chosen event types that exist, in the order of the check boxes. */
export function chosenEvents<Type extends string>(
  events: readonly EventOption<Type>[],
  chosen: readonly string[],
): Type[] {
  return events.flatMap(({ type }) => (chosen.includes(type) ? [type] : []));
}
