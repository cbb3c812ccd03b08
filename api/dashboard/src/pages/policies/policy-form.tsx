import { Box, Fieldset, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/endpoints.ts';
import { LARGEST_PAGE, POLICIES_KEY, usePolicies } from '../../api/policies.ts';
import { useChange } from '../../api/queries.ts';
import type { PolicyInput, Strategies } from '../../api/types.ts';
import { problemsOf } from '../../components/draft.ts';
import { DecimalInput, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';
import { todayOf } from '../../components/today.ts';
import { draftOf, inputOf } from '../strategies/draft.ts';
import { FIELDSET_PADDING, type PartProps } from '../strategies/form-parts.ts';
import { RankingFields } from '../strategies/ranking-fields.tsx';
import { PortfolioFields, UniverseFields } from '../strategies/run-form.tsx';
import { newRequestKey, refusalOf, suggestTag, TAG_LENGTH } from './promotion.ts';

/** The settings of a backtest without its period, with a tag code. Each opening is one request, however often it is sent. */
export function PolicyForm({ strategies }: { strategies: Strategies }) {
  const navigate = useNavigate();
  const [key] = useState(newRequestKey);
  const [draft, setDraft] = useState(() => draftOf(null, strategies, todayOf(Date.now())));
  /** Null as long as it follows the name. */
  const [typedTag, setTypedTag] = useState<string | null>(null);
  const others = usePolicies(1, LARGEST_PAGE);
  const create = useChange(POLICIES_KEY, (body: PolicyInput) => api.policies.create(body, key));
  const problems = {
    ...problemsOf(create.error),
    ...(create.error === null ? {} : refusalOf(create.error).fields),
  };
  const taken = others.data?.items.map(({ tag_code }) => tag_code) ?? [];
  const tag = typedTag ?? (draft.name.trim() === '' ? '' : suggestTag(draft.name, taken));
  const part: PartProps = {
    draft,
    set: (change) => setDraft((before) => ({ ...before, ...change })),
    problem: (path) => problems[path],
  };
  const submit = (): void => {
    const { config, initial_capital } = inputOf(draft);
    // what is left empty is missing on purpose: the server names the field
    const body = { name: draft.name.trim(), tag_code: tag, config, initial_capital } as PolicyInput;
    create.mutate(body, {
      onSuccess: ({ id, name }) => {
        done(`${name} follows its strategy on paper.`);
        void navigate(`/policies/${id}`);
      },
    });
  };
  return (
    <Box className="panel" p={{ base: 'sm', sm: 'md' }} maw={820}>
      <Form
        change={create}
        onSubmit={submit}
        onCancel={() => void navigate('/policies')}
        action="Create the policy"
      >
        <Fieldset p={FIELDSET_PADDING} legend="Policy">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="Name"
              description="As shown in lists"
              value={draft.name}
              onChange={(event) => part.set({ name: event.currentTarget.value })}
              error={problems['name']}
              maxLength={80}
              required
            />
            <TextInput
              label="Tag code"
              description={`${TAG_LENGTH} letters and digits that mark its orders`}
              value={tag}
              onChange={(event) => setTypedTag(event.currentTarget.value.toUpperCase())}
              error={problems['tag_code']}
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
              onChange={(initial_capital) => part.set({ initial_capital })}
              error={problems['initial_capital']}
              required
            />
          </SimpleGrid>
        </Fieldset>
        <RankingFields strategies={strategies} {...part} />
        <UniverseFields looksBack={false} {...part} />
        <PortfolioFields {...part} />
      </Form>
    </Box>
  );
}
