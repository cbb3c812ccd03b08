import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { api } from '../api/endpoints.ts';
import type { ReportFile } from '../api/types.ts';

/** A report as files, made by the server from what the page shows; plain links, so that the browser keeps them. */
export function Downloads({ of }: { of: Omit<ReportFile, 'format'> }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={api.reports.file({ ...of, format: 'csv' })} download>
          All rows (CSV)
        </Menu.Item>
        <Menu.Item component="a" href={api.reports.file({ ...of, format: 'pdf' })} download>
          One page (PDF)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
