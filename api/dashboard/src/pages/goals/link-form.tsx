import { Modal, NumberInput, SegmentedControl, Select, type SelectProps, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { api } from '../../api/endpoints.ts';
import { useHoldings, usePortfolioChange, usePortfolios, useSipPlans } from '../../api/queries.ts';
import type { Goal, GoalLink, LinkType } from '../../api/types.ts';
import { problemsOf } from '../../components/draft.ts';
import { Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';
import { freeFor, LINK_TYPES } from './words.ts';

interface LinkFormProps {
  goal: Goal;
  goals: readonly Goal[];
  /** The one whose share is changed, `new` for another one, null while closed. */
  link: GoalLink | 'new' | null;
  onClose: () => void;
}

/** Links something to a goal, or changes how much of it counts. */
export function LinkForm({ link, ...props }: LinkFormProps) {
  const title = link === 'new' ? 'Add a link' : 'How much of it counts';
  return (
    <Modal opened={link !== null} onClose={props.onClose} title={title}>
      {link && <Fields link={link === 'new' ? null : link} {...props} />}
    </Modal>
  );
}

interface Choice {
  value: string;
  label: string;
}

type Parsed = Parameters<NonNullable<SelectProps['filter']>>[0]['options'];

const TYPES = Object.keys(LINK_TYPES) as LinkType[];

const NOTES: Readonly<Record<LinkType, string>> = {
  PORTFOLIO: 'This share of each holding counts, except holdings that you link directly.',
  HOLDING: 'A holding that you link directly counts only through its own links, not through its portfolio.',
  SIP: 'Future instalments count here. Past ones count where they were invested.',
};

function Fields({ goal, goals, link, onClose }: LinkFormProps & { link: GoalLink | null }) {
  const [type, setType] = useState<LinkType>(link?.link_type ?? 'PORTFOLIO');
  const [chosen, setChosen] = useState<Choice | null>(
    link === null || link.link_id === null ? null : { value: link.link_id, label: link.label },
  );
  const [typed, setTyped] = useState<number | string | null>(null);
  const target = chosen === null ? null : { link_type: type, link_id: chosen.value };
  const free = target === null ? null : freeFor(goal, goals, target);
  const own = goal.links.find((one) => one.link_type === type && one.link_id === chosen?.value) ?? link;
  // the field follows the goals until it is typed in: another goal may take a part meanwhile
  const percentage = typed ?? own?.percentage ?? (free || 100);
  const save = usePortfolioChange(() =>
    api.goals.link(goal.id, {
      link_type: type,
      link_id: chosen?.value ?? '',
      percentage: Number(percentage),
    }),
  );
  const problems = problemsOf(save.error);
  const isTooMuch = save.error instanceof ApiError && save.error.code === 'GOAL_LINK_EXCEEDED';
  const choose = (choice: Choice | null): void => {
    setChosen(choice);
    if (choice !== null) setTyped(null);
    save.reset();
  };

  return (
    <Form
      change={save}
      onSubmit={() =>
        save.mutate(undefined, {
          onSuccess: (saved) => {
            done(`${saved.percentage}% of ${saved.label} counts towards ${goal.name}.`);
            onClose();
          },
        })
      }
      onCancel={onClose}
      isReady={chosen !== null && percentage !== ''}
      action={link === null ? 'Link' : 'Save'}
    >
      {link === null ? (
        <>
          <SegmentedControl
            aria-label="What to link"
            data={TYPES.map((one) => ({ value: one, label: LINK_TYPES[one] }))}
            value={type}
            onChange={(value) => {
              setType(TYPES.find((one) => one === value) ?? 'PORTFOLIO');
              setChosen(null);
              save.reset();
            }}
            fullWidth
          />
          {type === 'PORTFOLIO' && (
            <PortfolioChoice chosen={chosen} onChoose={choose} error={problems['link_id']} />
          )}
          {type === 'HOLDING' && (
            <HoldingChoice chosen={chosen} onChoose={choose} error={problems['link_id']} />
          )}
          {type === 'SIP' && <PlanChoice chosen={chosen} onChoose={choose} error={problems['link_id']} />}
        </>
      ) : (
        <Text size="sm">
          {LINK_TYPES[link.link_type]} {link.label}
        </Text>
      )}
      <Stack gap={4}>
        <NumberInput
          label="How much of it"
          description={free === null ? undefined : freeInWords(free)}
          value={percentage}
          onChange={setTyped}
          suffix="%"
          decimalScale={4}
          hideControls
          required
          data-autofocus={link !== null || undefined}
          error={problems['percentage'] ?? isTooMuch}
        />
        <Text size="xs" c="dimmed">
          {NOTES[type]}
        </Text>
      </Stack>
    </Form>
  );
}

function freeInWords(free: number): string {
  if (free === 100) return 'All of it is available.';
  if (free === 0)
    return 'None of it is available: other goals use all of it. Reduce one of those links first.';
  return `${free}% of it is available; the rest counts towards other goals.`;
}

interface ChoiceProps {
  chosen: Choice | null;
  onChoose: (choice: Choice | null) => void;
  error: string | undefined;
}

function PortfolioChoice({ chosen, onChoose, error }: ChoiceProps) {
  const portfolios = usePortfolios().data?.items.filter(({ is_protected }) => !is_protected);
  const [only, ...others] = portfolios ?? [];
  const isOnly = only !== undefined && others.length === 0;
  useEffect(() => {
    if (isOnly) onChoose({ value: only.id, label: only.name });
    // suggested once; whoever clears it means it
  }, [isOnly]);
  return (
    <OneOf
      label="Portfolio"
      choices={portfolios?.map(({ id, name }) => ({ value: id, label: name }))}
      none="There is no portfolio yet. Import a tradebook, or create one."
      {...{ chosen, onChoose, error }}
    />
  );
}

function PlanChoice({ chosen, onChoose, error }: ChoiceProps) {
  const plans = useSipPlans().data?.items;
  return (
    <OneOf
      label="SIP plan"
      choices={plans?.map(({ id, name }) => ({ value: id, label: name }))}
      none="There is no SIP plan yet. Add one on the SIP plans page."
      {...{ chosen, onChoose, error }}
    />
  );
}

/** Holdings can be many: what is typed is looked for by the server. */
function HoldingChoice({ chosen, onChoose, error }: ChoiceProps) {
  const [typed, setTyped] = useState('');
  const wanted = typed === chosen?.label ? '' : typed.trim();
  const [search] = useDebouncedValue(wanted, 200);
  const found = useHoldings({ page: 1, page_size: 50, search, sort: 'symbol', order: 'asc' }).data;
  const choices = found?.items.map(({ id, symbol, portfolio }) => ({
    value: id,
    label: `${symbol} in ${portfolio}`,
  }));
  return (
    <OneOf
      label="Holding"
      choices={choices}
      none={search === '' ? 'There are no holdings yet. Import a tradebook first.' : 'No holding matches.'}
      search={setTyped}
      {...{ chosen, onChoose, error }}
    />
  );
}

interface OneOfProps extends ChoiceProps {
  label: string;
  choices: Choice[] | undefined;
  /** Said where there is nothing to choose from. */
  none: string;
  search?: (text: string) => void;
}

function OneOf({ label, choices, none, search, chosen, onChoose, error }: OneOfProps) {
  const others = (choices ?? []).filter(({ value }) => value !== chosen?.value);
  return (
    <Select
      label={label}
      data={chosen === null ? others : [chosen, ...others]}
      value={chosen?.value ?? null}
      onChange={(_, option) =>
        onChoose(option === null ? null : { value: option.value, label: option.label })
      }
      searchable
      {...(search ? { onSearchChange: search, filter: ({ options }: { options: Parsed }) => options } : {})}
      nothingFoundMessage={choices === undefined ? 'Loading' : none}
      description={choices?.length === 0 && search === undefined ? none : undefined}
      comboboxProps={{ withinPortal: true }}
      required
      data-autofocus
      error={error}
    />
  );
}
