/** What undoing an import would remove, asked of the server, and the button that does it. */
import { Button, Group, List, Loader, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { ImportUndo } from '../../api/types.ts';
import { Failure } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';

const HOLDINGS_SHOWN = 12;
const count = (value: number): string => value.toLocaleString('en-IN');
const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

interface UndoDialogProps {
  /** The import; null while the dialog is closed. */
  importId: string | null;
  onClose: () => void;
  onUndone?: () => void;
}

export function UndoDialog({ importId, onClose, onUndone }: UndoDialogProps) {
  return (
    <Modal opened={importId !== null} onClose={onClose} title="Undo import">
      {importId !== null && (
        <Question importId={importId} onClose={onClose} {...(onUndone ? { onUndone } : {})} />
      )}
    </Modal>
  );
}

function Question({ importId, onClose, onUndone }: Omit<UndoDialogProps, 'importId'> & { importId: string }) {
  const shown = useQuery({
    // Outside of what a change of the portfolio reads again: after the undo there is nothing to show.
    queryKey: ['import-undo', importId],
    queryFn: () => api.csv.undoPreview(importId),
    gcTime: 0,
    staleTime: 0,
  });
  const undo = usePortfolioChange((digest: string) => api.csv.undo(importId, { digest }));
  if (shown.error !== null) return <Failure error={shown.error} retry={() => void shown.refetch()} />;
  if (shown.data === undefined)
    return (
      <Group justify="center" p="lg">
        <Loader aria-label="Finding what would be removed" />
      </Group>
    );
  const view = shown.data;
  const confirm = (): void =>
    undo.mutate(view.digest, {
      onSuccess: ({ removed, restored }) => {
        done(
          `Import undone: ${counted(removed, 'row')} removed${restored > 0 ? `, ${count(restored)} brought back` : ''}.`,
        );
        onClose();
        onUndone?.();
      },
      onError: (error) => {
        failed(error, 'Could not undo the import');
        void shown.refetch();
      },
    });
  return (
    <Stack>
      {view.can_undo ? <WhatHappens view={view} /> : <WhyNot view={view} />}
      {view.can_undo && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button color="red" onClick={confirm} loading={undo.isPending}>
            Undo the import
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function WhatHappens({ view }: { view: ImportUndo }) {
  const what = view.type === 'transactions' ? 'transaction' : 'holding';
  const shown = view.holdings.slice(0, HOLDINGS_SHOWN);
  const more = view.holdings_count - shown.length;
  return (
    <>
      <Text size="sm">
        {counted(view.removes, what)} that <b>{view.file_name ?? 'this file'}</b> brought on{' '}
        {day(view.committed_at)} will be removed
        {view.edited > 0 && `, ${count(view.edited)} of them edited since`}.
        {view.restores > 0 && ` ${counted(view.restores, `replaced ${what}`)} will come back.`} You can import
        the file again at any time.
      </Text>
      {shown.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            Holdings that change
          </Text>
          <List size="sm">
            {shown.map(({ portfolio, symbol, quantity_now, quantity_then }) => (
              <List.Item key={`${portfolio} ${symbol}`}>
                {symbol} in {portfolio}: {units(quantity_now)} → {units(quantity_then)}
              </List.Item>
            ))}
          </List>
          {more > 0 && (
            <Text size="sm" c="dimmed">
              and {count(more)} more
            </Text>
          )}
        </>
      )}
    </>
  );
}

const units = (quantity: number | null): string =>
  quantity === null ? 'none' : quantity.toLocaleString('en-IN', { maximumFractionDigits: 10 });

function WhyNot({ view }: { view: ImportUndo }) {
  return (
    <>
      <Text size="sm">
        <b>{view.file_name ?? 'This import'}</b> cannot be undone:
      </Text>
      <List size="sm">
        {view.blocked.map(({ code, message }) => (
          <List.Item key={code}>{message}</List.Item>
        ))}
      </List>
    </>
  );
}
