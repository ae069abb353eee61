import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import css from './section-list.module.css';
import { type FilingHead, numberOf, partOf, statusLabel } from './sections.ts';

interface SectionListProps {
  filing: FilingHead;
  chosen: string;
  onChoose?: () => void;
}

/** The sections in form order, with the status of those without text. */
export function SectionList({ filing, chosen, onChoose }: SectionListProps) {
  return (
    <ul className={css.list}>
      {filing.sections.map((section, index) => {
        const part = partOf(filing.form_type, section);
        const before = filing.sections[index - 1];
        const word = statusLabel(section);
        return (
          <Fragment key={section.section_key}>
            {part !== null && (before === undefined || partOf(filing.form_type, before) !== part) && (
              <li className={`eyebrow ${css.part}`}>{part}</li>
            )}
            <li>
              <Link
                to="/f/$filingId/$sectionKey"
                params={{ filingId: filing.filing_id, sectionKey: section.section_key }}
                search={({ panel, marks }) => ({ panel, marks })}
                preload={false}
                className={css.section}
                aria-current={section.section_key === chosen ? 'location' : undefined}
                onClick={onChoose}
              >
                <span className={css.number}>{numberOf(section)}</span>
                <span>{section.title}</span>
                <small title={word.long || undefined}>
                  {word.short}
                  {word.long !== '' && word.short !== word.long && (
                    <span className="visually-hidden"> {word.long}</span>
                  )}
                </small>
              </Link>
            </li>
          </Fragment>
        );
      })}
    </ul>
  );
}
