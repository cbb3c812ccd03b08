/** The state of the envelope, each criterion as a bar, and the end of a halt. */
import { Badge, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '../../../icons.ts';
import { useState } from 'react';
import { moment, money } from '../../../../../../charts/index.ts';
import { api } from '../../../api/endpoints.ts';
import { ENVELOPE_KEY } from '../../../api/options-envelope.ts';
import type { Envelope } from '../../../api/options-envelope-types.ts';
import { useChange } from '../../../api/queries.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { goOnAt } from '../../../components/focused.ts';
import { Notice } from '../../../components/notice.tsx';
import { done } from '../../../components/toast.tsx';
import { Section } from '../../settings/section.tsx';

type Criterion = Envelope['criteria'][number];

const COLORS = { OPEN: 'green', THROTTLED: 'orange', HALTED: 'red' } as const;
const MEANING = {
  OPEN: 'Strategies may enter with money.',
  THROTTLED: 'Entries with money are halved, and blocked while a figure is unknown.',
  HALTED: 'No strategy may enter with money until you resume.',
} as const;
const NAMES = {
  daily_loss: 'Lost today',
  open_risk: 'Open risk',
  margin_use: 'Margin in use',
  consecutive_losses: 'Losses in a row',
} as const;

function amount({ unit }: Criterion, value: number | null): string {
  if (value === null) return 'unknown';
  if (unit === 'INR') return money(value, 'INR');
  const digits = value.toLocaleString('en-IN', { maximumFractionDigits: 2 });
  return unit === 'PERCENT' ? `${digits}%` : digits;
}

export function Criteria({ envelope }: { envelope: Envelope }) {
  const { state, since, resumed_at, reasons, criteria } = envelope;
  return (
    <Section
      title="State"
      description={
        <>
          {MEANING[state]}
          {since === null ? '' : ` Since ${moment(since)}.`}
          {resumed_at === null ? '' : ` Last resumed ${moment(resumed_at)}.`}
        </>
      }
    >
      <Group>
        <Badge color={COLORS[state]} size="lg" miw="max-content">
          {state}
        </Badge>
      </Group>
      {state === 'HALTED' && <Halted reasons={reasons} />}
      <Stack gap="sm">
        {criteria.map((one) => (
          <Bar key={one.name} of={one} />
        ))}
      </Stack>
    </Section>
  );
}

function Bar({ of }: { of: Criterion }) {
  const { name, value, limit, state, reason } = of;
  const share = value === null ? 0 : Math.min(100, (100 * value) / limit);
  const text = `${amount(of, value)} of ${amount(of, limit)}`;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {NAMES[name]}
        </Text>
        <Text size="sm" className="figure">
          {text}
        </Text>
      </Group>
      <Progress.Root size="lg" mt={4}>
        <Progress.Section
          value={share}
          color={COLORS[state]}
          aria-label={NAMES[name]}
          aria-valuetext={text}
        />
      </Progress.Root>
      {reason !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          {reason}
        </Text>
      )}
    </div>
  );
}

function Halted({ reasons }: Pick<Envelope, 'reasons'>) {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const resume = useChange(ENVELOPE_KEY, async () => {
    await api.optionsEnvelope.resume(reason.trim());
    done('Risk envelope resumed.');
    setIsAsking(false);
    goOnAt(() => document.getElementById('main'));
  });
  return (
    <>
      <Notice
        tone="failure"
        title="Why it was halted"
        action={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={() => {
              resume.reset();
              setIsAsking(true);
            }}
          >
            Resume
          </Button>
        }
      >
        {reasons.map(({ code, message }) => (
          <Text key={code} size="sm">
            {message}
          </Text>
        ))}
      </Notice>
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => resume.mutate(undefined)}
        title="Resume the risk envelope"
        action="Resume"
        color="ink"
        busy={resume.isPending}
        error={resume.error}
      >
        <Stack gap="sm">
          <span>
            Losses so far no longer count, and strategies may enter with money again. Munim records who
            resumed it and why.
          </span>
          <TextInput
            label="Reason"
            description="Optional."
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </>
  );
}
