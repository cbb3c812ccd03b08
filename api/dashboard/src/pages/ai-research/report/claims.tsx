/** What a report claims, and the sources that it rests on. */
import { Button, Group, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { moment } from '../../../../../../charts/index.ts';
import { Unknown } from '../../../components/amount.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Pager } from '../../../components/pager.tsx';
import { BadgeWithMeaning } from '../../strategies/badges.tsx';
import { AUTHORITIES, PROVIDERS } from '../words.ts';
import type { Claim, PublishedSource } from './parse-publication.ts';
import classes from './report.module.css';
import { SourceLink } from './source-link.tsx';
import { LABELS } from './words.ts';

const FIRST_CLAIMS = 20;
const SOURCES_A_PAGE = 25;

interface ClaimsProps {
  claims: readonly Claim[];
  sources: readonly PublishedSource[];
  onClaim: (id: string) => void;
}

export function ClaimsAndSources({ claims, sources, onClaim }: ClaimsProps) {
  const [shown, setShown] = useState<'claims' | 'sources'>('claims');
  return (
    <section className="panel" aria-labelledby="claims">
      <Stack gap="sm" p="md">
        <Group justify="space-between" gap="xs">
          <Text component="h2" id="claims" fw={600}>
            Claims and sources
          </Text>
          <SegmentedControl
            aria-label="Claims or sources"
            size="xs"
            value={shown}
            onChange={(next) => setShown(next === 'sources' ? 'sources' : 'claims')}
            data={[
              { value: 'claims', label: `Claims (${claims.length})` },
              { value: 'sources', label: `Sources (${sources.length})` },
            ]}
          />
        </Group>
        {shown === 'claims' ? <Claims claims={claims} onClaim={onClaim} /> : <Sources sources={sources} />}
      </Stack>
    </section>
  );
}

function Claims({ claims, onClaim }: Pick<ClaimsProps, 'claims' | 'onClaim'>) {
  const [isAll, setAll] = useState(false);
  if (claims.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The report makes no claims that can be checked.
      </Text>
    );
  const here = isAll ? claims : claims.slice(0, FIRST_CLAIMS);
  return (
    <div>
      {here.map(({ claim_id, text, label }) => (
        <UnstyledButton key={claim_id} className={classes.row} onClick={() => onClaim(claim_id)}>
          <Text size="xs" c="dimmed" className="figure">
            {claim_id}
          </Text>
          <div>
            <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>{' '}
            <Text size="xs" component="span" c="dimmed">
              {LABELS[label].label}
            </Text>
          </div>
        </UnstyledButton>
      ))}
      {here.length < claims.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          Show all {claims.length} claims
        </Button>
      )}
    </div>
  );
}

const COLUMNS: Column<PublishedSource>[] = [
  { key: 'title', title: 'Source', render: (source) => <SourceLink source={source} /> },
  {
    key: 'publisher',
    title: 'Publisher',
    render: ({ publisher, provider, authority }) => (
      <Stack gap={2} align="flex-start">
        <Text size="sm">{publisher}</Text>
        <Group gap={6}>
          <BadgeWithMeaning {...AUTHORITIES[authority]} />
          <Text size="xs" c="dimmed">
            {PROVIDERS[provider]}
          </Text>
        </Group>
      </Stack>
    ),
  },
  {
    key: 'published',
    title: 'Published',
    render: ({ published_at }) =>
      published_at === null ? (
        <Unknown reason="The source does not say when it was published." />
      ) : (
        <Text size="sm">{moment(published_at)}</Text>
      ),
  },
];

function Sources({ sources }: Pick<ClaimsProps, 'sources'>) {
  const [page, setPage] = useState(1);
  if (sources.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The report names no sources.
      </Text>
    );
  return (
    <div>
      <DataTable
        caption="Sources of the report"
        columns={COLUMNS}
        rows={sources.slice((page - 1) * SOURCES_A_PAGE, page * SOURCES_A_PAGE)}
        keyOf={({ source_id }) => source_id}
      />
      <Pager page={page} pageSize={SOURCES_A_PAGE} total={sources.length} noun="sources" onPage={setPage} />
    </div>
  );
}
