import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Run, RunMetrics } from '../../api/types.ts';
import { useListParams } from '../../components/search-params.ts';
import { Costs } from './costs.tsx';
import { Events } from './events.tsx';
import { Holdings } from './holdings.tsx';
import { Orders } from './orders.tsx';
import { Overview } from './overview.tsx';
import { Ranks } from './ranks.tsx';
import { Settings } from './settings.tsx';
import { WorstTimes } from './worst-times.tsx';

const SECTIONS = {
  overview: 'Overview',
  orders: 'Orders',
  holdings: 'Holdings',
  ranks: 'Ranks',
  events: 'Events',
  costs: 'Costs and tax',
  worst: 'Worst times',
  settings: 'Settings',
} as const;
type Section = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Section[];

/** Everything behind the figures, a section at a time. */
export function RunSections({ run, metrics }: { run: Run; metrics: RunMetrics }) {
  const params = useListParams();
  const shown = params.oneOf('show', NAMES) ?? 'overview';
  const parts: Readonly<Record<Section, () => ReactNode>> = {
    overview: () => <Overview run={run} />,
    orders: () => <Orders id={run.run_id} />,
    holdings: () => <Holdings run={run} />,
    ranks: () => <Ranks id={run.run_id} />,
    events: () => <Events id={run.run_id} />,
    costs: () => <Costs run={run} metrics={metrics} />,
    worst: () => <WorstTimes metrics={metrics} />,
    settings: () => <Settings run={run} />,
  };
  return (
    <Tabs
      value={shown}
      onChange={(show) =>
        params.set({
          show: show === 'overview' ? undefined : (show ?? undefined),
          state: undefined,
          date: undefined,
        })
      }
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {NAMES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {SECTIONS[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {NAMES.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {name === shown && parts[name]()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
