import { useState } from 'react';
import { hasLetterKeys, setLetterKeys } from '../../keyboard/keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import css from './keys-help.module.css';

/** All keyboard shortcuts by scope. A page with new shortcuts adds them here. */
const KEYS: readonly { where: string; keys: readonly [string, string][] }[] = [
  {
    where: 'Anywhere',
    keys: [
      ['/', 'search'],
      ['?', 'this list'],
      ['.', 'this page as API calls'],
      ['g h', 'home'],
      ['g s', 'search in filings'],
      ['g w', 'watchlist'],
      ['g n', 'notifications'],
      ['Esc', 'close'],
    ],
  },
  {
    where: 'Tables of figures',
    keys: [
      ['← ↑ → ↓', 'move'],
      ['Home End', 'first and last of the row'],
      ['Ctrl Home, Ctrl End', 'first and last of the table'],
      ['Enter', 'show the source; again: open the filing'],
      ['c', 'copy the figure'],
      ['+ −', 'unfold and fold'],
    ],
  },
  {
    where: 'Financials',
    keys: [
      ['1 – 5', 'all, income, balance, cash flow, shares'],
      ['y q t', 'years, quarters, trailing twelve months'],
      ['v', 'as restated or as first reported'],
      ['x', 'growth and margins'],
    ],
  },
  {
    where: 'Filings',
    keys: [
      ['f', 'find in the section'],
      ['n p', 'next and previous match, fact or change'],
      ['[ ]', 'previous and next section'],
      ['m', 'show or hide fact marks'],
      ['s', 'facts and statements'],
      ['d', 'compare with a year earlier'],
    ],
  },
  {
    where: 'Screen',
    keys: [
      ['f', 'add a filter'],
      ['r', 'run'],
      ['x', 'switch rows and columns'],
    ],
  },
  {
    where: 'Watchlist',
    keys: [
      ['a', 'add a company'],
      ['w', 'on a company page: watch or unwatch'],
    ],
  },
  {
    where: 'Charts',
    keys: [['← →', 'one period across all charts']],
  },
  {
    where: 'Usage',
    keys: [['← →', 'previous and next day']],
  },
  {
    where: 'Lists',
    keys: [
      ['j k', 'next and previous'],
      ['Enter', 'open'],
      ['b', 'in search: compare the section with a year earlier'],
    ],
  },
];

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasLetterKeys);
  return (
    <Dialog title="Keyboard shortcuts" place="middle" onClose={onClose}>
      <div className={css.groups}>
        {KEYS.map(({ where, keys }) => (
          <section key={where}>
            <h3 className="eyebrow">{where}</h3>
            <dl className={css.keys}>
              {keys.map(([key, action]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="row">
        <input
          type="checkbox"
          checked={isOn}
          onChange={event => {
            setLetterKeys(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        Enable single-letter shortcuts
      </label>
    </Dialog>
  );
}
