import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { IconDownload } from '../icons.ts';
import { api } from '../api/endpoints.ts';
import type { ReportFile } from '../api/types.ts';

/** Files that the server makes of what the page shows; plain links, so that the browser keeps them. */
export function DownloadMenu({ files }: { files: readonly { title: string; href: string }[] }) {
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

/** A report as files. */
export function Downloads({ of }: { of: Omit<ReportFile, 'format'> }) {
  return (
    <DownloadMenu
      files={[
        { title: 'All rows (CSV)', href: api.reports.file({ ...of, format: 'csv' }) },
        { title: 'One page (PDF)', href: api.reports.file({ ...of, format: 'pdf' }) },
      ]}
    />
  );
}
