/** Several files at once: each is read, reviewed where it needs an answer, and imported. */
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/endpoints.ts';
import type { ImportPreview, ImportResult, MarketFile } from '../../api/types.ts';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { failed } from '../../components/toast.tsx';
import { PasswordForm } from './password-form.tsx';
import { SeveralDone } from './several-done.tsx';
import { Preview } from './preview.tsx';
import { disagreeing } from './proof.tsx';
import { asksPassword, isMarketData, uploadFile, type UploadOptions } from './upload-file.ts';

interface Item {
  key: string;
  file: File;
  /** Set while the file is on its way. */
  isPending: boolean;
  preview: ImportPreview | null;
  error: Error | null;
  result: ImportResult | null;
  /** Of a file of prices or a list of an exchange. */
  market: MarketFile | null;
}

const count = (value: number): string => value.toLocaleString('en-IN');
const rowsOf = (value: number): string => `${count(value)} ${value === 1 ? 'row' : 'rows'}`;
const filesOf = (value: number): string => `${count(value)} ${value === 1 ? 'file' : 'files'}`;

/** Contents of a market data file, or the reason it cannot be read. */
const preview = async (file: File): Promise<Partial<Item>> => {
  try {
    return { market: await api.marketFiles.send(file, {}, true) };
  } catch (error) {
    return { error: error as Error };
  }
};

/** A file that needs nobody: all is proved, and nothing contradicts itself. */
const needsNobody = ({ preview, result, market }: Item): boolean =>
  market?.is_imported === false ||
  (preview !== null &&
    result === null &&
    preview.valid_rows > 0 &&
    preview.questions.length === 0 &&
    disagreeing(preview) === 0);

interface SeveralFilesProps {
  files: readonly File[];
  options: UploadOptions;
  onDone: () => void;
  onRestart: () => void;
}

export function SeveralFiles({ files, options, onDone, onRestart }: SeveralFilesProps) {
  const client = useQueryClient();
  const [items, setItems] = useState<Item[]>(() =>
    files.map((file, at) => ({
      key: `${at} ${file.name}`,
      file,
      isPending: true,
      preview: null,
      error: null,
      result: null,
      market: null,
    })),
  );
  const [reviewed, setReviewed] = useState<string | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const isGone = useRef(false);
  const change = (key: string, changed: Partial<Item>): void =>
    setItems((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)));

  const read = async ({ key, file }: Item, password?: string): Promise<void> => {
    change(key, { isPending: true, error: null });
    try {
      change(key, {
        isPending: false,
        preview: await uploadFile(file, options, password ? { password } : {}),
      });
    } catch (error) {
      const market = isMarketData(error, file) ? await preview(file) : { error: error as Error };
      change(key, { isPending: false, ...market });
    }
  };

  // One after the other, so that a folder of files holds nobody else up.
  useEffect(() => {
    isGone.current = false;
    const readAll = async (): Promise<void> => {
      for (const item of items) {
        if (isGone.current) return;
        await read(item);
      }
    };
    void readAll();
    return () => {
      isGone.current = true;
    };
    // The files of a page never change.
  }, []);

  const ready = items.filter(needsNobody);
  const importReady = async (): Promise<void> => {
    setIsImporting(true);
    for (const { key, file, preview, market } of ready)
      if (market !== null)
        try {
          change(key, { market: await api.marketFiles.send(file, {}, false) });
        } catch (error) {
          failed(error, `Could not import ${file.name}`);
        }
      else if (preview !== null)
        try {
          const result = await api.csv.commit({ import_id: preview.import_id, rows: 'all', mode: 'merge' });
          change(key, { result });
        } catch (error) {
          failed(error, `Could not import ${preview.file_name ?? 'a file'}`);
        }
    await client.invalidateQueries({ queryKey: ['portfolio'] });
    setIsImporting(false);
  };

  const isImported = ({ result, market }: Item): boolean => result !== null || market?.is_imported === true;
  const allImported = items.every(isImported);
  useEffect(() => {
    if (allImported) onDone();
  }, [allImported]);

  const shown = items.find(({ key }) => key === reviewed);
  if (shown?.preview)
    return (
      <Preview
        preview={shown.preview}
        onCommitted={(result) => {
          change(shown.key, { result });
          setReviewed(null);
        }}
        onRestart={() => setReviewed(null)}
        restartTitle="All files"
      />
    );

  const pending = items.filter(({ isPending }) => isPending).length;
  const imported = items.filter(isImported);
  const locked = items.filter(({ error, isPending }) => !isPending && asksPassword(error));
  const columns: Column<Item>[] = [
    {
      key: 'file',
      title: 'File',
      render: ({ file, preview }) => <NameCell name={file.name} facts={[preview?.format_title ?? null]} />,
    },
    { key: 'state', title: 'Rows', render: (item) => <State item={item} /> },
  ];
  return (
    <Stack>
      <Text aria-live="polite">
        {pending > 0
          ? `Reading ${filesOf(items.length)}: ${count(items.length - pending)} done.`
          : `${filesOf(items.length)} read, ${count(imported.length)} imported.`}
      </Text>
      <div className="panel">
        <DataTable
          caption="Files"
          columns={columns}
          rows={items}
          keyOf={({ key }) => key}
          staysOpen
          actions={({ key, file, preview, result }) =>
            preview !== null &&
            result === null && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Review ${file.name}`}
                onClick={() => setReviewed(key)}
              >
                Review
              </Button>
            )
          }
        />
      </div>
      {locked.map((item) => (
        <PasswordForm
          key={item.key}
          file={item.file.name}
          isPending={item.isPending}
          onPassword={(password) => void read(item, password)}
        />
      ))}
      {allImported && (
        <SeveralDone results={items.flatMap(({ result }) => result ?? [])} onRestart={onRestart} />
      )}
      {!allImported && (
        <Group>
          {(pending > 0 || ready.length > 0) && (
            <Button size="md" loading={isImporting} disabled={pending > 0} onClick={() => void importReady()}>
              Import {filesOf(ready.length)}
            </Button>
          )}
          <Button variant="subtle" onClick={onRestart}>
            Choose other files
          </Button>
        </Group>
      )}
      {pending === 0 && ready.length === 0 && imported.length < items.length && (
        <Notice tone="caution">
          The files that are left need you: review them, or correct and choose them again.
        </Notice>
      )}
    </Stack>
  );
}

/** What became of a file so far. */
function State({ item: { isPending, preview, error, result, market } }: { item: Item }) {
  if (isPending) return <Text size="sm">Waiting</Text>;
  if (error !== null)
    return (
      <Text size="sm" c="orange" maw={420}>
        {error.message}
      </Text>
    );
  if (market !== null)
    return (
      <Text size="sm">
        Market data:{' '}
        {market.is_imported
          ? `${rowsOf(market.added + market.changed)} stored`
          : `${rowsOf(market.rows)} ready`}
      </Text>
    );
  if (preview === null) return null;
  if (result !== null) return <Outcome result={result} importId={preview.import_id} />;
  const differing = disagreeing(preview);
  return (
    <Group gap="xs">
      <Text size="sm">{rowsOf(preview.valid_rows)} ready</Text>
      {preview.invalid_rows > 0 && <Tag>{`${count(preview.invalid_rows)} with problems`}</Tag>}
      {preview.questions.length > 0 && <Tag>needs an answer</Tag>}
      {differing > 0 && <Tag>{`${count(differing)} figures differ`}</Tag>}
    </Group>
  );
}

function Outcome({ result, importId }: { result: ImportResult; importId: string }) {
  const { already_recorded, not_valid } = result.skipped_reasons;
  return (
    <Group gap="xs">
      <Text size="sm">{result.imported === 0 ? 'Nothing new' : `${rowsOf(result.imported)} imported`}</Text>
      {already_recorded > 0 && (
        <Text size="sm" c="dimmed">
          {count(already_recorded)} already recorded
        </Text>
      )}
      {not_valid > 0 && (
        <Anchor component={Link} to={`/data/import?rows=${importId}`} size="sm">
          {rowsOf(not_valid)} to correct
        </Anchor>
      )}
    </Group>
  );
}

function Tag({ children }: { children: string }) {
  return (
    <Badge size="sm" variant="light" color="orange">
      {children}
    </Badge>
  );
}
