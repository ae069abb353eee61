import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { makeFocusable } from '../../../keyboard/keys.ts';
import tokens from '../../../theme/tokens.css?inline';
import css from '../page.module.css';
import paper from './paper.css?inline';

/** What stands in the frame runs no script, sends no form, loads nothing and leads nowhere, whatever it is. */
const EMPTY = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; base-uri 'none'; form-action 'none'"><title>As filed</title></head><body></body></html>`;

/** What the page listens to on its own document: keys, and what closes its menus. */
const PASSED_ON = { keydown: KeyboardEvent, pointerdown: PointerEvent, mousedown: MouseEvent };

interface PaperFrameProps {
  title: string;
  children: ReactNode;
}

/** A document of its own that only this page writes into, and that scrolls by itself. */
export function PaperFrame({ title, children }: PaperFrameProps) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => (body ? passOn(body.ownerDocument) : undefined), [body]);
  useEffect(() => (body ? printWhole(body.ownerDocument) : undefined), [body]);
  return (
    <>
      <iframe
        className={css.paper}
        title={title}
        sandbox={sandboxTokens()}
        srcDoc={EMPTY}
        onLoad={({ currentTarget }) => setBody(prepare(currentTarget))}
      />
      {body && createPortal(children, body)}
    </>
  );
}

/** What to write into. Its styles are set by the page, so that the policy of the frame allows none at all. */
function prepare(frame: HTMLIFrameElement): HTMLElement | null {
  makeFocusable(frame);
  const document = frame.contentDocument;
  const view = document?.defaultView;
  if (!view || !document) return null;
  document.adoptedStyleSheets = [tokens, paper].map(text => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return document.body;
}

/** Tells the page of what happens in the frame; what the page does about it counts there too. Returns what ends that. */
function passOn(document: Document): () => void {
  const frame = document.defaultView?.frameElement;
  const ended = new AbortController();
  for (const [type, Kind] of Object.entries(PASSED_ON)) {
    const onEvent = (event: Event) => {
      if (frame?.dispatchEvent(new Kind(type, event)) === false) event.preventDefault();
    };
    document.addEventListener(type, onEvent, { signal: ended.signal });
  }
  return () => ended.abort();
}

/** On paper nothing scrolls: while it is printed, the frame is as tall as its document. Returns what ends that. */
function printWhole(document: Document): () => void {
  const frame = document.defaultView?.frameElement as HTMLElement | null | undefined;
  const root = document.documentElement;
  if (!frame) return () => undefined;
  const ended = new AbortController();
  const onBefore = () => {
    frame.classList.add(css.printed ?? '');
    root.classList.add('printed');
    frame.style.height = `${root.scrollHeight}px`;
  };
  const onAfter = () => {
    frame.style.height = '';
    root.classList.remove('printed');
    frame.classList.remove(css.printed ?? '');
  };
  addEventListener('beforeprint', onBefore, { signal: ended.signal });
  addEventListener('afterprint', onAfter, { signal: ended.signal });
  return () => ended.abort();
}

let tokensOfSandbox: string | null = null;

/**
 * No scripts, forms, windows or ways out. WebKit gives what happens in a frame without scripts to nobody, not even to the page
 * (its bug 218086): there the frame's policy alone forbids them.
 */
function sandboxTokens(): string {
  tokensOfSandbox ??= givesEvents() ? 'allow-same-origin' : 'allow-same-origin allow-scripts';
  return tokensOfSandbox;
}

function givesEvents(): boolean {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.hidden = true;
  document.body.append(frame);
  let isGiven = false;
  frame.contentDocument?.addEventListener('probe', () => {
    isGiven = true;
  });
  frame.contentDocument?.dispatchEvent(new Event('probe'));
  frame.remove();
  return isGiven;
}
