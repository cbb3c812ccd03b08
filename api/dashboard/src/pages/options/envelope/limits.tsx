/** The limits, and how they are changed. */
import { Button, Group, Modal, NumberInput, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { money } from '../../../../../../charts/index.ts';
import { api } from '../../../api/endpoints.ts';
import { ENVELOPE_KEY, useOptionsSettings } from '../../../api/options-envelope.ts';
import type { OptionsLimits, OptionsSettings } from '../../../api/options-envelope-types.ts';
import { useChange } from '../../../api/queries.ts';
import { Fact } from '../../../components/fact.tsx';
import { DecimalInput, Form } from '../../../components/form.tsx';
import { Loaded } from '../../../components/notices.tsx';
import { done } from '../../../components/toast.tsx';
import { Section } from '../../settings/section.tsx';

interface Field {
  name: keyof OptionsLimits;
  label: string;
  show: (value: number) => string;
  isMoney?: true;
  most?: number;
  least?: number;
}

const rupees = (value: number): string => money(value, 'INR');
const percent = (value: number): string => `${value}%`;

const FIELDS: readonly Field[] = [
  { name: 'max_daily_loss', label: 'Daily loss', show: rupees, isMoney: true },
  { name: 'max_open_risk', label: 'Open risk', show: rupees, isMoney: true },
  { name: 'max_margin_use_pct', label: 'Margin in use (%)', show: percent, most: 100 },
  { name: 'max_consecutive_losses', label: 'Losses in a row', show: String, most: 100 },
  { name: 'throttle_at_pct', label: 'Throttle from (% of a limit)', show: percent, most: 100 },
  {
    name: 'scale_in_cooldown_minutes',
    label: 'Minutes between two entries of a strategy',
    show: String,
    most: 1_440,
    least: 0,
  },
];

export function LimitsSection() {
  const settings = useOptionsSettings();
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Section
      title="Limits"
      description="New limits apply at once. They do not end a halt or change a strategy's mode."
    >
      <Loaded query={settings}>
        {(data) => (
          <>
            <dl className="facts">
              {FIELDS.map(({ name, label, show }) => (
                <Fact key={name} name={label}>
                  <span className="figure">{show(data[name])}</span>
                </Fact>
              ))}
            </dl>
            <Group>
              <Button variant="default" size="xs" onClick={() => setIsChanging(true)}>
                Change limits
              </Button>
            </Group>
            <Modal opened={isChanging} onClose={() => setIsChanging(false)} title="Limits">
              {isChanging && <Fields settings={data} onClose={() => setIsChanging(false)} />}
            </Modal>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Fields({ settings, onClose }: { settings: OptionsSettings; onClose: () => void }) {
  const [values, setValues] = useState<Record<string, number | string>>(() =>
    Object.fromEntries(FIELDS.map(({ name }) => [name, settings[name]])),
  );
  const change = useChange(ENVELOPE_KEY, async () => {
    await api.optionsEnvelope.setLimits(
      Object.fromEntries(FIELDS.map(({ name }) => [name, Number(values[name])])) as OptionsLimits,
    );
    done('Limits saved.');
    onClose();
  });
  const isReady = FIELDS.every(({ name }) => values[name] !== '');
  return (
    <Form change={change} isReady={isReady} onSubmit={() => change.mutate(undefined)} onCancel={onClose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {FIELDS.map(({ name, label, isMoney, most, least = 1 }) => {
          const given = {
            label,
            value: values[name] ?? '',
            onChange: (value: number | string) => setValues((known) => ({ ...known, [name]: value })),
            min: least,
            allowNegative: false,
          };
          return isMoney ? (
            <DecimalInput key={name} currency="INR" {...given} />
          ) : (
            <NumberInput key={name} allowDecimal={false} max={most ?? 100} {...given} />
          );
        })}
      </SimpleGrid>
    </Form>
  );
}
