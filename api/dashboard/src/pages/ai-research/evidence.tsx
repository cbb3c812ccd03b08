/** What a run found and where, what it refused, and which sources failed. */
import { ActionIcon, Anchor, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '../../icons.ts';
import { moment } from '../../../../../charts/index.ts';
import { useRunPart } from '../../api/ai-research.ts';
import { api } from '../../api/endpoints.ts';
import type { Dossier, DossierPacket as Packet, DossierSource } from '../../api/types.ts';
import { Unknown } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { BadgeWithMeaning } from '../strategies/badges.tsx';
import { AUTHORITIES, isWeb, ORIGINS, periodText, PROVIDERS, shortHash } from './words.ts';

const PAGE_SIZE = 25;
/** Lines of a list that only tells what is missing. */
const MOST_LINES = 25;

const COLUMNS: Column<Packet>[] = [
  {
    key: 'title',
    title: 'Source',
    render: ({ title, url, notes, observations }) => (
      <Stack gap={2} miw={0}>
        {url !== null && isWeb(url) ? (
          <Anchor
            href={url}
            target="_blank"
            rel="noreferrer noopener"
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
          >
            {title}
          </Anchor>
        ) : (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
        )}
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[`${observations.toLocaleString('en-IN')} figure${observations === 1 ? '' : 's'}`, ...notes].join(
            ' · ',
          )}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'publisher',
    title: 'Publisher',
    render: ({ publisher, authority }) => (
      <Stack gap={2} align="flex-start">
        <Text size="sm">{publisher}</Text>
        <BadgeWithMeaning {...AUTHORITIES[authority]} />
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
        <span>{moment(published_at)}</span>
      ),
  },
  {
    key: 'fetched',
    title: 'Fetched',
    render: ({ fetched_at, origin }) => (
      <Text size="sm">
        {moment(fetched_at)}, {ORIGINS[origin]}
      </Text>
    ),
  },
  {
    key: 'hash',
    title: 'Hash',
    render: ({ evidence_hash, title }) => <Hash hash={evidence_hash} of={title} />,
  },
];

function Hash({ hash, of }: { hash: string; of: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code title={hash}>{shortHash(hash)}</Code>
      <CopyButton value={hash}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy the whole hash'}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              onClick={copy}
              aria-label={`Copy the hash of ${of}`}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}

export function Evidence({ dossier }: { dossier: Dossier }) {
  const { run, totals, hash_mismatch } = dossier;
  const params = useListParams();
  const query = { page: params.page, page_size: PAGE_SIZE };
  const packets = useRunPart(run.run_id, 'packets', query, () => api.aiResearch.packets(run.run_id, query));
  return (
    <Stack gap="md">
      {hash_mismatch !== null && hash_mismatch > 0 && (
        <Text size="sm" c="orange">
          {hash_mismatch} packets were refused because their hash did not hold.
        </Text>
      )}
      {totals.packets === 0 ? (
        <Text size="sm" c="dimmed">
          No evidence found yet.
        </Text>
      ) : (
        <Loaded query={packets} skeleton={<LoadingRows rows={6} />}>
          {({ items, page, page_size, total }) => (
            <div>
              <DataTable
                caption="Evidence"
                columns={COLUMNS}
                rows={items}
                keyOf={({ source_id }) => source_id}
              />
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                noun="sources"
                onPage={(next) => params.set({ page: next })}
              />
            </div>
          )}
        </Loaded>
      )}
      <Sources dossier={dossier} outcome="FAILED" title="Sources that failed" total={totals.failures} />
      <Sources
        dossier={dossier}
        outcome="REFUSED"
        title="Found, but not accepted as evidence"
        total={totals.refused}
      />
    </Stack>
  );
}

interface SourcesProps {
  dossier: Dossier;
  outcome: DossierSource['outcome'];
  title: string;
  total: number;
}

function Sources({ dossier: { run }, outcome, title, total }: SourcesProps) {
  const query = { page: 1, page_size: MOST_LINES, outcome };
  const sources = useRunPart(run.run_id, 'sources', query, () => api.aiResearch.sources(run.run_id, query));
  if (total === 0) return null;
  return (
    <Lines
      title={title}
      total={total}
      lines={(sources.data?.items ?? []).map(({ provider, detail }) => `${PROVIDERS[provider]}: ${detail}`)}
    />
  );
}

/** Figures that a source has without a value. */
export function Unavailable({ dossier: { run, totals } }: { dossier: Dossier }) {
  const query = { page: 1, page_size: MOST_LINES };
  const figures = useRunPart(run.run_id, 'unavailable', query, () =>
    api.aiResearch.unavailable(run.run_id, query),
  );
  if (totals.unavailable === 0) return null;
  return (
    <Lines
      title="Figures without a usable value"
      total={totals.unavailable}
      lines={(figures.data?.items ?? []).map(
        ({ title, scope, period, reason }) => `${title} (${scope}, ${periodText(period)}): ${reason}`,
      )}
    />
  );
}

interface LinesProps {
  title: string;
  lines: readonly string[];
  /** How many there are, where not all are here. */
  total: number;
}

function Lines({ title, lines, total }: LinesProps) {
  return (
    <section>
      <Text component="h3" size="sm" fw={600}>
        {title} ({total.toLocaleString('en-IN')})
      </Text>
      {lines.map((line, at) => (
        <Text key={`${at} ${line}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
      {lines.length > 0 && lines.length < total && (
        <Text size="sm" c="dimmed">
          and {(total - lines.length).toLocaleString('en-IN')} more
        </Text>
      )}
    </section>
  );
}
