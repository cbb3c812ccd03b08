/** Lets go of the baseline of a share, once that was confirmed. */
import { Button, Text } from '@mantine/core';
import { IconPinnedOff } from '../../../icons.ts';
import { useState } from 'react';
import { moment } from '../../../../../../charts/index.ts';
import type { Unpinned } from '../../../api/types.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { done } from '../../../components/toast.tsx';

/** Unpins a run. */
export interface Unpinning {
  isPending: boolean;
  /** Why it was refused the last time. */
  error: Error | null;
  /** Forgets that. */
  reset: () => void;
  unpin: (runId: string, onDone: (unpinned: Unpinned) => void) => void;
}

export function UnpinButton({ runId, unpinning }: { runId: string; unpinning: Unpinning }) {
  const [isAsking, setAsking] = useState(false);
  const { isPending, error, reset, unpin } = unpinning;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPinnedOff size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Unpin
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => {
          setAsking(false);
          reset();
        }}
        title={`Unpin ${runId}?`}
        action="Unpin the baseline"
        busy={isPending}
        error={error}
        onConfirm={() =>
          unpin(runId, (unpinned) => {
            setAsking(false);
            done(unpinnedWords(unpinned));
          })
        }
      >
        <Text size="sm">
          Later runs of this share will no longer be compared with it. Earlier comparisons stay.
        </Text>
      </Confirm>
    </>
  );
}

/** What came of it, also where somebody else was first. */
function unpinnedWords({ run_id, was_active, replaced_at }: Unpinned): string {
  if (was_active) return `${run_id} is no longer the baseline.`;
  const when = replaced_at === null ? '' : `, ${moment(replaced_at)}`;
  return `${run_id} was replaced or unpinned before${when}. Nothing was changed.`;
}
