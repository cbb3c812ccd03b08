/** Cancelling and deleting a backtest, both after a question. */
import { api } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { isActive, RESEARCH_KEY } from '../../api/research.ts';
import type { Run } from '../../api/types.ts';
import { Confirm } from '../../components/confirm.tsx';
import { goOnAt } from '../../components/focused.ts';
import { done, failed } from '../../components/toast.tsx';

export interface Asked {
  what: 'cancel' | 'delete';
  run: Run;
}

interface RunDialogsProps {
  /** The run that is asked about; null while closed. */
  asked: Asked | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function RunDialogs({ asked, onClose, onDeleted }: RunDialogsProps) {
  const cancel = useChange(RESEARCH_KEY, api.research.runs.cancel);
  const after = (message: string): void => {
    done(message);
    onClose();
    goOnAt(() => document.getElementById('main'));
  };
  // said and left before anything is read again: the page of a run that is gone has no dialogue any more
  const remove = useChange(RESEARCH_KEY, async ({ run_id, name }: Run) => {
    await api.research.runs.remove(run_id);
    after(`${name} deleted.`);
    onDeleted?.();
  });
  const run = asked?.run;
  return (
    <>
      <Confirm
        opened={asked?.what === 'cancel'}
        onClose={onClose}
        title={`Cancel ${run?.name ?? ''}?`}
        action="Cancel the backtest"
        busy={cancel.isPending}
        onConfirm={() =>
          run &&
          cancel.mutate(run.run_id, {
            // one that runs stops at its next look
            onSuccess: (now) =>
              after(isActive(now) ? `${run.name} will stop in a few seconds.` : `${run.name} cancelled.`),
            onError: (error) => failed(error, 'Could not cancel'),
          })
        }
      >
        What it has calculated so far is discarded. You can run it again at any time.
      </Confirm>
      <Confirm
        opened={asked?.what === 'delete'}
        onClose={onClose}
        title={`Delete ${run?.name ?? ''}?`}
        action="Delete"
        busy={remove.isPending}
        onConfirm={() => run && remove.mutate(run, { onError: (error) => failed(error, 'Could not delete') })}
      >
        Its figures, orders and holdings are deleted and cannot be restored. The same backtest can be run
        again.
      </Confirm>
    </>
  );
}
