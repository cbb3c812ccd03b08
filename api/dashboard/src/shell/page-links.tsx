/** The menu: every page, those of a group under its name. */
import { Badge, NavLink, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useUnread } from '../api/queries.ts';
import type { Group, PageRoute } from '../page-route.ts';
import { isWithin, routes } from '../routes.tsx';
import classes from './page-links.module.css';

/** Above and below a name, in pixels: with one group open the menu fits a low screen. */
const ROW = 5;

interface PageLinksProps {
  pathname: string;
  onFollow: () => void;
}

/** Routes in their order; those of a group as one entry. */
const entries = routes.reduce<{ group: Group | undefined; pages: PageRoute[] }[]>((all, route) => {
  const last = all.at(-1);
  if (last !== undefined && last.group === route.group) last.pages.push(route);
  else all.push({ group: route.group, pages: [route] });
  return all;
}, []);

export function PageLinks({ pathname, onFollow }: PageLinksProps) {
  return (
    <Stack gap={2}>
      {entries.map(({ group, pages }) => {
        const links = pages.map((page) => (
          <PageLink key={page.path} page={page} isHere={isWithin(page.path, pathname)} onFollow={onFollow} />
        ));
        return group === undefined ? (
          links
        ) : (
          <Fold key={group} group={group} isAround={pages.some(({ path }) => isWithin(path, pathname))}>
            {links}
          </Fold>
        );
      })}
    </Stack>
  );
}

/** Folded or not as somebody chose, but never over the page that is shown. */
function Fold({ group, isAround, children }: { group: Group; isAround: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(group === 'Reports');
  return (
    <NavLink
      component="button"
      label={group}
      opened={isOpen || isAround}
      onChange={setIsOpen}
      aria-expanded={isOpen || isAround}
      childrenOffset={10}
      py={ROW}
      className={classes['group'] ?? ''}
    >
      {children}
    </NavLink>
  );
}

function PageLink({
  page: { path, title, icon: Icon },
  isHere,
  onFollow,
}: {
  page: PageRoute;
  isHere: boolean;
  onFollow: () => void;
}) {
  const unread = useUnread();
  return (
    <NavLink
      component={Link}
      to={path}
      label={title}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onFollow}
      leftSection={<Icon size={18} />}
      rightSection={
        path === '/notifications' &&
        unread > 0 && (
          <Badge size="sm" circle={unread < 10}>
            {unread > 99 ? '99+' : unread}
            <span className="sr-only"> unread</span>
          </Badge>
        )
      }
      py={ROW}
      className={classes['link'] ?? ''}
    />
  );
}
