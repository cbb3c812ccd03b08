/** How shares are ranked: by one strategy with its settings, or by several with a weight each. */
import {
  ActionIcon,
  Box,
  Button,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import { IconPlus, IconTrash } from '../../icons.ts';
import { quantity } from '../../../../../charts/index.ts';
import type { Strategies, Strategy } from '../../api/types.ts';
import { DecimalInput } from '../../components/form.tsx';
import { COMBINE_MODES, COMBINED } from './config-words.ts';
import { type MemberDraft, type Params, paramsOf } from './draft.ts';
import { choicesOf, FIELDSET_PADDING, type PartProps } from './form-parts.ts';

/** As many as the server takes. */
const MOST_MEMBERS = 8;

type RankingProps = PartProps & { strategies: Strategies };

export function RankingFields({ strategies, draft, set, problem }: RankingProps) {
  const chosen = strategies.items.find(({ strategy }) => strategy === draft.strategy);
  const titles = strategies.items.map(({ strategy, title }) => ({ value: strategy, label: title }));
  return (
    <Fieldset p={FIELDSET_PADDING} legend="Ranking">
      <Stack gap="sm">
        <Select
          label="Strategy"
          data={[...titles, { value: COMBINED, label: 'A combination of strategies' }]}
          value={draft.strategy}
          onChange={(strategy) =>
            strategy !== null &&
            set({
              strategy,
              params: paramsOf(strategies.items.find((one) => one.strategy === strategy)),
            })
          }
          allowDeselect={false}
          error={problem('config.strategy')}
        />
        {draft.strategy === COMBINED ? (
          <Members strategies={strategies} draft={draft} set={set} problem={problem} />
        ) : (
          <>
            {chosen && <About strategy={chosen} />}
            <ParamFields
              strategy={chosen}
              params={draft.params}
              onChange={(params) => set({ params })}
              problem={(name) => problem(`config.params.${name}`)}
            />
            {problem('config.params') && (
              <Text size="sm" c="red">
                {problem('config.params')}
              </Text>
            )}
          </>
        )}
      </Stack>
    </Fieldset>
  );
}

function About({ strategy: { meaning, formula, source } }: { strategy: Strategy }) {
  return (
    <Box>
      <Text size="sm">{meaning}</Text>
      <Text size="xs" c="dimmed" className="literal">
        {formula}
      </Text>
      <Text size="xs" c="dimmed">
        {source}
      </Text>
    </Box>
  );
}

interface ParamFieldsProps {
  strategy: Strategy | undefined;
  params: Params;
  onChange: (params: Params) => void;
  problem: (name: string) => string | undefined;
}

function ParamFields({ strategy, params, onChange, problem }: ParamFieldsProps) {
  if (strategy === undefined || strategy.params.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {strategy.params.map(({ name, title, meaning, min, max, whole, default: usual }) => (
        <DecimalInput
          key={name}
          currency="INR"
          label={title}
          description={`${meaning} ${quantity(min)} to ${quantity(max)}, usually ${quantity(usual)}.`}
          value={params[name] ?? ''}
          onChange={(value) => onChange({ ...params, [name]: value })}
          error={problem(name)}
          allowDecimal={!whole}
        />
      ))}
    </SimpleGrid>
  );
}

function Members({ strategies, draft, set, problem }: RankingProps) {
  const { members } = draft;
  const change = (at: number, next: Partial<MemberDraft>): void =>
    set({ members: members.map((member, index) => (index === at ? { ...member, ...next } : member)) });
  const find = (name: string) => strategies.items.find(({ strategy }) => strategy === name);
  const add = (): void => {
    const unused = strategies.items.find(({ strategy }) => members.every((one) => one.strategy !== strategy));
    const next = unused ?? strategies.items[0];
    if (next) set({ members: [...members, { strategy: next.strategy, weight: 1, params: paramsOf(next) }] });
  };
  return (
    <>
      <Select
        label="Combined by"
        description="Averages the ranks, or adds up the scores, by the weights below"
        data={choicesOf(COMBINE_MODES)}
        value={draft.mode}
        onChange={(mode) => mode !== null && set({ mode })}
        allowDeselect={false}
        error={problem('config.combine.mode')}
      />
      {members.map((member, at) => {
        const path = `config.combine.members[${at}]`;
        const title = find(member.strategy)?.title ?? member.strategy;
        return (
          <Box
            key={at}
            component="section"
            aria-label={`Strategy ${at + 1}`}
            style={{ borderTop: '1px solid var(--line)' }}
            pt="sm"
          >
            <Group align="flex-start" gap="sm" mb="xs">
              <Select
                label={`Strategy ${at + 1}`}
                data={strategies.items.map((one) => ({ value: one.strategy, label: one.title }))}
                value={member.strategy}
                onChange={(strategy) =>
                  strategy !== null && change(at, { strategy, params: paramsOf(find(strategy)) })
                }
                allowDeselect={false}
                error={problem(`${path}.strategy`)}
                style={{ flex: '2 1 220px' }}
              />
              <DecimalInput
                currency="INR"
                label="Weight"
                value={member.weight}
                onChange={(weight) => change(at, { weight })}
                error={problem(`${path}.weight`)}
                style={{ flex: '1 1 90px' }}
                required
              />
              <Tooltip label="Remove">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  mt={28}
                  aria-label={`Remove ${title}`}
                  disabled={members.length <= 2}
                  onClick={() => set({ members: members.filter((_, index) => index !== at) })}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Tooltip>
            </Group>
            <ParamFields
              strategy={find(member.strategy)}
              params={member.params}
              onChange={(params) => change(at, { params })}
              problem={(name) => problem(`${path}.params.${name}`)}
            />
          </Box>
        );
      })}
      {problem('config.combine.members') && (
        <Text size="sm" c="red">
          {problem('config.combine.members')}
        </Text>
      )}
      <Group>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
          disabled={members.length >= MOST_MEMBERS}
        >
          Add a strategy
        </Button>
      </Group>
    </>
  );
}
