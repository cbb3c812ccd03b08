import { Button, Stack } from '@mantine/core';
import { IconEye } from '../../icons.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange, useWatchlist } from '../../api/queries.ts';
import type { WatchlistInput } from '../../api/types.ts';
import { Failure, Loaded, LoadingRows } from '../../components/notices.tsx';
import { done } from '../../components/toast.tsx';
import { HeadlineList } from '../watchlist/headlines.tsx';
import { Nothing, Section } from './section.tsx';

/** The newest headlines, which are there for what is watched. */
export function HoldingNews({ symbol, currency }: { symbol: string; currency: string }) {
  return (
    <Section title="News">
      <Loaded query={useWatchlist()} skeleton={<LoadingRows rows={3} />}>
        {({ items }) => {
          const watched = items.find((one) => one.symbol === symbol);
          return watched === undefined ? (
            <Watch symbol={symbol} currency={currency} />
          ) : (
            <HeadlineList id={watched.id} />
          );
        }}
      </Loaded>
    </Section>
  );
}

function Watch({ symbol, currency }: { symbol: string; currency: string }) {
  const add = usePortfolioChange((body: WatchlistInput) => api.watchlist.add(body));
  return (
    <Stack gap="xs" align="flex-start">
      <Nothing>Headlines are collected for what is on your watchlist.</Nothing>
      {add.error && <Failure error={add.error} />}
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconEye size={14} aria-hidden />}
        loading={add.isPending}
        onClick={() =>
          add.mutate(
            { symbol, ...(currency === 'INR' ? {} : { currency }) },
            { onSuccess: () => done(`${symbol} added to your watchlist.`) },
          )
        }
      >
        Watch {symbol}
      </Button>
    </Stack>
  );
}
