import { Text, Timeline as Steps } from '@mantine/core';
import '@mantine/core/styles/Timeline.css';
import { moment, money } from '../../../../../../charts/index.ts';
import type { JournalStory } from '../../../api/types.ts';
import { inWords } from './words.ts';

interface Step {
  at: string;
  title: string;
  detail: string | null;
}

const inr = (value: number): string => money(value, 'INR');

/** Everything that was reported of a trade, in the order of time. */
function stepsOf(story: JournalStory): Step[] {
  const { signal, executions, states, opened_at, close_time, exit_reason } = story;
  const steps: Step[] = [{ at: opened_at, title: 'Opened', detail: null }];
  if (signal !== null)
    steps.push({
      at: signal.at,
      title: `Signal: ${inWords(signal.outcome)}`,
      detail:
        [signal.regime === null ? null : `Regime ${signal.regime}`, signal.detail]
          .filter(Boolean)
          .join('. ') || null,
    });
  for (const { at, side, quantity, symbol, price } of executions)
    steps.push({
      at,
      title: `${inWords(side)} ${quantity.toLocaleString('en-IN')} ${symbol}`,
      detail: `At ${inr(price)}`,
    });
  for (const { state, from, lowest, highest } of states)
    steps.push({
      at: from,
      title: inWords(state),
      detail:
        lowest === null || highest === null ? null : `Unrealised from ${inr(lowest)} to ${inr(highest)}`,
    });
  steps.push({ at: close_time, title: `Closed: ${inWords(exit_reason)}`, detail: null });
  return steps.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

export function Timeline({ story }: { story: JournalStory }) {
  const steps = stepsOf(story);
  return (
    <>
      <Steps active={steps.length} bulletSize={14} lineWidth={2}>
        {steps.map(({ at, title, detail }, nr) => (
          <Steps.Item key={`${at} ${nr}`} title={title} style={{ overflowWrap: 'anywhere' }}>
            {detail !== null && <Text size="sm">{detail}</Text>}
            <Text size="xs" c="dimmed" className="figure">
              {moment(at)}
            </Text>
          </Steps.Item>
        ))}
      </Steps>
      {story.has_more_executions && (
        <Text size="sm" c="dimmed" mt="sm">
          Only the first {story.executions.length} executions are shown.
        </Text>
      )}
    </>
  );
}
