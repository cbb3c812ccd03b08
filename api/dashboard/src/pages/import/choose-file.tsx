import {
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
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { api } from '../../api/endpoints.ts';
import type { ImportPreview } from '../../api/types.ts';
import { assetClasses } from '../../components/choices.ts';
import { Failure } from '../../components/notices.tsx';
import { PortfolioField } from '../../components/portfolio-select.tsx';
import classes from './drop-zone.module.css';

const types = [
  { value: 'auto', label: 'Detect' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'holdings', label: 'Holdings' },
];

export function ChooseFile({ onStaged }: { onStaged: (preview: ImportPreview) => void }) {
  const [type, setType] = useState('auto');
  const [portfolio, setPortfolio] = useState('');
  const [assetClass, setAssetClass] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const [isOver, setIsOver] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('type', type);
      if (portfolio.trim()) form.set('portfolio', portfolio.trim());
      if (assetClass) form.set('default_asset_class', assetClass);
      // fields first: the server reads the form as a stream and needs them before the file
      form.set('file', file);
      setShare(0);
      return api.csv.upload(form, setShare);
    },
    onSuccess: onStaged,
  });
  const sample = useMutation({
    mutationFn: async (of: ImportPreview['type']) =>
      new File([await api.csv.sample(of)], `sample-${of}.csv`, { type: 'text/csv' }),
    onSuccess: (file) => upload.mutate(file),
  });
  const take = (file: File | null | undefined): void => {
    if (file) upload.mutate(file);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          label="File type"
          description="Usually detected from the headers."
          data={types}
          value={type}
          onChange={(value) => setType(value ?? 'auto')}
          allowDeselect={false}
        />
        <PortfolioField
          label="Into portfolio"
          description="Leave empty to use the file’s own, or the broker’s name."
          value={portfolio}
          onChange={setPortfolio}
        />
        <Select
          label="Asset class"
          description="For rows without one."
          data={assetClasses}
          value={assetClass}
          onChange={setAssetClass}
          placeholder="Indian Equity"
          clearable
        />
      </SimpleGrid>
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
                {share < 1 ? `Sending ${upload.variables.name}` : 'Reading every row'}
              </Text>
              <Progress value={share * 100} animated={share >= 1} aria-label="Upload" />
            </Stack>
          ) : (
            <>
              <Text fw={600}>Drop your file here</Text>
              <FileButton onChange={take} accept=".csv,.txt,.tsv,.xml,.xlsx,text/csv,text/xml">
                {(props) => <Button {...props}>Choose a file</Button>}
              </FileButton>
            </>
          )}
        </Stack>
      </Box>
      {(upload.error ?? sample.error) && <Failure error={(upload.error ?? sample.error) as Error} />}
      <Text size="sm" c="dimmed">
        Works with trades and holdings from Zerodha, Groww, ICICI Direct, Upstox and FYERS, including mutual
        funds and Zerodha dividends; Flex statements (XML) from Interactive Brokers; Munim's own export; and
        any CSV with columns for symbol, date, type, quantity and price. Excel workbooks (.xlsx) of these are
        read as they are.
      </Text>
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
