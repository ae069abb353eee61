import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { AccountForm, Field } from '../../../components/account/account-form.tsx';
import { announce } from '../../../components/ui/announce.ts';
import { SCOPE_LABELS, SCOPES } from '../../../labels/scopes.ts';
import { FormError } from '../../../session/account-api.ts';
import sections from '../sections.module.css';
import { Section } from '../sections.tsx';
import { submitCall } from '../submit.ts';
import css from './new-key.module.css';

interface NewKeyProps {
  onMade: (made: { name: string; key: string }) => void;
  onCancel: () => void;
}

/** The form for a new key: name, scopes, expiry. */
export function NewKey({ onMade, onCancel }: NewKeyProps) {
  const queries = useQueryClient();
  return (
    <div className={css.place}>
      <Section title="New key">
        <div className={sections.form}>
          <AccountForm
            action="Create key"
            onSubmit={async values => {
              const scopes = SCOPES.filter(scope => values[scope] !== undefined);
              if (scopes.length === 0) throw new FormError(0, 'Choose at least one scope.');
              const { name, key } = await submitCall('createKey', {
                name: values.name?.trim() ?? '',
                scopes,
                ...(values.until ? { expires_at: `${values.until}T23:59:59Z` } : {}),
              });
              onMade({ name, key });
              announce(`${name} is ready. Copy it now: it is shown only once.`);
              await queries.invalidateQueries({ queryKey: ['listKeys'] });
            }}
          >
            <Field
              label="Name"
              name="name"
              autoComplete="off"
              hint="For example, the program that uses it."
              isFocused
            />
            <Scopes />
            <LastDay />
          </AccountForm>
          <button type="button" className="button plain" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </Section>
    </div>
  );
}

function Scopes() {
  return (
    <fieldset className={css.scopes}>
      <legend>Scopes</legend>
      {SCOPES.map(scope => (
        <label key={scope}>
          <input type="checkbox" name={scope} defaultChecked={scope === 'data:read'} />
          {SCOPE_LABELS[scope]}
        </label>
      ))}
    </fieldset>
  );
}

function LastDay() {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>Expires on</label>
      <input
        id={id}
        className="field"
        type="date"
        name="until"
        min={new Date().toISOString().slice(0, 10)}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className={css.hint}>
        At the end of the day, UTC. Leave empty for a key without expiry.
      </p>
    </>
  );
}
