import type { DemoIssuer } from './issuers.ts';
import { table } from './layout.ts';
import { readProse, renderProse } from './read-prose.ts';

/** Item 1 of an annual report: `business.md`. */
export function businessText(issuer: DemoIssuer, employees: number): string {
  const { money, year } = issuer;
  const segments = money.segments.map(({ name }) => name);
  return renderProse(
    readProse('business.md', {
      ...issuer,
      segments: segments.join(', ').replace(/, ([^,]*)$/, ' and $1'),
      segmentCount: segments.length === 2 ? 'two' : 'three',
      servicePercent: Math.round(money.serviceShare * 100),
      topTenPercent: year.topCustomer * 3 + 4,
      employees: employees.toLocaleString('en-US'),
      employeeTable: employeeTable(issuer, employees),
    }),
  );
}

function employeeTable({ words }: DemoIssuer, employees: number): string {
  return table(
    ['Employees by function', 'Number'],
    [
      {
        label: `Production (${words.process.split(',')[0]} and the like)`,
        cells: [Math.round(employees * 0.36).toLocaleString('en-US')],
      },
      { label: 'Sales and service', cells: [Math.round(employees * 0.21).toLocaleString('en-US')] },
      { label: 'Research and development', cells: [Math.round(employees * 0.19).toLocaleString('en-US')] },
      {
        label: 'Administration and other',
        cells: [
          (
            employees -
            Math.round(employees * 0.36) -
            Math.round(employees * 0.21) -
            Math.round(employees * 0.19)
          ).toLocaleString('en-US'),
        ],
      },
    ],
  );
}
