import { useState } from 'react';
import { lettersAct, setLettersAct } from '../../keyboard/keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import css from './keys-help.module.css';

/** Every key there is, by where it acts. A page that adds keys adds them here. */
const KEYS: readonly { where: string; keys: readonly [string, string][] }[] = [
  {
    where: 'Anywhere',
    keys: [
      ['/', 'search'],
      ['?', 'this list'],
      ['.', 'this page as API calls'],
      ['g h', 'start'],
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
      ['Enter', 'source; again: open the filing'],
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
      ['n p', 'next and previous place found, fact, or change'],
      ['[ ]', 'previous and next section'],
      ['m', 'mark facts or not'],
      ['s', 'facts and statements'],
      ['d', 'compare with a year earlier'],
    ],
  },
  {
    where: 'Screen',
    keys: [
      ['f', 'add a filter'],
      ['r', 'run'],
      ['x', 'companies down or across'],
    ],
  },
  {
    where: 'Watchlist',
    keys: [
      ['a', 'add a company'],
      ['w', 'on the page of a company: watch it or not'],
    ],
  },
  {
    where: 'Charts',
    keys: [['← →', 'one period across all charts']],
  },
  {
    where: 'Usage',
    keys: [['← →', 'the day before and after']],
  },
  {
    where: 'Lists',
    keys: [
      ['j k', 'next and previous'],
      ['Enter', 'open'],
      ['b', 'in search: the section beside that of a year earlier'],
    ],
  },
];

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(lettersAct);
  return (
    <Dialog title="Keyboard" place="middle" onClose={onClose}>
      <div className={css.groups}>
        {KEYS.map(({ where, keys }) => (
          <section key={where}>
            <h3 className="eyebrow">{where}</h3>
            <dl className={css.keys}>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
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
            setLettersAct(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        Letters act as keys
      </label>
    </Dialog>
  );
}
