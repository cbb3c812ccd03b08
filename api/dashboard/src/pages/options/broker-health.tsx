/** How well the brokers of a trading process answer, and what follows from it. */
import { Stack, Text } from '@mantine/core';
import { IconActivityHeartbeat } from '../../icons.ts';
import { useBrokerHealth } from '../../api/option-guards.ts';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { BrokerPanel } from './broker-health/broker-panel.tsx';

export default function BrokerHealthPage() {
  const health = useBrokerHealth();
  return (
    <>
      <Heading help="brokerHealth" title="Broker health">
        Levels follow from the health checks that your trading process reports: worse at once, better step by
        step.
      </Heading>
      <Loaded query={health}>
        {({ brokers }) =>
          brokers.length === 0 ? (
            <Empty icon={<IconActivityHeartbeat />} title="No health checks yet">
              Have your trading process send broker_health records, at least every two minutes. The page
              Option results shows how to connect a process.
            </Empty>
          ) : (
            <Stack gap="lg">
              {brokers.map((broker) => (
                <BrokerPanel key={broker.broker} of={broker} />
              ))}
              <Text size="sm" c="dimmed">
                DEGRADED and UNSTABLE make new entries a dry run; DOWN stops the search for entries. A broker
                without a sample for five minutes in trading hours is DOWN.
              </Text>
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}
