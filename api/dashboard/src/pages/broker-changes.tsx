/** Changes that brokers made to recorded trades, to accept or decline; one press undoes a decision. */
import { useBrokerChanges } from '../api/queries.ts';
import type { BrokerChanges } from '../api/types.ts';
import { InboxTabs } from '../components/decision-inbox.tsx';
import { Heading } from '../components/heading.tsx';
import { Loaded } from '../components/notices.tsx';
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

function Lists({ data }: { data: BrokerChanges }) {
  const decisions = useDecisions();
  return (
    <InboxTabs
      waitingCount={data.open_count}
      waiting={<WaitingChanges open={data.open} decisions={decisions} />}
      decidedCount={data.decided.length}
      decided={<DecidedChanges decided={data.decided} decisions={decisions} />}
    />
  );
}
