/** Stopping everything at once, and letting it go on. */
import { Button } from '@mantine/core';
import { IconHandStop, IconPlayerPlay } from '../../icons.ts';
import { useState } from 'react';
import { moment } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { POLICIES_KEY } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import { useTradingState } from '../../api/trading.ts';
import { Confirm } from '../../components/confirm.tsx';
import { goOnAt } from '../../components/focused.ts';
import { Notice } from '../../components/notice.tsx';
import { QueryFailure } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';
import { personIn, RESUME_WORDS } from './words.ts';

/** Works at once, and asks nothing; gone while trading is paused, where the banner stands instead. */
export function PauseTrading() {
  const { data } = useTradingState();
  const pause = useChange(POLICIES_KEY, async () => {
    await api.trading.pause();
    done('All trading is paused. No more orders are sent.');
    goOnAt(() => document.getElementById('main'));
  });
  if (data?.is_paused === true) return null;
  return (
    <Button
      color="red"
      variant="light"
      leftSection={<IconHandStop size={16} aria-hidden />}
      loading={pause.isPending}
      onClick={() => pause.mutate(undefined, { onError: (error) => failed(error, 'Trading is NOT paused') })}
    >
      Pause all trading
    </Button>
  );
}

/** Since when nothing is sent, who stopped it, and the way on, and accounts held after a restore; nothing while trading goes on. */
export function TradingPaused() {
  const { data, error, refetch } = useTradingState();
  const [isAsking, setIsAsking] = useState(false);
  const resume = useChange(POLICIES_KEY, async () => {
    await api.trading.resume(RESUME_WORDS);
    done('Trading resumed. Approved orders are sent while the market is open.');
    setIsAsking(false);
    goOnAt(() => document.getElementById('main'));
  });
  if (data === undefined) return <QueryFailure query={{ error, refetch }} />;
  const { paused_at, paused_by, held } = data;
  const waiting = held.map(({ connection_id, policies, reason }) => (
    <Notice key={connection_id} tone="caution" mb="md" title={`Trading of ${policies.join(', ')} is held`}>
      {reason}
    </Notice>
  ));
  if (!data.is_paused) return waiting;
  const since = `All trading has been paused since ${moment(paused_at)}${paused_by === null ? '' : ` by ${personIn(paused_by)}`}`;
  return (
    <>
      {waiting}
      <Notice
        tone="failure"
        mb="md"
        title={since}
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
            Resume trading
          </Button>
        }
      >
        No order of any policy is sent. Munim still follows orders that are already with the broker.
      </Notice>
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => resume.mutate(undefined)}
        title="Resume trading"
        action="Resume trading"
        typed={RESUME_WORDS}
        color="ink"
        busy={resume.isPending}
        error={resume.error}
      >
        Orders you approved are sent again while the market is open, and you can approve waiting plans again.
      </Confirm>
    </>
  );
}
