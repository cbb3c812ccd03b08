import { Button, Collapse, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '../../icons.ts';
import { useState } from 'react';
import { money, quantity } from '../../../../../charts/index.ts';
import type { Run } from '../../api/types.ts';
import { DecimalInput } from '../../components/form.tsx';
import { configOf } from '../strategies/config-words.ts';
import { choicesOf } from '../strategies/form-parts.ts';
import { DossierPicker } from './dossier-picker.tsx';
import { type PromotionDraft, type SweepChoice, TAG_LENGTH } from './promotion.ts';

export interface StepProps {
  run: Run;
  draft: PromotionDraft;
  set: (change: Partial<PromotionDraft>) => void;
  /** What is wrong with a field. */
  problem: (field: string) => string | undefined;
}

const OVERRIDES = [
  'liquid_sweep_enabled',
  'liquid_symbol',
  'liquid_sweep_min',
  'max_order_value',
  'plan_expiry_hours',
  'plan_price_band_pct',
  'min_order_value',
] as const;

/** Second step: its name, its capital, and the few settings that may differ from those of the backtest. */
export function SettingsStep({ run, draft, set, problem }: StepProps) {
  const [isOpen, setIsOpen] = useState(() => OVERRIDES.some((field) => problem(field) !== undefined));
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={problem('name')}
        maxLength={80}
        required
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Tag code"
          description={`${TAG_LENGTH} letters and digits that mark its orders`}
          value={draft.tag_code}
          onChange={(event) => set({ tag_code: event.currentTarget.value.toUpperCase() })}
          error={problem('tag_code')}
          maxLength={TAG_LENGTH}
          autoComplete="off"
          required
        />
        <DecimalInput
          currency="INR"
          label="Initial capital"
          description="On paper, in rupees"
          prefix="₹"
          value={draft.initial_capital}
          onChange={(initial_capital) => set({ initial_capital })}
          error={problem('initial_capital')}
          required
        />
      </SimpleGrid>
      <DossierPicker
        chosen={draft.dossiers}
        onChange={(dossiers) => set({ dossiers })}
        error={problem('ai_research_dossier_ids')}
      />
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        rightSection={<Icon size={14} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        More
      </Button>
      <Collapse expanded={isOpen}>
        <Overrides run={run} draft={draft} set={set} problem={problem} />
      </Collapse>
    </Stack>
  );
}

function Overrides({ run, draft, set, problem }: StepProps) {
  const config = configOf(run);
  const asBacktest = (value: string | undefined): string =>
    value === undefined ? 'Leave empty to use the default' : `Leave empty for ${value}, as in the backtest`;
  const sweeps: Readonly<Record<SweepChoice, string>> = {
    AS_BACKTEST: `As in the backtest (${config.liquid_sweep_enabled === true ? 'on' : 'off'})`,
    ON: 'On',
    OFF: 'Off',
  };
  const known = <T,>(value: T | null | undefined, text: (value: T) => string) =>
    value === null || value === undefined ? undefined : text(value);
  const rupees = (value: number) => money(value, 'INR', { digits: 0 });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Select
        label="Spare cash into a liquid fund"
        description="Idle cash earns there until it is needed"
        data={choicesOf(sweeps)}
        value={draft.sweep}
        onChange={(sweep) => sweep !== null && set({ sweep })}
        allowDeselect={false}
        error={problem('liquid_sweep_enabled')}
      />
      <TextInput
        label="Liquid fund"
        description={asBacktest(known(config.liquid_symbol, String))}
        value={draft.liquid_symbol}
        onChange={(event) => set({ liquid_symbol: event.currentTarget.value })}
        error={problem('liquid_symbol')}
      />
      <DecimalInput
        currency="INR"
        label="Spare cash from"
        description={asBacktest(known(config.liquid_sweep_min, rupees))}
        prefix="₹"
        value={draft.liquid_sweep_min}
        onChange={(liquid_sweep_min) => set({ liquid_sweep_min })}
        error={problem('liquid_sweep_min')}
      />
      <DecimalInput
        currency="INR"
        label="Largest order"
        description={asBacktest(known(config.max_order_value, rupees))}
        prefix="₹"
        value={draft.max_order_value}
        onChange={(max_order_value) => set({ max_order_value })}
        error={problem('max_order_value')}
      />
      <DecimalInput
        currency="INR"
        label="A plan expires after"
        description={asBacktest(
          known(config.plan_expiry_hours, (hours) => `${quantity(hours)} hours of exchange days`),
        )}
        suffix=" hours"
        value={draft.plan_expiry_hours}
        onChange={(plan_expiry_hours) => set({ plan_expiry_hours })}
        error={problem('plan_expiry_hours')}
      />
      <DecimalInput
        currency="INR"
        label="Ask again if a price moved by more than"
        description={asBacktest(known(config.plan_price_band_pct, (pct) => `${quantity(pct)}%`))}
        suffix="%"
        value={draft.plan_price_band_pct}
        onChange={(plan_price_band_pct) => set({ plan_price_band_pct })}
        error={problem('plan_price_band_pct')}
      />
      <DecimalInput
        currency="INR"
        label="Smallest order"
        description={asBacktest(known(config.min_order_value, rupees))}
        prefix="₹"
        value={draft.min_order_value}
        onChange={(min_order_value) => set({ min_order_value })}
        error={problem('min_order_value')}
      />
    </SimpleGrid>
  );
}
