/** What a run found and where, what it refused, and which sources failed. */
import { ActionIcon, Anchor, Badge, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { moment } from '../../../../../charts/index.ts';
import type { Dossier } from '../../api/types.ts';
import { Unknown } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { plain, shortHash } from './words.ts';

type Packet = Dossier['packets'][number];

/** Only addresses of the web are followed; another scheme is text. */
const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);

const COLUMNS: Column<Packet>[] = [
  {
    key: 'title',
    title: 'Source',
    render: ({ title, url, notes, source_id }) => (
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
          {[source_id, ...notes].join(' · ')}
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
        <Badge
          variant="light"
          color={authority === 'AGGREGATOR' || authority === 'DISCOVERED' ? 'orange' : 'teal'}
        >
          {plain(authority)}
        </Badge>
      </Stack>
    ),
  },
  {
    key: 'published',
    title: 'Published',
    render: ({ published_at }) =>
      published_at === null ? (
        <Unknown reason="Nobody says when it was published." />
      ) : (
        <span>{moment(published_at)}</span>
      ),
  },
  {
    key: 'fetched',
    title: 'Fetched',
    render: ({ fetched_at, origin }) => (
      <Text size="sm">
        {moment(fetched_at)} ({plain(origin).toLowerCase()})
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
  const { packets, refused, failures, hash_mismatch } = dossier;
  return (
    <Stack gap="md">
      {hash_mismatch !== null && hash_mismatch > 0 && (
        <Text size="sm" c="orange">
          {hash_mismatch} packets were refused because their hash did not hold.
        </Text>
      )}
      {packets.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was found yet.
        </Text>
      ) : (
        <DataTable caption="Evidence" columns={COLUMNS} rows={packets} keyOf={({ source_id }) => source_id} />
      )}
      <Lines
        title="Refused"
        lines={refused.map(({ source_id, reason, detail }) => `${source_id}: ${plain(reason)}. ${detail}`)}
      />
      <Lines
        title="Sources that failed"
        lines={failures.map(({ provider, message }) => `${plain(provider)}: ${message}`)}
      />
    </Stack>
  );
}

export function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <Text component="h3" size="sm" fw={600}>
        {title}
      </Text>
      {lines.map((line, at) => (
        <Text key={`${at} ${line}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </section>
  );
}
