/** The baseline that a share is held against: which one it is, or the way to pin this run as one. */
import { Anchor, Box, Button } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { IconPin } from '../../../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { moment } from '../../../../../../charts/index.ts';
import type { Baseline } from './parse-report.ts';
import { UnpinButton, type Unpinning } from './unpin.tsx';
import { Notice } from '../../../components/notice.tsx';

interface BannerProps {
  baseline: Baseline;
  runId: string;
  unpinning: Unpinning;
}

export function BaselineBanner({ baseline, runId, unpinning }: BannerProps) {
  const { run_id, created_at, portfolio_id } = baseline;
  return (
    <Notice tone="info" label="Active baseline">
      Baseline:{' '}
      {run_id === runId ? (
        `${run_id}, this run`
      ) : (
        <Anchor component={Link} to={`/research/ai/${run_id}`} size="sm">
          {run_id}
        </Anchor>
      )}
      , pinned {created_at === null ? '—' : moment(created_at)}
      {portfolio_id === null ? '.' : ', for one portfolio.'}
      {run_id === runId ? ' Later runs are compared with it.' : ''}
      <Box mt="xs">
        <UnpinButton runId={run_id} unpinning={unpinning} />
      </Box>
    </Notice>
  );
}

/** Pins a run. `pin` rejects with what the server said. */
export interface Pinning {
  isPending: boolean;
  pin: () => Promise<unknown>;
}

interface PinButtonProps {
  pinning: Pinning;
  /** Told why the server refused. */
  onError: (error: unknown) => void;
}

/** Two clicks pin: the first arms the button, the second posts. A click anywhere else takes the first one back. */
export function PinButton({ pinning: { isPending, pin }, onError }: PinButtonProps) {
  const [isArmed, setArmed] = useState(false);
  // Clicks of the mouse, of a finger and of the keyboard alike.
  const button = useClickOutside<HTMLButtonElement>(() => setArmed(false), ['click']);
  const press = (): void => {
    if (!isArmed) {
      setArmed(true);
      return;
    }
    pin()
      .catch(onError)
      .finally(() => setArmed(false));
  };
  return (
    <Button
      ref={button}
      variant={isArmed ? 'filled' : 'default'}
      loading={isPending}
      leftSection={<IconPin size={16} aria-hidden />}
      onClick={press}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setArmed(false);
      }}
      style={{ alignSelf: 'flex-start' }}
    >
      {isArmed ? 'Confirm pin' : 'Pin as baseline'}
    </Button>
  );
}
