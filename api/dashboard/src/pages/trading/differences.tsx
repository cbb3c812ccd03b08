/** What the broker says and the books do not: until a person settles it, policies of the account plan nothing. */
import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { moment } from '../../../../../charts/index.ts';
import { ApiError } from '../../api/client.ts';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import { useDifferences } from '../../api/trading.ts';
import type { Difference } from '../../api/types.ts';
import { goOnAt } from '../../components/focused.ts';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Loaded } from '../../components/notices.tsx';
import { done } from '../../components/toast.tsx';

/** Those of every account. */
export const Differences = () => <Open isShown={() => true} />;

/** Those of one account. @param connectionId null for a policy without one */
export const DifferencesOfAccount = ({ connectionId }: { connectionId: string | null }) => (
  <Open isShown={({ connection_id }) => connection_id === connectionId} />
);

function Open({ isShown }: { isShown: (of: Difference) => boolean }) {
  const differences = useDifferences();
  const [settled, setSettled] = useState<Difference | null>(null);
  return (
    <>
      <Loaded query={differences} skeleton={null}>
        {({ items }) =>
          items.filter(isShown).length === 0 ? null : (
            <Stack gap="sm" component="section" aria-label="Differences with the broker">
              {items.filter(isShown).map((one) => (
                <OpenDifference key={one.difference_id} of={one} onSettle={() => setSettled(one)} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Modal opened={settled !== null} onClose={() => setSettled(null)} title="Settle the difference">
        {settled !== null && <Settle of={settled} onClose={() => setSettled(null)} />}
      </Modal>
    </>
  );
}

function OpenDifference({ of, onSettle }: { of: Difference; onSettle: () => void }) {
  const { message, subject, expected, found, last_seen_at } = of;
  return (
    <Notice
      tone="caution"
      title={`Your books and the broker differ: ${subject}`}
      action={
        <Button size="xs" variant="default" onClick={onSettle} aria-label={`Settle: ${subject}`}>
          Settle
        </Button>
      }
    >
      {message} Policies of this account plan nothing until you settle it.
      <Text size="xs" c="dimmed">
        Expected: {expected}. Found: {found}. Seen last on {moment(last_seen_at)}.
      </Text>
    </Notice>
  );
}

function Settle({ of, onClose }: { of: Difference; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const settle = useChange(POLICIES_KEY, async (text: string) => {
    await api.trading.settleDifference(of.difference_id, text);
    done('Difference settled. Policies on this account plan again.');
    onClose();
    goOnAt(() => document.getElementById('main'));
  });
  return (
    <Form
      change={settle}
      isReady={reason.trim() !== ''}
      onSubmit={() => settle.mutate(reason.trim())}
      onCancel={onClose}
      action="Settle"
    >
      <Text size="sm">{of.message}</Text>
      <Text size="sm">
        Settling changes neither your books nor your account. First correct at the broker whatever is wrong
        there.
      </Text>
      <Textarea
        label="What did you find out?"
        description="Your answer is kept with the difference."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={settle.error instanceof ApiError ? settle.error.byField['reason'] : undefined}
        maxLength={500}
        autosize
        minRows={2}
        required
        data-autofocus
      />
    </Form>
  );
}
