/** What a page shows instead of its data: nothing there yet, still loading, or a failure with a way out. */
import { Box, Button, Group, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, isOffline } from '../api/client.ts';
import { ErrorHelp } from './help-link.tsx';
import { markOf, MayChange } from './may-change.tsx';
import { Notice } from './notice.tsx';

interface EmptyProps {
  icon: ReactNode;
  title: string;
  /** 1 where it is the name of the page. */
  order?: 1 | 2;
  children: ReactNode;
  actions?: ReactNode;
}

export function Empty({ icon, title, order = 2, children, actions }: EmptyProps) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center" className="panel">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={order} size="h3">
        {title}
      </Title>
      <Text c="dimmed" maw={460}>
        {children}
      </Text>
      {actions && (
        <Group justify="center" gap="sm" mt="xs">
          {actions}
        </Group>
      )}
    </Stack>
  );
}

function adviceOf(error: Error): { title: string; advice: string } {
  if (error instanceof ApiError) {
    if (error.status === 0) return { title: 'No connection to Munim', advice: error.message };
    if (error.status === 429)
      return {
        title: 'Too many requests',
        advice: error.retryAfter
          ? `Try again in ${error.retryAfter} seconds.`
          : 'Wait a moment, then try again.',
      };
    const trace = error.requestId ? ` (request ${error.requestId})` : '';
    if (error.status >= 500)
      return {
        title: 'The server failed',
        advice: `${error.message} The server log has the cause${trace}.`,
      };
    return { title: 'Something went wrong', advice: error.message };
  }
  return { title: 'Something went wrong', advice: 'Reload the page and try again.' };
}

/** A failure in words, with the next step; `retry` adds a button. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  // No failure: the record is the person's own, and a sample is shown instead.
  if (error instanceof ApiError && error.code === 'SAMPLE_SHOWN')
    return <Notice tone="info">{error.message}</Notice>;
  const { title, advice } = adviceOf(error);
  return (
    <Notice
      tone="failure"
      title={title}
      action={
        retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {advice} <ErrorHelp error={error} />
    </Notice>
  );
}

export function LoadingRows({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  return (
    <Box role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} mb={8} radius="sm" />
      ))}
    </Box>
  );
}

interface LoadedProps<T> {
  query: UseQueryResult<T, Error>;
  skeleton?: ReactNode;
  /** False where the page itself marks figures that a waiting corporate action may change. */
  isMarked?: boolean;
  children: (data: T) => ReactNode;
}

/**
 * The failure of a query. That the server cannot be reached is said once, in the header, and what could not be loaded comes by
 * itself when it is back.
 */
export function QueryFailure({
  query: { error, refetch },
}: {
  query: Pick<UseQueryResult<unknown, Error>, 'error' | 'refetch'>;
}) {
  if (error === null || isOffline(error)) return null;
  return <Failure error={error} retry={() => void refetch()} />;
}

/**
 * Shows a query's data, its skeleton while it loads, or its failure. Old data stays while new data is fetched. Figures that a
 * waiting corporate action may change have its mark above them.
 */
export function Loaded<T>({ query, skeleton = <LoadingRows />, isMarked = true, children }: LoadedProps<T>) {
  if (query.data !== undefined)
    return (
      <>
        {query.error && !isOffline(query.error) && (
          <Box mb="sm">
            <QueryFailure query={query} />
          </Box>
        )}
        {isMarked && <MayChange reason={markOf(query.data)} />}
        {children(query.data)}
      </>
    );
  if (query.error && !isOffline(query.error)) return <QueryFailure query={query} />;
  return skeleton;
}
