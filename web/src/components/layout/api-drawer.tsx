import { type HttpCall, toHttpCall } from '@asfiled/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { creditsOf, formatCredits } from '../../api/prices.ts';
import { type PageCall, pageCalls } from '../../api/use-api.ts';
import { useCredits } from '../../api/use-credits.ts';
import { formatCount } from '../../format/numbers.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Segments } from '../ui/segments.tsx';
import css from './api-drawer.module.css';
import { type CodeLanguage, callCode } from './call-code.ts';

const LANGUAGES: readonly { value: CodeLanguage; label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
];

/** The API calls of the page as code to copy. */
export default function ApiDrawer({ onClose }: { onClose: () => void }) {
  const [calls] = useState(pageCalls(useQueryClient()));
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const credits = useCredits();
  return (
    <Dialog title="This page as API calls" place="side" onClose={onClose}>
      <Segments label="Language" value={language} options={LANGUAGES} onChange={setLanguage} />
      {calls.length === 0 && <p className="second">This page makes no API calls.</p>}
      {calls.map(call => (
        <Call key={JSON.stringify([call.name, call.input])} call={call} language={language} />
      ))}
      <p className={css.foot}>
        <a className="link" href="/docs">
          All operations
        </a>
        {credits !== null && <span className="quiet">{formatCount(credits)} credits left</span>}
      </p>
    </Dialog>
  );
}

function Call({ call, language }: { call: PageCall; language: CodeLanguage }) {
  const http: HttpCall = toHttpCall(call.name, call.input);
  const code = callCode(language, call, http, location.origin);
  const credits = creditsOf(call.name);
  return (
    <div className={css.call}>
      <CodeBlock title={call.name} copyLabel={`Copy the call of ${call.name}`} subject="The call" code={code}>
        {credits === 0 ? 'free' : `${formatCredits(credits)}; free if unchanged`}
      </CodeBlock>
    </div>
  );
}
