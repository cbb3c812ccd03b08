import {
  Autocomplete,
  Box,
  Button,
  FileButton,
  Group,
  Progress,
  Select,
  SimpleGrid,
  Stack,
  Text,
  ThemeIcon,
  useMatches,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { IconFileSpreadsheet } from '../../icons.ts';
import { type DragEvent, useState } from 'react';
import { api } from '../../api/endpoints.ts';
import type { ImportPreview } from '../../api/types.ts';
import { assetClasses, currencies, dateOrders } from '../../components/choices.ts';
import { Failure } from '../../components/notices.tsx';
import { PortfolioField } from '../../components/portfolio-select.tsx';
import classes from './drop-zone.module.css';
import { MOST_FILES } from './most-files.ts';
import { PasswordForm } from './password-form.tsx';
import { SharedFiles } from './shared-files.tsx';
import {
  ACCEPTED,
  asksPassword,
  droppedFiles,
  exportsAmong,
  isMarketData,
  needsPassword,
  uploadFile,
  type UploadOptions,
} from './upload-file.ts';

const types = [
  { value: 'auto', label: 'Detect' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'holdings', label: 'Holdings' },
];

interface ChooseFileProps {
  /** Files that another app shared. They are read once the person says so. */
  shared: readonly File[];
  /** The person decided about the shared files. */
  onSharedDecided: () => void;
  onStaged: (preview: ImportPreview) => void;
  /** Several files at once: they are read one after the other. */
  onSeveral: (files: File[], options: UploadOptions) => void;
  /** The file holds prices, or a list of an exchange. */
  onMarketFile: (file: File) => void;
}

export function ChooseFile({ shared, onSharedDecided, onStaged, onSeveral, onMarketFile }: ChooseFileProps) {
  const [options, setOptions] = useState<UploadOptions>({
    type: 'auto',
    portfolio: '',
    assetClass: null,
    currency: '',
    dateOrder: null,
  });
  const [share, setShare] = useState(0);
  const [isOver, setIsOver] = useState(false);
  const upload = useMutation({
    mutationFn: ({ file, password }: { file: File; password?: string }) => {
      setShare(0);
      return uploadFile(file, options, { ...(password ? { password } : {}), onProgress: setShare });
    },
    onSuccess: onStaged,
    onError: (error, { file }) => {
      if (isMarketData(error, file)) onMarketFile(file);
    },
  });
  const sample = useMutation({
    mutationFn: async (of: ImportPreview['type']) =>
      new File([await api.csv.sample(of)], `sample-${of}.csv`, { type: 'text/csv' }),
    onSuccess: (file) => upload.mutate({ file }),
  });
  const take = (files: readonly File[]): void => {
    const [file] = files;
    if (files.length > 1) onSeveral(files.slice(0, MOST_FILES), options);
    else if (file) upload.mutate({ file });
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void droppedFiles(event.dataTransfer).then(take);
  };
  const file = upload.variables?.file;
  const failure = upload.error ?? sample.error;

  return (
    <Stack>
      {shared.length > 0 && (
        <SharedFiles
          files={shared}
          onRead={() => {
            onSharedDecided();
            take(shared);
          }}
          onDiscard={onSharedDecided}
        />
      )}
      <Options options={options} onChange={setOptions} />
      <Box
        className={classes.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <Stack align="center" gap="sm">
          <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
            <IconFileSpreadsheet />
          </ThemeIcon>
          {upload.isPending ? (
            <Stack w="min(320px, 80vw)" gap="xs">
              <Text ta="center" aria-live="polite">
                {share < 1 ? `Sending ${file?.name}` : 'Reading every row'}
              </Text>
              <Progress value={share * 100} animated={share >= 1} aria-label="Upload" />
            </Stack>
          ) : (
            <>
              <Text fw={600}>Drop your files here</Text>
              <Group gap="xs" justify="center">
                <FileButton
                  onChange={take}
                  accept={ACCEPTED}
                  multiple
                  inputProps={{ 'aria-label': 'Files to import' }}
                >
                  {(props) => <Button {...props}>Choose files</Button>}
                </FileButton>
                <FileButton
                  onChange={(files) => take(exportsAmong(files))}
                  multiple
                  inputProps={
                    { 'aria-label': 'Folder to import', webkitdirectory: '' } as Record<string, string>
                  }
                >
                  {(props) => (
                    <Button variant="default" {...props}>
                      Choose a folder
                    </Button>
                  )}
                </FileButton>
              </Group>
            </>
          )}
        </Stack>
      </Box>
      {failure !== null && !needsPassword(failure) && <Failure error={failure} />}
      {asksPassword(upload.error) && file && (
        <PasswordForm
          file={file.name}
          isPending={upload.isPending}
          onPassword={(password) => upload.mutate({ file, password })}
        />
      )}
      <KnownFiles />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          No file at hand? Try these samples; the second has prices. Both go into a portfolio named Sample.
          Delete it to remove them.
        </Text>
        <Button size="compact-sm" variant="light" onClick={() => sample.mutate('transactions')}>
          Try the sample tradebook
        </Button>
        <Button size="compact-sm" variant="light" onClick={() => sample.mutate('holdings')}>
          Try the sample holdings
        </Button>
      </Group>
    </Stack>
  );
}

/** What is said of the files before they are read; all of it may be left as it is. */
function Options({
  options,
  onChange,
}: {
  options: UploadOptions;
  onChange: (options: UploadOptions) => void;
}) {
  const set = (change: Partial<UploadOptions>): void => onChange({ ...options, ...change });
  const isPhone = useMatches({ base: true, sm: false });
  const [isOpen, more] = useDisclosure(false);
  if (isPhone && !isOpen)
    return (
      <Button variant="default" onClick={more.open} aria-expanded={false}>
        More: portfolio, file type, dates
      </Button>
    );
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Select
        label="File type"
        description="Usually detected from the headers."
        data={types}
        value={options.type}
        onChange={(value) => set({ type: value ?? 'auto' })}
        allowDeselect={false}
      />
      <PortfolioField
        label="Into portfolio"
        description="Leave empty to use the file’s own, or the broker’s name."
        value={options.portfolio}
        onChange={(portfolio) => set({ portfolio })}
      />
      <Select
        label="Asset class"
        description="For rows without one."
        data={assetClasses}
        value={options.assetClass}
        onChange={(assetClass) => set({ assetClass })}
        placeholder="As the file says, or ask"
        clearable
      />
      <Autocomplete
        label="Currency"
        description="For rows without one."
        data={currencies}
        maxLength={3}
        value={options.currency}
        onChange={(currency) => set({ currency })}
        placeholder="As the file says, or ask"
      />
      <Select
        label="Dates"
        description="For files that do not prove their order."
        data={dateOrders}
        value={options.dateOrder}
        onChange={(dateOrder) => set({ dateOrder })}
        placeholder="As the file says, or ask"
        clearable
      />
    </SimpleGrid>
  );
}

function KnownFiles() {
  return (
    <details>
      <summary>Accepted files</summary>
      <Text size="sm" c="dimmed">
        CSV, Excel, PDF, OFX and JSON: what Zerodha, Groww, Angel One, ICICI Direct, Upstox, FYERS, Kuvera and
        NPS export; consolidated account statements of CAMS, KFintech and MFCentral; Interactive Brokers,
        Schwab, Fidelity, Vanguard, Robinhood and E*TRADE; Trading 212, DEGIRO and Trade Republic; Ghostfolio,
        Wealthfolio and Portfolio Performance; Munim's own export; and any table with columns for symbol,
        date, type, quantity and price. The owner of this installation can also import market data here:
        bhavcopies and other files of closes, index levels, corporate actions, and NSE’s lists.
      </Text>
    </details>
  );
}
