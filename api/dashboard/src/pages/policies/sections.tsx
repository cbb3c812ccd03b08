import { Stack, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Policy } from '../../api/types.ts';
import { useListParams } from '../../components/search-params.ts';
import { BooksSwitch } from './books.tsx';
import { PolicyContributions } from './contributions.tsx';
import { Cycles } from './cycles.tsx';
import { PolicyEvents } from './events.tsx';
import { PolicyHoldings } from './holdings.tsx';
import { PolicyOverview } from './overview.tsx';
import { Plan } from './plan.tsx';
import { PolicySettings } from './settings.tsx';
import { Signals } from './signals.tsx';
import { Trades } from './trades.tsx';

const SECTIONS = {
  overview: 'Overview',
  holdings: 'Holdings',
  plan: 'Plan',
  signals: 'Signals',
  trades: 'Trades',
  cycles: 'Rebalances',
  contributions: 'Contributions',
  events: 'Events',
  settings: 'Settings',
} as const;
type Section = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Section[];
const PARTS: Readonly<Record<Section, (props: { policy: Policy }) => ReactNode>> = {
  overview: PolicyOverview,
  holdings: PolicyHoldings,
  plan: Plan,
  signals: Signals,
  trades: Trades,
  cycles: Cycles,
  contributions: PolicyContributions,
  events: PolicyEvents,
  settings: PolicySettings,
};

/** Everything behind the figures, a section at a time. @param books the books that are shown of the policy */
export function PolicySections({ policy, books }: { policy: Policy; books: Policy }) {
  const params = useListParams();
  const shown = params.oneOf('show', NAMES) ?? 'overview';
  const Part = PARTS[shown];
  return (
    <Tabs
      value={shown}
      onChange={(show) =>
        params.set({
          show: show === 'overview' ? undefined : (show ?? undefined),
          date: undefined,
          prices: undefined,
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
          {name === shown && (
            <Stack gap="md">
              {name !== 'settings' && <BooksSwitch policy={policy} books={books} />}
              <Part key={books.mode} policy={name === 'settings' ? policy : books} />
            </Stack>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
