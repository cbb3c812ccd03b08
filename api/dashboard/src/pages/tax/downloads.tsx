import { api } from '../../api/endpoints.ts';
import type { TaxQuery } from '../../api/types.ts';
import { DownloadMenu } from '../../components/downloads.tsx';

/** The year that is shown, as files: every row of it, a page to print, and what the tax return asks for. */
export function Downloads({ year }: { year: Pick<TaxQuery, 'portfolio' | 'fy'> }) {
  return (
    <DownloadMenu
      files={[
        { title: 'All rows (CSV)', href: api.tax.file('csv', year) },
        { title: 'One page (PDF)', href: api.tax.file('pdf', year) },
        { title: 'Schedule 112A (CSV)', href: api.tax.schedule112a(year) },
      ]}
    />
  );
}
