import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { api } from '../../api/endpoints.ts';
import type { TaxQuery } from '../../api/types.ts';

/** The year that is shown, as files: every row of it, a page to print, and what the tax return asks for. */
export function Downloads({ year }: { year: Pick<TaxQuery, 'portfolio' | 'fy'> }) {
  const files = [
    { title: 'All rows (CSV)', href: api.tax.file('csv', year) },
    { title: 'One page (PDF)', href: api.tax.file('pdf', year) },
    { title: 'Schedule 112A (CSV)', href: api.tax.schedule112a(year) },
  ];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ title, href }) => (
          <Menu.Item key={title} component="a" href={href} download>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
