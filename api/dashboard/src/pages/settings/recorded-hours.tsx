/** Setting for how many days every hourly value is kept. */
import { Select } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { useChange, useSnapshotSettings } from '../../api/queries.ts';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

const NEVER = 'never';
const CHOICES = [
  { value: NEVER, label: 'For good' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
];

export function RecordedHours() {
  const settings = useSnapshotSettings();
  const save = useChange('snapshot-settings', api.reports.saveSnapshotSettings);
  return (
    <Section
      title="Recorded hours"
      description="Munim records your values every hour. After the time that you choose, the last value of each day is kept alone: charts and returns stay the same, and deleted hours cannot be brought back."
      help="recordedHours"
    >
      <Loaded query={settings} skeleton={<LoadingRows rows={1} />}>
        {({ hourly_days }) => {
          const value = hourly_days === null ? NEVER : `${hourly_days}`;
          const isListed = CHOICES.some((one) => one.value === value);
          return (
            <Select
              label="Keep every hour"
              data={isListed ? CHOICES : [...CHOICES, { value, label: `${value} days` }]}
              value={value}
              disabled={save.isPending}
              allowDeselect={false}
              maw={320}
              onChange={(next) => {
                if (next === null || next === value) return;
                save.mutate(
                  { hourly_days: next === NEVER ? null : Number(next) },
                  {
                    onSuccess: () =>
                      done(
                        next === NEVER
                          ? 'Every hour is kept for good.'
                          : `Every hour is kept for ${next} days.`,
                      ),
                    onError: (error) => failed(error, 'The setting could not be changed'),
                  },
                );
              }}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}
