import { useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { announce } from '../../../components/ui/announce.ts';
import { ChangeError } from '../../../components/ui/change-error.tsx';
import { download } from '../../../components/ui/download.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { Note } from '../../../components/ui/state-block.tsx';
import sections from '../sections.module.css';
import { Section } from '../sections.tsx';

/** Downloads all stored data of the account as a file. */
export function Export() {
  const change = useChange('exportUser');
  const [cut, setCut] = useState<readonly string[]>([]);
  const save = async () => {
    const response = await change.run({});
    if (response === undefined) return;
    download(
      JSON.stringify(response, null, 2),
      `asfiled-account-${response.exported_at.slice(0, 10)}.json`,
      'application/json',
    );
    setCut(response.cut);
    announce('The export was downloaded.');
  };
  return (
    <>
      <div className={sections.title} />
      <Section title="Export">
        <p className="second">
          All data of this account as one JSON file: keys, sessions, apps, watchlist, notifications, webhooks, usage and
          ledger. Secrets are excluded.
        </p>
        <ChangeError of={change} />
        {cut.length > 0 && (
          <Note isWarning>
            The file has only the newest rows of: {cut.map(name => name.replaceAll('_', ' ')).join(', ')}.
          </Note>
        )}
        <div className={sections.actions}>
          <button type="button" className="button" disabled={change.isBusy} onClick={save}>
            <Icon name="download" />
            Download export
          </button>
        </div>
      </Section>
    </>
  );
}
