/** What became of every chance to trade: seen, filtered by reason, executed. */
import { Group, Stack, Text } from '@mantine/core';
import { IconFilter } from '../../icons.ts';
import { moment, day, optionFunnel } from '../../../../../charts/index.ts';
import { type OptionFunnel, type OptionMode, useOptionFunnel } from '../../api/option-results.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { ChoiceFilter } from '../../components/choice-filter.tsx';
import { DateFilter } from '../../components/date-filter.tsx';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { useListParams } from '../../components/search-params.ts';
import { Days, Reasons, Strategies } from './funnel/tables.tsx';
import { MODE_WORDS, MODES } from './results/words.ts';

export default function OptionFunnelPage() {
  const params = useListParams();
  const mode = params.oneOf('mode', MODES);
  const [from, to] = [params.get('from'), params.get('to')];
  const funnel = useOptionFunnel({
    ...(mode === undefined ? {} : { mode }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  });
  return (
    <>
      <Heading help="funnel" title="Signal funnel">
        Every trade that your strategies considered, and what became of it. Signals with the same tag count
        once.
      </Heading>
      <Group gap="xs" mb="md">
        <DateFilter label="From" value={from} onChange={(value) => params.set({ from: value })} />
        <DateFilter label="To" value={to} onChange={(value) => params.set({ to: value })} />
        <ChoiceFilter<OptionMode>
          label="Mode"
          all="Live and dry run"
          choices={MODES.map((value) => ({ value, label: MODE_WORDS[value].label }))}
          value={mode}
          onChange={(value) => params.set({ mode: value })}
        />
      </Group>
      <Loaded query={funnel}>
        {(data) => (data.seen === 0 ? <NoSignals of={data} /> : <Funnel of={data} />)}
      </Loaded>
    </>
  );
}

const spanText = ({ from, to }: OptionFunnel): string =>
  from === to ? day(to) : `${day(from)} to ${day(to)}`;

function Funnel({ of }: { of: OptionFunnel }) {
  const { seen, filtered, executed, undecided } = of;
  return (
    <Stack gap="md">
      <Text>
        {spanText(of)}: {seen} seen, {filtered} filtered, {executed} executed
        {undecided > 0 && `, ${undecided} undecided`}
      </Text>
      <ChartCard
        chart={optionFunnel}
        data={{
          strategies: of.by_strategy.map((one) => ({
            ...one,
            label: `${one.strategy} (${MODE_WORDS[one.mode].label.toLowerCase()})`,
          })),
        }}
        title="By strategy"
        currency="INR"
      />
      <Strategies of={of} />
      <Reasons of={of} />
      {of.by_day.length > 1 && <Days of={of} />}
    </Stack>
  );
}

function NoSignals({ of }: { of: OptionFunnel }) {
  const { last_signal: last } = of;
  return (
    <Empty icon={<IconFilter />} title={`No signals, ${spanText(of)}`}>
      {last === null
        ? 'Your strategies report each trade they consider as a signal record. The page Option results shows how to connect a process.'
        : `The last signal was reported for ${last.at === null ? day(last.day) : moment(last.at)} IST. Choose other days to see it.`}
    </Empty>
  );
}
