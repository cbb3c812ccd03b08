import { Button, Code, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFileImport } from '../../../icons.ts';
import { useState } from 'react';
import { type ImportedEvents, useEventImport } from '../../../api/option-guards.ts';
import { Notice } from '../../../components/notice.tsx';
import { Failure } from '../../../components/notices.tsx';
import { EventDay } from './event-day.tsx';

/** More rows than these are only counted. */
const MOST_ERRORS = 20;

/** Takes a file of events: shows what it would change, then saves it. */
export function ImportEvents() {
  const [content, setContent] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const preview = useEventImport();
  const save = useEventImport();
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const text = await file.text();
    setContent(text);
    save.reset();
    preview.mutate({ content: text, dry_run: true });
  };
  const close = (): void => {
    setIsOpen(false);
    setContent(null);
    preview.reset();
    save.reset();
  };
  const shown = save.data ?? preview.data;
  const error = save.error ?? preview.error;
  const isNew = preview.data !== undefined && preview.data.added + preview.data.changed > 0;
  return (
    <>
      <Button leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Import events
      </Button>
      <Modal opened={isOpen} onClose={close} title="Import events" size="lg">
        <Stack>
          <Text size="sm">
            A CSV or JSON file with <Code>name</Code>, <Code>category</Code> (RBI, FED, BUDGET, RESULTS,
            EXPIRY, HOLIDAY, OTHER) and <Code>date</Code>, and optionally <Code>severity</Code>,{' '}
            <Code>starts_at</Code>, <Code>ends_at</Code>, <Code>underlying</Code>, <Code>source</Code>,{' '}
            <Code>id</Code> and <Code>cancelled</Code>. The same file again changes nothing. Your own event
            replaces the built-in one of that day.
          </Text>
          <Group>
            <FileButton accept=".csv,.json,text/csv,application/json" onChange={(file) => void take(file)}>
              {(props) => (
                <Button {...props} variant="default" loading={preview.isPending}>
                  Choose a file
                </Button>
              )}
            </FileButton>
            {content !== null && save.data === undefined && (
              <Button
                disabled={!isNew}
                loading={save.isPending}
                onClick={() => save.mutate({ content, dry_run: false })}
              >
                Save
              </Button>
            )}
            {save.data !== undefined && <Button onClick={close}>Done</Button>}
          </Group>
          {error !== null && <Failure error={error} />}
          {shown !== undefined && <Outcome of={shown} />}
        </Stack>
      </Modal>
    </>
  );
}

function Outcome({ of }: { of: ImportedEvents }) {
  const { dry_run, added, changed, unchanged, errors, items } = of;
  return (
    <Stack gap="sm">
      <Text aria-live="polite">
        {dry_run ? 'Would add' : 'Added'} {added}, {dry_run ? 'change' : 'changed'} {changed}; {unchanged}{' '}
        already there; {errors.length} rejected.
      </Text>
      {errors.length > 0 && (
        <Notice tone="caution" title="Rows that cannot be imported">
          <ul>
            {errors.slice(0, MOST_ERRORS).map(({ row, code, message }) => (
              <li key={`${row} ${code}`}>
                {row === 0 ? '' : `Row ${row}: `}
                {message}
              </li>
            ))}
          </ul>
          {errors.length > MOST_ERRORS && <Text size="sm">and {errors.length - MOST_ERRORS} more</Text>}
        </Notice>
      )}
      {items.length > 0 && <EventDay title="Events of the file" events={items} />}
    </Stack>
  );
}
