import { EVENTS, type EventType } from '../../labels/events.ts';
import css from './event-choice.module.css';

interface EventChoiceProps {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Check boxes of the event types. */
export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  return (
    <fieldset className={css.events}>
      <legend>Events (all if none is selected)</legend>
      {EVENTS.map(({ type, label }) => (
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
export function chosenEvents(chosen: readonly string[]): EventType[] {
  return EVENTS.flatMap(({ type }) => (chosen.includes(type) ? [type] : []));
}
