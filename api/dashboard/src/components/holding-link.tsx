import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Where the page of a symbol is; of one portfolio, or of all that have it. */
export const holdingAddress = (symbol: string, portfolio?: string): string =>
  `/holdings/${encodeURIComponent(symbol)}${portfolio === undefined || portfolio === '' ? '' : `?portfolio=${encodeURIComponent(portfolio)}`}`;

/** A symbol, or what is said in its place, that leads to its page. */
export function HoldingLink({
  symbol,
  portfolio,
  children = symbol,
}: {
  symbol: string;
  portfolio?: string;
  children?: ReactNode;
}) {
  return (
    <Anchor
      component={Link}
      to={portfolio === undefined ? holdingAddress(symbol) : holdingAddress(symbol, portfolio)}
      inherit
    >
      {children}
    </Anchor>
  );
}
