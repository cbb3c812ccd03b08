/** Figures on which sources truly differ, with what each says and the rule that chose. */
import { Group, Stack, Text } from '@mantine/core';
import { moment } from '../../../../../charts/index.ts';
import { useRunPart } from '../../api/ai-research.ts';
import { api } from '../../api/endpoints.ts';
import type { Dossier, DossierConflict } from '../../api/types.ts';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { BadgeWithMeaning } from '../strategies/badges.tsx';
import { AUTHORITIES, periodText, RULES, scopeText } from './words.ts';

const PAGE_SIZE = 25;

export function Conflicts({ dossier: { run, totals } }: { dossier: Dossier }) {
  const params = useListParams();
  const query = { page: params.page, page_size: PAGE_SIZE };
  const conflicts = useRunPart(run.run_id, 'conflicts', query, () =>
    api.aiResearch.conflicts(run.run_id, query),
  );
  if (totals.conflicts === 0)
    return (
      <Text size="sm" c="dimmed">
        No source contradicts another.
      </Text>
    );
  return (
    <Loaded query={conflicts} skeleton={<LoadingRows rows={6} />}>
      {({ items, page, page_size, total }) => (
        <Stack gap="md">
          {items.map((one) => (
            <Conflict key={one.fact_id} conflict={one} />
          ))}
          <Pager
            page={page}
            pageSize={page_size}
            total={total}
            noun="conflicts"
            onPage={(next) => params.set({ page: next })}
          />
        </Stack>
      )}
    </Loaded>
  );
}

function Conflict({ conflict }: { conflict: DossierConflict }) {
  const { title, period, candidates, chosen, rule, note } = conflict;
  return (
    <section aria-label={`${title}, ${period.key}`}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {scopeText(conflict)} · {periodText(period)}
      </Text>
      {candidates.map((one, at) => (
        <Group key={`${one.source_id} ${at}`} gap="xs" mt={4} wrap="nowrap" align="flex-start">
          <div style={{ flexShrink: 0 }}>
            <BadgeWithMeaning {...AUTHORITIES[one.authority]} />
          </div>
          <Text size="sm" fw={at === chosen ? 600 : 400} style={{ overflowWrap: 'anywhere' }}>
            {at === chosen ? '✓ ' : ''}
            <span className="figure">{one.value_text}</span>, {one.source?.publisher ?? 'calculated'}
            {one.source === null ? '' : `: ${one.source.title}`}
            {one.published_at === null ? '' : `, ${moment(one.published_at)}`}
          </Text>
        </Group>
      ))}
      <Text size="xs" c="dimmed" mt={4}>
        {RULES[rule]}. {note}
      </Text>
    </section>
  );
}
