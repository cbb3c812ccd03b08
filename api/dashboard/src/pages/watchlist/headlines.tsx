import { nameOrSymbol } from '../../../../../charts/index.ts';
import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useHeadlines } from '../../api/queries.ts';
import type { WatchlistItem } from '../../api/types.ts';
import { Loaded } from '../../components/notices.tsx';

/** The newest headlines about something that is watched. @param item null while closed. */
export function Headlines({ item, onClose }: { item: WatchlistItem | null; onClose: () => void }) {
  return (
    <Modal
      opened={item !== null}
      onClose={onClose}
      title={`News on ${item === null ? '' : nameOrSymbol(item)}`}
    >
      {item !== null && <HeadlineList id={item.id} />}
    </Modal>
  );
}

/** The headlines of something that is watched, by the id of that. */
export function HeadlineList({ id }: { id: string }) {
  return (
    <Loaded query={useHeadlines(id)}>
      {({ items, reason }) => (
        <Stack gap="md">
          {reason !== null && <Text c="dimmed">{reason}</Text>}
          {items.map(({ title, url, source, published_at }) => (
            <div key={`${published_at ?? ''} ${title}`}>
              {url === null ? (
                <Text size="sm">{title}</Text>
              ) : (
                <Anchor href={url} target="_blank" rel="noreferrer noopener" size="sm">
                  {title}
                </Anchor>
              )}
              <Text size="xs" c="dimmed">
                {[source ?? 'Source unknown', when(published_at)].join(' · ')}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

const when = (at: string | null): string =>
  at === null
    ? 'time unknown'
    : new Date(at).toLocaleString('en-IN', {
        timeZone: 'Asia/Kolkata',
        dateStyle: 'medium',
        timeStyle: 'short',
      });
