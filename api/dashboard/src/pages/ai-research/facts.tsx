/** The facts of a dossier, found by what they are about, each with where it comes from. */
import { Anchor, Group, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { moment } from '../../../../../charts/index.ts';
import { useRunPart } from '../../api/ai-research.ts';
import { api } from '../../api/endpoints.ts';
import type { Dossier, DossierFact } from '../../api/types.ts';
import { ChoiceFilter } from '../../components/choice-filter.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useListParams } from '../../components/search-params.ts';
import { BadgeWithMeaning } from '../strategies/badges.tsx';
import { AUTHORITIES, exactText, FAMILIES, groupsOf, periodText, scopeText } from './words.ts';

const PAGE_SIZE = 50;
type Authority = DossierFact['authority'];
type Family = DossierFact['family'];
const FAMILY_NAMES = Object.keys(FAMILIES) as Family[];
const AUTHORITY_NAMES = Object.keys(AUTHORITIES) as Authority[];

export function Facts({ dossier: { run, totals } }: { dossier: Dossier }) {
  const params = useListParams();
  const isAll = params.get('periods') === 'all';
  const query = {
    page: params.page,
    page_size: PAGE_SIZE,
    q: params.get('q') || undefined,
    family: params.oneOf('family', FAMILY_NAMES),
    authority: params.oneOf('authority', AUTHORITY_NAMES),
    newest: isAll ? undefined : true,
  };
  const facts = useRunPart(run.run_id, 'facts', query, () => api.aiResearch.facts(run.run_id, query));
  if (totals.facts === 0)
    return (
      <Text size="sm" c="dimmed">
        There are no facts yet.
      </Text>
    );
  return (
    <Stack gap="md">
      <Group gap="xs">
        <SearchBox
          label="Search facts"
          value={params.get('q')}
          onSearch={(q) => params.set({ q: q.trim() })}
        />
        <ChoiceFilter
          label="Subject"
          all="Any subject"
          choices={FAMILY_NAMES.map((value) => ({ value, label: FAMILIES[value] }))}
          value={query.family}
          onChange={(family) => params.set({ family })}
        />
        <ChoiceFilter
          label="Publisher"
          all="Any publisher"
          choices={AUTHORITY_NAMES.map((value) => ({ value, label: AUTHORITIES[value].label }))}
          value={query.authority}
          onChange={(authority) => params.set({ authority })}
        />
        <SegmentedControl
          aria-label="Periods"
          size="xs"
          value={isAll ? 'all' : 'newest'}
          onChange={(periods) => params.set({ periods: periods === 'all' ? 'all' : undefined })}
          data={[
            { value: 'newest', label: 'Newest' },
            { value: 'all', label: 'All periods' },
          ]}
        />
      </Group>
      <Loaded query={facts} skeleton={<LoadingRows rows={6} />}>
        {({ items, page, page_size, total }) =>
          total === 0 ? (
            <Text size="sm" c="dimmed">
              No facts match.{' '}
              {isAll ? 'Search for something else.' : 'Choose “All periods” to see older ones too.'}
            </Text>
          ) : (
            <Stack gap="lg">
              {groupsOf(items, ({ title }) => title).map(([title, ofTitle]) => (
                <section key={title} aria-label={title}>
                  <Text component="h3" fw={600} size="sm" mb={4}>
                    {title}
                  </Text>
                  <Stack gap={6}>
                    {ofTitle.map((fact) => (
                      <FactRow
                        key={fact.fact_id}
                        fact={fact}
                        onShow={(q) =>
                          params.set({ q, periods: 'all', family: undefined, authority: undefined })
                        }
                      />
                    ))}
                  </Stack>
                </section>
              ))}
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                noun="facts"
                onPage={(next) => params.set({ page: next })}
              />
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  );
}

interface FactProps {
  fact: DossierFact;
  /** Finds another fact by its id. */
  onShow: (id: string) => void;
}

function FactRow({ fact, onShow }: FactProps) {
  const [isOpen, setOpen] = useState(false);
  const { title, period, authority, value_text } = fact;
  const where = `${scopeText(fact)} · ${periodText(period)}`;
  return (
    <div>
      <Group justify="space-between" gap="xs" align="center" wrap="nowrap">
        <UnstyledButton
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          aria-label={`${title}, ${where}: ${value_text}`}
          style={{ flex: 1, minWidth: 0 }}
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed">
              {where}
            </Text>
            <Text size="sm" fw={500} className="figure">
              {value_text}
            </Text>
          </Group>
        </UnstyledButton>
        <BadgeWithMeaning {...AUTHORITIES[authority]} />
      </Group>
      {isOpen && <Behind fact={fact} onShow={onShow} />}
    </div>
  );
}

function Behind({ fact, onShow }: FactProps) {
  const { derivation, sources, locator, is_validated, notes, fact_id } = fact;
  return (
    <Stack
      gap={2}
      pl="sm"
      py={4}
      style={{ borderInlineStart: '2px solid var(--mantine-color-default-border)', overflowWrap: 'anywhere' }}
    >
      <Text size="xs">Exact value: {exactText(fact)}</Text>
      {derivation !== null && (
        <>
          <Text size="xs">Calculated: {derivation.formula}</Text>
          <Text size="xs">
            From{' '}
            {derivation.inputs.map((id) => (
              <Anchor key={id} component="button" type="button" onClick={() => onShow(id)} size="xs" mr={6}>
                {id}
              </Anchor>
            ))}
          </Text>
        </>
      )}
      {sources.map(({ source_id, publisher, title, published_at }) => (
        <Text key={source_id} size="xs">
          {publisher}: {title}
          {published_at === null ? '' : `, ${moment(published_at)}`}
        </Text>
      ))}
      {derivation === null && locator !== '' && <Text size="xs">Where: {locator}</Text>}
      {!is_validated && (
        <Text size="xs" c="orange">
          {AUTHORITIES[fact.authority].meaning} A stronger publisher is needed.
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        Fact id: {fact_id}
      </Text>
    </Stack>
  );
}
