/** Five links within reach of the thumb on a phone. All other pages are in the menu behind More. */
import { UnstyledButton } from '@mantine/core';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { IconCoins, IconDots, IconLayoutDashboard, IconMessageCircle, IconPlus } from '../icons.ts';
import { isWithin } from '../menu.ts';
import classes from './bottom-bar.module.css';

interface Place {
  to: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
}

const PLACES: readonly Place[] = [
  { to: '/', label: 'Overview', icon: IconLayoutDashboard },
  { to: '/holdings', label: 'Holdings', icon: IconCoins },
  { to: '/data/import', label: 'Add', icon: IconPlus },
  { to: '/chat', label: 'Chat', icon: IconMessageCircle },
];

export function BottomBar({
  pathname,
  isMenuOpen,
  onMenu,
  onFollow,
}: {
  pathname: string;
  isMenuOpen: boolean;
  onMenu: () => void;
  onFollow: () => void;
}) {
  return (
    <nav aria-label="Main menu" className={classes['bar']}>
      {PLACES.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={classes['place']}
          onClick={onFollow}
          aria-current={!isMenuOpen && isWithin(to, pathname) ? 'page' : undefined}
        >
          <Icon size={20} />
          {label}
        </Link>
      ))}
      <UnstyledButton className={classes['place'] ?? ''} onClick={onMenu} aria-expanded={isMenuOpen}>
        <IconDots size={20} aria-hidden />
        More
      </UnstyledButton>
    </nav>
  );
}
