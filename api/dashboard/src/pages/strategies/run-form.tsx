import {
  Box,
  Fieldset,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { RESEARCH_KEY } from '../../api/research.ts';
import type { Run, RunInput, Strategies } from '../../api/types.ts';
import { problemsOf } from '../../components/draft.ts';
import { DecimalInput, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';
import { REBALANCES, UNIVERSES, WEIGHTINGS } from './config-words.ts';
import { draftOf, inputOf, OWN, symbolsOf, WINDOWS, windowOf, yearsBefore } from './draft.ts';
import { choicesOf, FIELDSET_PADDING, type PartProps } from './form-parts.ts';
import { RankingFields } from './ranking-fields.tsx';

interface RunFormProps {
  strategies: Strategies;
  /** The run whose settings it begins with. */
  run: Run | null;
  /** YYYY-MM-DD */
  today: string;
}

export function RunForm({ strategies, run, today }: RunFormProps) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => draftOf(run, strategies, today));
  const start = useChange(RESEARCH_KEY, (body: RunInput) => api.research.runs.start(body));
  const problems = problemsOf(start.error);
  const part: PartProps = {
    draft,
    set: (change) => setDraft((before) => ({ ...before, ...change })),
    problem: (path) => problems[path],
  };
  const submit = (): void =>
    start.mutate(inputOf(draft), {
      onSuccess: ({ run_id }) => {
        done('Backtest started.');
        void navigate(`/strategies/${run_id}`);
      },
    });
  return (
    <Box className="panel" p={{ base: 'sm', sm: 'md' }} maw={820}>
      <Form
        change={start}
        onSubmit={submit}
        onCancel={() => void navigate(run === null ? '/strategies' : `/strategies/${run.run_id}`)}
        action="Run the backtest"
      >
        <TextInput
          label="Name"
          description="Leave empty to name it after its strategy"
          value={draft.name}
          onChange={(event) => part.set({ name: event.currentTarget.value })}
          error={problems['name']}
          maxLength={80}
        />
        <RankingFields strategies={strategies} {...part} />
        <UniverseFields {...part} />
        <PortfolioFields {...part} />
        <PeriodFields today={today} {...part} />
      </Form>
    </Box>
  );
}

/** @param looksBack false where the shares are chosen for the days to come */
export function UniverseFields({
  draft,
  set,
  problem,
  looksBack = true,
}: PartProps & { looksBack?: boolean }) {
  const count = symbolsOf(draft.symbols).length;
  const wrong = problem('config.universe');
  return (
    <Fieldset p={FIELDSET_PADDING} legend="Shares it may buy">
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Universe"
          data={[
            ...Object.entries(UNIVERSES).map(([value, label]) => ({ value, label })),
            { value: OWN, label: 'Own list' },
          ]}
          value={draft.universe}
          onChange={(value) =>
            set({ universe: value === OWN ? OWN : value === 'NIFTY500' ? 'NIFTY500' : 'NIFTY50' })
          }
        />
        {draft.universe === OWN ? (
          <Textarea
            label="Symbols"
            description={`Separate them with commas, spaces or new lines, such as TCS, INFY, ITC. ${count === 1 ? '1 symbol' : `${count} symbols`} so far.`}
            value={draft.symbols}
            onChange={(event) => set({ symbols: event.currentTarget.value })}
            error={wrong}
            autosize
            minRows={3}
            maxRows={10}
            required
          />
        ) : (
          <Text size="sm" c={wrong === undefined ? 'dimmed' : 'red'}>
            {wrong ?? 'The members of the index on each day, as far as Munim knows them.'}
          </Text>
        )}
        {draft.universe === OWN && looksBack && (
          <Text size="sm" c="dimmed">
            You know how these shares did, so the result will look better than it was. The badge on the result
            says so.
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}

export function PortfolioFields({ draft, set, problem }: PartProps) {
  return (
    <Fieldset p={FIELDSET_PADDING} legend="Portfolio">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DecimalInput
          currency="INR"
          label="Shares to hold"
          description="It holds the best-ranked ones"
          value={draft.top_n}
          onChange={(top_n) => set({ top_n })}
          error={problem('config.top_n')}
          allowDecimal={false}
          required
        />
        <Select
          label="Rebalance"
          description="Monthly on the first session, weekly on the last"
          data={choicesOf(REBALANCES)}
          value={draft.rebalance}
          onChange={(value) => value !== null && set({ rebalance: value })}
          allowDeselect={false}
          error={problem('config.rebalance')}
        />
        <Select
          label="Weights"
          description="How the money is divided"
          data={choicesOf(WEIGHTINGS)}
          value={draft.weighting}
          onChange={(value) => value !== null && set({ weighting: value })}
          allowDeselect={false}
          error={problem('config.weighting')}
        />
        <Box visibleFrom="xs" />
        <DecimalInput
          currency="INR"
          label="Limit per share"
          description="Percent of the value. Leave empty for no limit"
          suffix="%"
          value={draft.max_stock_pct}
          onChange={(max_stock_pct) => set({ max_stock_pct })}
          error={problem('config.max_stock_pct')}
        />
        <DecimalInput
          currency="INR"
          label="Limit per sector"
          description="Percent of the value. Leave empty for no limit"
          suffix="%"
          value={draft.max_sector_pct}
          onChange={(max_sector_pct) => set({ max_sector_pct })}
          error={problem('config.max_sector_pct')}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

function PeriodFields({ draft, set, problem, today }: PartProps & { today: string }) {
  const chosen = windowOf(draft.from, draft.to);
  return (
    <Fieldset p={FIELDSET_PADDING} legend="Period and capital">
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={[
            ...WINDOWS.map((years) => ({ value: String(years), label: `${years} years` })),
            { value: '', label: 'Other' },
          ]}
          value={chosen === null ? '' : String(chosen)}
          onChange={(years) => {
            const to = draft.to === '' ? today : draft.to;
            set(years === '' ? { from: '' } : { from: yearsBefore(to, Number(years)), to });
          }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            type="date"
            label="From"
            value={draft.from}
            onChange={(event) => set({ from: event.currentTarget.value })}
            error={problem('from')}
            required
          />
          <TextInput
            type="date"
            label="To"
            value={draft.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
            error={problem('to')}
            required
          />
          <DecimalInput
            currency="INR"
            label="Capital"
            description="At the start, in rupees"
            prefix="₹"
            value={draft.initial_capital}
            onChange={(initial_capital) => set({ initial_capital })}
            error={problem('initial_capital')}
            required
          />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
