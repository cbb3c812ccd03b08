/** The two places that are wanted from everywhere, a phone included: what came from the broker goes in, and news wait. */
import { ActionIcon, Badge, Tooltip } from '@mantine/core';
import { IconBell, IconFileImport } from '../icons.ts';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useUnread } from '../api/queries.ts';
import { showUnread } from '../offline/badge.ts';
import classes from './header-links.module.css';

export function HeaderLinks() {
  const unread = useUnread();
  useEffect(() => void showUnread(unread), [unread]);
  const news = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return (
    <>
      <Tooltip label="Import a file">
        <ActionIcon
          component={Link}
          to="/data/import"
          variant="subtle"
          color="gray"
          aria-label="Import a file"
        >
          <IconFileImport size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={news}>
        <ActionIcon
          component={Link}
          to="/notifications"
          variant="subtle"
          color="gray"
          aria-label={news}
          className={classes['bell'] ?? ''}
        >
          <IconBell size={18} aria-hidden />
          {unread > 0 && (
            <Badge size="xs" circle={unread < 10} className={classes['unread'] ?? ''} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </Badge>
          )}
        </ActionIcon>
      </Tooltip>
    </>
  );
}
