import type { DocumentDetailOut } from '@asfiled/client';
import { ApiError } from '@asfiled/client';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useApi } from '../../../api/use-api.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { announce } from '../../../components/ui/announce.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import css from './panel.module.css';

type File = DocumentDetailOut['files'][number];

interface FilesPanelProps {
  filingId: string;
  chosen: string | undefined;
  onChoose: (fileId: string) => void;
}

/** The files of the filing, including exhibits, to download if the plan allows it. */
export function FilesPanel({ filingId, chosen, onChoose }: FilesPanelProps) {
  const query = useApi('getDocument', { document_id: filingId });
  return (
    <div className={css.files}>
      <Loaded query={query} subject="the files of this filing">
        {({ id, files }) => (
          <>
            <p className={css.count}>A download costs 1 credit and counts towards the daily download limit.</p>
            <ul className={css.facts}>
              {files.map(file => (
                <FileRow
                  key={file.file_id}
                  documentId={id}
                  file={file}
                  isChosen={file.file_id === chosen}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </div>
  );
}

interface FileRowProps {
  documentId: string;
  file: File;
  isChosen: boolean;
  onChoose: (fileId: string) => void;
}

function FileRow({ documentId, file, isChosen, onChoose }: FileRowProps) {
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { byte_size, status } = file.archive;
  const download = async () => {
    onChoose(file.file_id);
    setErrorMessage(null);
    try {
      const response = await client.getDocumentContent({ document_id: documentId, file_id: file.file_id });
      save(await response.blob(), file.file_name);
      announce(`${file.file_name} was downloaded.`);
    } catch (error) {
      setErrorMessage(error instanceof ApiError ? error.message : 'The file could not be downloaded.');
    }
  };
  return (
    <li className={css.file} data-chosen={isChosen || undefined}>
      <span className="grow">
        <b>{file.title ?? file.file_name}</b>
        <small className="quiet">
          {file.file_name}
          {byte_size !== null && ` · ${Math.ceil(byte_size / 1024).toLocaleString('en-GB')} kB`}
        </small>
        {errorMessage && <small role="alert">{errorMessage}</small>}
      </span>
      {status === 'stored' ? (
        <button type="button" className="icon-button" aria-label={`Download ${file.file_name}`} onClick={download}>
          <Icon name="download" />
        </button>
      ) : (
        <small className="quiet">{status.replaceAll('_', ' ')}</small>
      )}
    </li>
  );
}

/** Saves the file under its name; a filer's files are never opened on this page. */
function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
