/** Files that were imported, with their rows and the way back. */
import { Anchor, Badge, Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { moment } from '../../../../../charts/index.ts';
import { useImports } from '../../api/queries.ts';
import type { FinishedImport } from '../../api/types.ts';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { Pager } from '../../components/pager.tsx';
import { UndoDialog } from './undo-dialog.tsx';

const PAGE_SIZE = 10;
const count = (value: number): string => value.toLocaleString('en-IN');

const columns: Column<FinishedImport>[] = [
  {
    key: 'file',
    title: 'File',
    render: ({ file_name, format_title, portfolios }) => (
      <NameCell name={file_name ?? 'A file'} facts={[format_title || null, portfolios.join(', ') || null]} />
    ),
  },
  {
    key: 'when',
    title: 'Imported',
    render: ({ committed_at }) => <span className="figure">{moment(committed_at)}</span>,
  },
  {
    key: 'rows',
    title: 'Rows',
    align: 'end',
    render: ({ import_id, imported, transactions, type, status }) =>
      status === 'UNDONE' ? (
        <Badge color="gray" variant="light">
          Undone
        </Badge>
      ) : type === 'transactions' && transactions > 0 ? (
        <Anchor
          component={Link}
          to={`/transactions?import=${import_id}`}
          size="sm"
          aria-label={`${count(transactions)} rows: see them`}
        >
          {count(transactions)} {transactions === 1 ? 'row' : 'rows'}
        </Anchor>
      ) : (
        <Text size="sm">{imported === 0 ? 'Nothing new' : count(imported)}</Text>
      ),
  },
  {
    key: 'undecided',
    title: 'To correct',
    align: 'end',
    render: ({ import_id, undecided, file_name }) =>
      undecided === 0 ? (
        ''
      ) : (
        <Anchor
          component={Link}
          to={`/data/import?rows=${import_id}`}
          size="sm"
          aria-label={`${count(undecided)} to correct in ${file_name ?? 'a file'}`}
        >
          {count(undecided)} to correct
        </Anchor>
      ),
  },
];

export function EarlierImports() {
  const [page, setPage] = useState(1);
  const [undone, setUndone] = useState<string | null>(null);
  const imports = useImports({ page, page_size: PAGE_SIZE });
  if (imports.data === undefined || imports.data.total === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        Earlier imports
      </Title>
      <div className="panel">
        <DataTable
          caption="Earlier imports"
          columns={columns}
          rows={imports.data.items}
          keyOf={({ import_id }) => import_id}
          actions={(row) =>
            row.status === 'COMMITTED' &&
            row.imported > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Undo the import of ${row.file_name ?? 'a file'}`}
                onClick={() => setUndone(row.import_id)}
              >
                Undo
              </Button>
            )
          }
        />
      </div>
      <Pager
        noun="imports"
        page={imports.data.page}
        pageSize={PAGE_SIZE}
        total={imports.data.total}
        onPage={setPage}
      />
      <UndoDialog importId={undone} onClose={() => setUndone(null)} />
    </section>
  );
}
