import { ActionIcon, Button, Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '../../icons.ts';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { Portfolio } from '../../api/types.ts';
import { assetClasses } from '../../components/choices.ts';
import { problemsOf } from '../../components/draft.ts';
import { CurrencyField, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';

interface PortfolioFormProps {
  /** The one to edit, `new` for another one, null while closed. */
  portfolio: Portfolio | 'new' | null;
  onClose: () => void;
}

export function PortfolioForm({ portfolio, onClose }: PortfolioFormProps) {
  const title = portfolio === 'new' ? 'New portfolio' : portfolio ? `Edit ${portfolio.name}` : '';
  return (
    <Modal opened={portfolio !== null} onClose={onClose} title={title}>
      {portfolio && <Fields portfolio={portfolio === 'new' ? null : portfolio} onClose={onClose} />}
    </Modal>
  );
}

interface Bucket {
  name: string;
  share: number | '';
}

const sumOf = (buckets: Bucket[]): number => buckets.reduce((sum, { share }) => sum + Number(share || 0), 0);

function Fields({ portfolio, onClose }: { portfolio: Portfolio | null; onClose: () => void }) {
  const [name, setName] = useState(portfolio?.name ?? '');
  const [currency, setCurrency] = useState(portfolio?.base_currency ?? 'INR');
  const [buckets, setBuckets] = useState<Bucket[]>(
    Object.entries(portfolio?.target_allocation ?? {}).map(([bucket, share]) => ({ name: bucket, share })),
  );
  const save = usePortfolioChange((target: Record<string, number> | null) => {
    const body = { name: name.trim(), base_currency: currency, target_allocation: target };
    if (!portfolio) return api.portfolios.create(body);
    return api.portfolios.update(portfolio.id, body);
  });
  const sum = sumOf(buckets);
  const isSumRight = buckets.length === 0 || Math.abs(sum - 100) <= 1;
  const problems = problemsOf(save.error);
  const change = (index: number, next: Partial<Bucket>): void =>
    setBuckets(buckets.map((bucket, at) => (at === index ? { ...bucket, ...next } : bucket)));

  const submit = (): void => {
    const target =
      buckets.length === 0
        ? null
        : Object.fromEntries(buckets.map(({ name: bucket, share }) => [bucket.trim(), Number(share || 0)]));
    save.mutate(target, {
      onSuccess: () => {
        done(`${name.trim()} saved.`);
        onClose();
      },
    });
  };

  return (
    <Form change={save} onSubmit={submit} onCancel={onClose} isReady={isSumRight}>
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems['name']}
        maxLength={80}
        required
        data-autofocus
      />
      <CurrencyField label="Currency of totals" value={currency} onChange={setCurrency} />
      <Stack gap="xs" role="group" aria-label="Target allocation">
        <Group justify="space-between">
          <Text size="sm" fw={500}>
            Target allocation
          </Text>
          {buckets.length > 0 && (
            <Text size="sm" c={isSumRight ? 'dimmed' : 'orange'} aria-live="polite">
              {isSumRight ? '' : 'Must total 100%: '}
              {Number(sum.toFixed(2))}%
            </Text>
          )}
        </Group>
        {buckets.length === 0 && (
          <Text size="sm" c="dimmed">
            No targets. Set them to see how far the portfolio has drifted.
          </Text>
        )}
        {buckets.map((bucket, index) => (
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={`Bucket ${index + 1}`}
              placeholder="Indian Equity"
              list="asset-classes"
              value={bucket.name}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
              style={{ flex: 1 }}
              required
            />
            <NumberInput
              aria-label={`Percent for ${bucket.name || `bucket ${index + 1}`}`}
              value={bucket.share}
              onChange={(share) => change(index, { share: share === '' ? '' : Number(share) })}
              min={0}
              max={100}
              suffix="%"
              w={96}
              hideControls
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${bucket.name || `bucket ${index + 1}`}`}
              onClick={() => setBuckets(buckets.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <datalist id="asset-classes">
          {assetClasses.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Group>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setBuckets([...buckets, { name: '', share: Math.max(0, 100 - sum) }])}
          >
            Add a bucket
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
