/** Everything Munim has told, newest first, with what became of each message in the chats. */
import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconBell, IconChecks } from '../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { moment } from '../../../../charts/index.ts';
import { api } from '../api/endpoints.ts';
import { useNotifications } from '../api/notices.ts';
import { useChange } from '../api/queries.ts';
import type { Notification } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { Pager } from '../components/pager.tsx';
import { useListParams } from '../components/search-params.ts';
import { failed } from '../components/toast.tsx';
import { linkOf } from './notification-link.ts';

export default function Notifications() {
  const params = useListParams();
  const isUnreadOnly = params.get('show') === 'unread';
  const notifications = useNotifications(params.page, isUnreadOnly);
  const markRead = useChange('notifications', api.notifications.markRead);
  const markAll = useChange('notifications', api.notifications.markAllRead);
  const unread = notifications.data?.unread ?? 0;

  return (
    <>
      <Heading
        title="Notifications"
        actions={
          <Button
            variant="default"
            leftSection={<IconChecks size={16} aria-hidden />}
            disabled={unread === 0}
            loading={markAll.isPending}
            onClick={() =>
              markAll.mutate(undefined, { onError: (error) => failed(error, 'Could not mark them read') })
            }
          >
            Mark all read
          </Button>
        }
      >
        {unread === 0 ? 'All read.' : `${unread} unread.`} Choose which ones you get, and when, in{' '}
        <Anchor component={Link} to="/settings" inherit>
          the settings
        </Anchor>
        . The{' '}
        <Anchor component={Link} to="/notifications/letter" inherit>
          weekly letter
        </Anchor>{' '}
        has a page of its own.
      </Heading>
      <SegmentedControl
        mb="sm"
        aria-label="Which notifications"
        data={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: 'Unread' },
        ]}
        value={isUnreadOnly ? 'unread' : 'all'}
        onChange={(show) => params.set({ show: show === 'unread' ? show : undefined })}
      />
      <Loaded query={notifications}>
        {({ items, page, page_size, total }) =>
          total === 0 ? (
            <Empty
              icon={<IconBell />}
              title={isUnreadOnly ? 'No unread notifications' : 'No notifications yet'}
            >
              {isUnreadOnly
                ? 'New ones appear here as they arrive.'
                : 'The first is the morning report at 09:15 or the hourly update, whichever comes first.'}
            </Empty>
          ) : (
            <div className="panel">
              <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
                {items.map((one) => (
                  <Item
                    key={one.id}
                    notification={one}
                    onRead={() =>
                      markRead.mutate(one.id, { onError: (error) => failed(error, 'Could not mark it read') })
                    }
                  />
                ))}
              </Stack>
              <Pager
                page={page}
                pageSize={page_size}
                total={total}
                noun="notifications"
                onPage={(to) => params.set({ page: to })}
              />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function Item({ notification, onRead }: { notification: Notification; onRead: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const { title, body, kind_title, created_at, read_at, deliveries } = notification;
  const troubles = deliveries.filter((one) => one.state === 'FAILED');
  const link = linkOf(notification);
  const isLong = body.length > 220 || body.split('\n').length > 3;
  return (
    <Stack component="li" gap={6} p="md" style={{ borderBottom: '1px solid var(--line)' }}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={2}>
          <Group gap="xs" wrap="nowrap" align="baseline">
            {read_at === null && (
              <span className="dot">
                <span className="sr-only">Unread</span>
              </span>
            )}
            <Text fw={read_at === null ? 600 : 400}>{title}</Text>
          </Group>
          <Text size="xs" c="dimmed">
            {kind_title} · {moment(created_at)}
          </Text>
        </Stack>
        {read_at === null && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={onRead}
            aria-label={`Mark as read: ${title}`}
            style={{ flexShrink: 0 }}
          >
            Mark as read
          </Button>
        )}
      </Group>
      {body !== '' && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} lineClamp={isOpen ? undefined : 3}>
          {body}
        </Text>
      )}
      {(isLong || link !== null) && (
        <Group gap="md">
          {isLong && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? 'Less' : 'More'}
            </Button>
          )}
          {link !== null && (
            <Anchor component={Link} to={link.to} size="sm" aria-label={`${link.label}: ${title}`}>
              {link.label}
            </Anchor>
          )}
        </Group>
      )}
      {troubles.map((one) => (
        <Notice key={one.id} tone="caution">
          Not delivered to {one.chat_title ?? one.channel}: {one.reason ?? 'no reason given'}
        </Notice>
      ))}
    </Stack>
  );
}
