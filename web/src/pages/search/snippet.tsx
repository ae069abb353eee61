import { Fragment } from 'react';

const MARK = /<mark>(.*?)<\/mark>/gs;

/** A snippet of the service: escaped HTML with the words asked for in `<mark>`. Read as text: nothing of it becomes markup. */
export function SnippetText({ html }: { html: string }) {
  const marks = [...html.matchAll(MARK)].map(({ 0: whole, 1: word = '', index }) => ({
    word,
    index,
    end: index + whole.length,
  }));
  return (
    <>
      {marks.map(({ word, index }, place) => (
        <Fragment key={index}>
          {unescaped(html.slice(marks[place - 1]?.end ?? 0, index))}
          <mark>{unescaped(word)}</mark>
        </Fragment>
      ))}
      {unescaped(html.slice(marks.at(-1)?.end ?? 0))}
    </>
  );
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function unescaped(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity] ?? entity);
}
