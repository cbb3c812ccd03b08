/** Changes that brokers made to recorded trades, to accept or decline; one press undoes a decision. */
import { Tabs } from '@mantine/core';
import { useBrokerChanges } from '../api/queries.ts';
import type { BrokerChanges } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { Loaded } from '../components/notices.tsx';
import { useListParams } from '../components/search-params.ts';
import { DecidedChanges } from './broker-changes/decided.tsx';
import { useDecisions } from './broker-changes/use-decisions.ts';
import { WaitingChanges } from './broker-changes/waiting.tsx';

export default function BrokerChangesPage() {
  const query = useBrokerChanges();
  return (
    <>
      <Heading help="brokerChanges" title="Changes by brokers">
        Recorded trades that your broker changed or no longer lists. Nothing changes until you decide.
      </Heading>
      <Loaded query={query}>{(data) => <Lists data={data} />}</Loaded>
    </>
  );
}

const count = (of: number): string => (of > 0 ? ` (${of.toLocaleString('en-IN')})` : '');

function Lists({ data }: { data: BrokerChanges }) {
  const params = useListParams();
  const decisions = useDecisions();
  const shown = params.oneOf('show', ['waiting', 'decided']) ?? 'waiting';
  return (
    <Tabs
      value={shown}
      onChange={(show) => params.set({ show: show === 'decided' ? show : undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="sm">
        <Tabs.Tab value="waiting">Waiting{count(data.open_count)}</Tabs.Tab>
        <Tabs.Tab value="decided">Decided{count(data.decided.length)}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="waiting">
        <WaitingChanges open={data.open} decisions={decisions} />
      </Tabs.Panel>
      <Tabs.Panel value="decided">
        <DecidedChanges decided={data.decided} decisions={decisions} />
      </Tabs.Panel>
    </Tabs>
  );
}
