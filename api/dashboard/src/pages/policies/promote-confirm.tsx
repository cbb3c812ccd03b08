import { Box, Checkbox, Stack, Text, Textarea } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { money } from '../../../../../charts/index.ts';
import { useStrategies } from '../../api/research.ts';
import type { Promotions } from '../../api/types.ts';
import { Fact } from '../../components/fact.tsx';
import { Notice } from '../../components/notice.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { configText } from '../strategies/config-words.ts';
import { LinkedPolicies } from './of-run.tsx';
import type { StepProps } from './promote-settings.tsx';
import { type Needs, SHORTEST_REASON, visibleLength } from './promotion.ts';

interface ConfirmStepProps extends StepProps {
  needs: Needs;
  linked: UseQueryResult<Promotions, Error>;
}

/** Last step: what will be made, and what has to be said first. */
export function ConfirmStep({ run, draft, set, problem, needs, linked }: ConfirmStepProps) {
  const strategies = useStrategies();
  return (
    <Stack gap="md">
      <Box className="panel" p="md" component="section" aria-label="The policy">
        <dl className="facts">
          <Fact name="Name">{draft.name}</Fact>
          <Fact name="Tag code">{draft.tag_code}</Fact>
          <Fact name="Capital">
            {money(
              draft.initial_capital === '' ? run.initial_capital : Number(draft.initial_capital),
              'INR',
              {
                digits: 0,
              },
            )}{' '}
            on paper
          </Fact>
          <Fact name="Follows">{configText(run, strategies.data)}</Fact>
        </dl>
      </Box>
      {needs.isRejected && <Rejected draft={draft} set={set} problem={problem} />}
      <Loaded query={linked} skeleton={<LoadingRows rows={1} />}>
        {({ items }) =>
          needs.isLinked ? (
            <Stack gap="xs" component="section" aria-label="Other policies of this backtest">
              <Text size="sm">
                {items.length === 0
                  ? 'A policy was already created from this backtest.'
                  : `${items.length === 1 ? 'A policy was' : `${items.length} policies were`} already created from this backtest:`}
              </Text>
              <LinkedPolicies items={items} />
              <Checkbox
                label="Create another policy from it"
                checked={draft.another}
                onChange={(event) => set({ another: event.currentTarget.checked })}
                error={draft.another ? undefined : problem('another')}
              />
            </Stack>
          ) : null
        }
      </Loaded>
    </Stack>
  );
}

function Rejected({ draft, set, problem }: Omit<StepProps, 'run'>) {
  const length = visibleLength(draft.reason);
  const isEnough = length >= SHORTEST_REASON;
  return (
    <Notice tone="caution" title="Validation rejected this backtest">
      <Stack gap="sm">
        <Checkbox
          label="I know that it did badly in the later part of its period"
          checked={draft.acknowledged}
          onChange={(event) => set({ acknowledged: event.currentTarget.checked })}
          error={draft.acknowledged ? undefined : problem('acknowledged')}
        />
        <Textarea
          label="Why do you use it anyway?"
          description="The reason is kept with the policy."
          value={draft.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
          error={isEnough ? undefined : problem('reason')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          required
        />
        <Text size="xs" c="dimmed" aria-live="polite">
          {isEnough
            ? 'The reason is long enough.'
            : `${length} of at least ${SHORTEST_REASON} characters, not counting spaces.`}
        </Text>
      </Stack>
    </Notice>
  );
}
