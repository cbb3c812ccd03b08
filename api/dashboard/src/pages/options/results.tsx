/** What the trades of the options workspace came to, one mode at a time. */
import { Button, Stack } from '@mantine/core';
import { IconChartHistogram, IconPlugConnected } from '../../icons.ts';
import { useState } from 'react';
import {
  calendarWeeks,
  optionCalendar,
  optionEquity,
  optionStrategies,
} from '../../../../../charts/index.ts';
import {
  type OptionMode,
  type OptionPerformance,
  useOptionDays,
  useOptionPerformance,
} from '../../api/option-results.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { useListParams } from '../../components/search-params.ts';
import { Connect } from './results/connect.tsx';
import { ModeSwitch } from './results/mode-switch.tsx';
import { Strategies } from './results/strategies.tsx';
import { PerformanceSums } from './results/sums.tsx';
import { hasTrades, MODE_WORDS, MODES, usualMode } from './results/words.ts';

/** Of the title and the days of the week, and of each week, up to 14 of them. */
const CALENDAR = { head: 112, week: 22, least: 160 } as const;
const calendarHeight = (weeks: number): number =>
  Math.max(CALENDAR.least, CALENDAR.head + CALENDAR.week * weeks);

export default function OptionResultsPage() {
  const params = useListParams();
  const live = useOptionPerformance('LIVE');
  const chosen = params.oneOf('mode', MODES);
  const mode = chosen ?? (live.data === undefined ? undefined : usualMode(live.data));
  const [isConnecting, setIsConnecting] = useState(false);
  return (
    <>
      <Heading
        help="optionResults"
        title="Option results"
        actions={
          <>
            {mode !== undefined && (
              <ModeSwitch value={mode} onChange={(next) => params.set({ mode: next })} />
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlugConnected size={14} aria-hidden />}
              aria-expanded={isConnecting}
              onClick={() => setIsConnecting(!isConnecting)}
            >
              Connect a process
            </Button>
          </>
        }
      >
        {mode === undefined ? 'The results of your option trades.' : MODE_WORDS[mode].meaning}
      </Heading>
      <Stack gap="md">
        {isConnecting && <Connect />}
        {mode === undefined ? (
          <Loaded query={live}>{() => null}</Loaded>
        ) : (
          <Results mode={mode} isConnecting={isConnecting} />
        )}
      </Stack>
    </>
  );
}

function Results({ mode, isConnecting }: { mode: OptionMode; isConnecting: boolean }) {
  const performance = useOptionPerformance(mode);
  return (
    <Loaded query={performance}>
      {(data) =>
        hasTrades(data) ? (
          <Stack gap="md">
            <PerformanceSums of={data} />
            {data.trades.closed > 0 && <Charts mode={mode} of={data} />}
            <Strategies of={data} />
          </Stack>
        ) : (
          <Stack gap="md">
            <Empty icon={<IconChartHistogram />} title={MODE_WORDS[mode].none}>
              Results appear here as soon as a process reports trades, or you import a file.
            </Empty>
            {!isConnecting && <Connect />}
          </Stack>
        )
      }
    </Loaded>
  );
}

function Charts({ mode, of }: { mode: OptionMode; of: OptionPerformance }) {
  const days = useOptionDays(mode);
  const strategies = of.by_strategy.map(({ strategy, realised, trades }) => ({
    strategy,
    net: realised.net,
    closed: trades.closed,
  }));
  return (
    <Loaded query={days}>
      {(daily) => (
        <Stack gap="md">
          <ChartCard
            chart={optionEquity}
            data={{ days: daily.days }}
            title="Realised net result"
            currency="INR"
            note={unknownNote(daily.unknown)}
          />
          <ChartCard
            chart={optionCalendar}
            data={{ days: daily.days }}
            title="Calendar of results"
            currency="INR"
            height={calendarHeight(calendarWeeks(daily.days))}
            note="The last 14 weeks, by the day on which trades were closed. The table shows all days."
          />
          <ChartCard chart={optionStrategies} data={{ strategies }} title="By strategy" currency="INR" />
        </Stack>
      )}
    </Loaded>
  );
}

const unknownNote = (unknown: number): string | null =>
  unknown === 0
    ? null
    : `${unknown} closed ${unknown === 1 ? 'trade has' : 'trades have'} an unknown result, so the line excludes ${unknown === 1 ? 'it' : 'them'}.`;
