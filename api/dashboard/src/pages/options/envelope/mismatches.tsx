/** Differences between the trading process and its broker that nobody has confirmed. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { moment } from '../../../../../../charts/index.ts';
import { api } from '../../../api/endpoints.ts';
import { ENVELOPE_KEY, useMismatches } from '../../../api/options-envelope.ts';
import type { Reconciliation } from '../../../api/options-envelope-types.ts';
import { useChange } from '../../../api/queries.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { goOnAt } from '../../../components/focused.ts';
import { Loaded } from '../../../components/notices.tsx';
import { Pager } from '../../../components/pager.tsx';
import { done } from '../../../components/toast.tsx';
import { Section } from '../../settings/section.tsx';

const A_PAGE = 10;

export function Mismatches() {
  const [page, setPage] = useState(1);
  const mismatches = useMismatches(page, A_PAGE);
  return (
    <Section
      title="Reconciliation"
      description="A mismatch with the broker keeps strategies from entering with money until you confirm that it is settled."
    >
      <Loaded query={mismatches}>
        {({ items, total, page_size }) =>
          total === 0 ? (
            <Text size="sm">No open mismatches.</Text>
          ) : (
            <Stack gap="md">
              {items.map((one) => (
                <Mismatch key={one.id} of={one} />
              ))}
              <Pager page={page} pageSize={page_size} total={total} noun="mismatches" onPage={setPage} />
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function Mismatch({ of }: { of: Reconciliation }) {
  const [isAsking, setIsAsking] = useState(false);
  const [note, setNote] = useState('');
  const confirm = useChange(ENVELOPE_KEY, async () => {
    await api.optionsEnvelope.confirm(of.id, note.trim());
    done('Mismatch confirmed as settled.');
    setIsAsking(false);
    goOnAt(() => document.getElementById('main'));
  });
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" fw={600}>
        {of.broker}, {moment(of.at)}
      </Text>
      {of.findings.map(({ symbol, expected, found, detail }) => (
        <Text key={symbol} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {symbol}: your process has <span className="figure">{expected}</span>, the broker{' '}
          <span className="figure">{found}</span>
          {detail === null ? '' : ` (${detail})`}
        </Text>
      ))}
      {of.matched_since !== null && (
        <Text size="xs" c="dimmed">
          The two agreed again on {moment(of.matched_since)}.
        </Text>
      )}
      <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
        Confirm…
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => confirm.mutate(undefined)}
        title={`Mismatch with ${of.broker}`}
        action="Confirm it is settled"
        color="ink"
        busy={confirm.isPending}
        error={confirm.error}
      >
        <TextInput
          label="Note"
          description="How it was settled. Optional."
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
      </Confirm>
    </Stack>
  );
}
