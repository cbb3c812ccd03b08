import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { moment } from '../../../../../charts/index.ts';
import { usePoliciesOfRun } from '../../api/policies.ts';
import type { LinkedPolicy } from '../../api/types.ts';
import { ModeBadge, StatusBadge } from './badges.tsx';

export function LinkedPolicies({ items }: { items: readonly LinkedPolicy[] }) {
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {items.map(
        ({ policy_id, name, tag_code, mode, status, promoted_at, ai_research_dossier_ids: dossiers }) => (
          <Group key={policy_id} gap="xs" component="li">
            <Anchor
              component={Link}
              to={`/policies/${policy_id}`}
              size="sm"
              fw={600}
              style={{ overflowWrap: 'anywhere' }}
            >
              {name}
            </Anchor>
            <ModeBadge of={mode} />
            <StatusBadge of={status} />
            <Text size="xs" c="dimmed">
              {tag_code} · made {moment(promoted_at)}
            </Text>
            {dossiers.length > 0 && <Dossiers ids={dossiers} />}
          </Group>
        ),
      )}
    </Stack>
  );
}

/** AI research that was put beside a policy when it was made. */
function Dossiers({ ids }: { ids: readonly string[] }) {
  return (
    <Text size="xs" c="dimmed">
      AI research{' '}
      {ids.map((id, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Anchor component={Link} to={`/research/ai/${id}`} size="xs">
            {id}
          </Anchor>
        </span>
      ))}
    </Text>
  );
}

/** The policies that came from a backtest; nothing where there are none. */
export function PoliciesOfRun({ runId }: { runId: string }) {
  const { data } = usePoliciesOfRun(runId);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Box className="panel" p="md" component="section" aria-label="Policies from this backtest">
      <Title order={2} size="h4" mb={6}>
        Policies from this backtest
      </Title>
      <LinkedPolicies items={data.items} />
    </Box>
  );
}
