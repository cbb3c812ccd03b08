/** The menu: a line for each page or set of tabs, grouped by parts of Munim. */
import { NavLink, Stack } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useShownPages } from '../api/parts.ts';
import type { Group, MenuLine } from '../page-route.ts';
import { isWithin, menu } from '../menu.ts';
import { useCurrentLine } from './current-line.ts';
import classes from './page-links.module.css';

/** Above and below a name, in pixels: with one group open the menu fits a low screen. */
const ROW = 5;

interface PageLinksProps {
  pathname: string;
  onFollow: () => void;
}

export function PageLinks({ pathname, onFollow }: PageLinksProps) {
  const isShown = useShownPages();
  const lines = menu.filter(({ tabs: [page] }) => page !== undefined && isShown(page));
  const groups = [...new Set(lines.map(({ group }) => group))];
  const isHere = ({ tabs }: MenuLine): boolean => tabs.some(({ path }) => isWithin(path, pathname));
  return (
    <Stack gap={2}>
      {groups.map((group) => {
        const inGroup = lines.filter((line) => line.group === group);
        const links = inGroup.map((line) => (
          <LineLink key={line.title} line={line} isHere={isHere(line)} onFollow={onFollow} />
        ));
        return group === undefined || inGroup.length === 1 ? (
          links
        ) : (
          <Fold key={group} group={group} isAround={inGroup.some(isHere)}>
            {links}
          </Fold>
        );
      })}
    </Stack>
  );
}

/** Folded or not as somebody chose, but never over the page that is shown. */
function Fold({ group, isAround, children }: { group: Group; isAround: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
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

function LineLink({
  line: { title, tabs },
  isHere,
  onFollow,
}: {
  line: MenuLine;
  isHere: boolean;
  onFollow: () => void;
}) {
  const [page] = tabs;
  if (page === undefined) return null;
  const { path, icon: Icon } = page;
  return (
    <NavLink
      component={Link}
      to={path}
      label={title}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onFollow}
      leftSection={<Icon size={18} />}
      py={ROW}
      className={classes['link'] ?? ''}
    />
  );
}

/** The tabs of the menu line that is open, above the page. */
export function LineTabs({ pathname }: { pathname: string }) {
  const bar = useRef<HTMLElement>(null);
  useCurrentLine(bar, pathname);
  const line = menu.find(({ tabs }) => tabs.length > 1 && tabs.some(({ path }) => isWithin(path, pathname)));
  if (line === undefined) return null;
  return (
    <nav ref={bar} aria-label={line.title} className={classes['tabs']}>
      {line.tabs.map(({ path, title, tab }) => (
        <Link key={path} to={path} aria-current={isWithin(path, pathname) ? 'page' : undefined}>
          {tab ?? title}
        </Link>
      ))}
    </nav>
  );
}
