import { FilingLink } from '../../../components/data/filing-link.tsx';
import { FormTag } from '../../../components/data/form-tag.tsx';
import { TableHead } from '../../../components/ui/table-head.tsx';
import { formatDay } from '../../../format/dates.ts';
import { categoryLabel } from '../../../labels/labels.ts';
import { type Filing, useCompany } from '../company.ts';

/** A short table of filings. */
export function FilingRows({ filings }: { filings: readonly Filing[] }) {
  const { market_id } = useCompany();
  if (filings.length === 0) return <p style={{ padding: 16 }}>No filings stored.</p>;
  return (
    <div className="scroll">
      <table className="plain-table">
        <TableHead columns={['Filed', 'Form', 'Description', 'Open']} className="visually-hidden" />
        <tbody>
          {filings.map(filing => (
            <tr key={filing.filing_id}>
              <td className="second nowrap">{formatDay(filing.filed_at)}</td>
              <td>
                <FormTag form={filing.form_type} marketId={market_id} />
              </td>
              <td>
                {filing.title ?? categoryLabel(filing.category)}
                {filing.period_end && <span className="quiet"> to {formatDay(filing.period_end)}</span>}
              </td>
              <td className="right nowrap">
                {filing.available.includes('sections') ? (
                  <FilingLink filingId={filing.filing_id}>Read</FilingLink>
                ) : (
                  <a className="link" href={filing.url} rel="noreferrer">
                    View at registry
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
