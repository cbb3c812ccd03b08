/** Who is signed in. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ApiError, whenSignedOut } from './client.ts';
import { api } from './endpoints.ts';
import { clearMessages, failed } from '../components/toast.tsx';
import { deviceStore } from '../offline/device-store.ts';
import { deleteSavedOverview } from '../offline/saved.ts';
import { forgetSharedFiles } from '../offline/shared-files.ts';
import type { Me } from './types.ts';

const key = ['me'];
/** The person whose figures this page shows, and whether they are a sample's. Outlives a sign-out. */
let shown: string | null = null;

/** Deletes what a person left on this device. Nothing waits for it: a server that does not answer must not keep it. */
function forgetOnDevice(): void {
  deleteSavedOverview(deviceStore);
  void forgetSharedFiles();
}

/**
 * Answers the person signed in. A page shows the figures of one person: for another one, or a sample, it is loaded anew, so
 * that no query, draft or message of the first is left.
 */
async function readMe(): Promise<Me> {
  const me = await api.auth.me();
  const now = `${me.user.id} ${me.shows_sample}`;
  if (shown !== null && shown !== now) {
    forgetOnDevice();
    location.replace('/');
    // the page that is left shows nothing of the new figures
    await new Promise(() => undefined);
  }
  shown = now;
  return me;
}

/** The person signed in, null when nobody is, undefined while that is not known yet. */
export function useSession(): { me: Me | null | undefined; error: Error | null; retry: () => void } {
  const client = useQueryClient();
  const leave = useLeave();
  const query = useQuery<Me | null>({
    queryKey: key,
    queryFn: async () => {
      try {
        return await readMe();
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error;
        leave();
        return null;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // another window of this browser may have signed in as another person
    refetchOnWindowFocus: 'always',
  });
  // A refusal may be of a session before this one, and come late: only the question who is signed in decides.
  useEffect(
    () =>
      whenSignedOut(() => {
        if (client.isFetching({ queryKey: key }) === 0) void client.refetchQueries({ queryKey: key });
      }),
    [client],
  );
  return { me: query.data, error: query.error, retry: () => void query.refetch() };
}

/** Forgets everything the last person saw and shows the sign-in page: after a sign-out, and when the session has ended. */
export function useLeave(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    forgetOnDevice();
    clearMessages();
    // the page watches this one entry: it is changed, never taken away
    client.setQueryData(key, null);
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== key[0] });
  }, [client]);
}

/** Deletes the overview on this device, even if the server does not answer, then signs out there and leaves the page. */
export function useSignOut(): () => void {
  const leave = useLeave();
  return () => {
    forgetOnDevice();
    api.auth.logout().then(leave, (error: unknown) => failed(error, 'Could not sign out'));
  };
}

/** Reads who is signed in anew, after a code was accepted or a chat was linked. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.refetchQueries({ queryKey: key });
}
