import { Box } from '@mantine/core';
import { day, money, moment } from '../../../../../charts/index.ts';
import { useStrategies } from '../../api/research.ts';
import type { Run } from '../../api/types.ts';
import { Fact } from '../../components/fact.tsx';
import { configLines } from './config-words.ts';

/** What the run was told, and when it ran on which data. */
export function Settings({ run }: { run: Run }) {
  const strategies = useStrategies();
  const lines = [
    ...configLines(run, strategies.data),
    { name: 'Period', value: `${day(run.from)} to ${day(run.to)}` },
    { name: 'Capital', value: money(run.initial_capital, 'INR', { digits: 0 }) },
    { name: 'Started', value: moment(run.started_at ?? run.created_at) },
    { name: 'Finished', value: moment(run.finished_at) },
    { name: 'Data', value: run.data_revision ?? 'unknown' },
  ];
  return (
    <Box className="panel" p="md" component="section" aria-label="Settings">
      <dl className="facts">
        {lines.map(({ name, value }, at) => (
          <Fact key={`${name} ${at}`} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </Box>
  );
}
