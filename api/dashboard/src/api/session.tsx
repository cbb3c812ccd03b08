/** Who is signed in. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, whenSignedOut } from './client.ts';
import { api } from './endpoints.ts';
import { failed } from '../components/toast.tsx';
import { deviceStore } from '../offline/device-store.ts';
import { deleteSavedOverview } from '../offline/saved.ts';
import { forgetSharedFiles } from '../offline/shared-files.ts';
import type { Me } from './types.ts';

const key = ['me'];

/** The person signed in, null when nobody is, undefined while that is not known yet. */
export function useSession(): { me: Me | null | undefined; error: Error | null; retry: () => void } {
  const client = useQueryClient();
  const query = useQuery<Me | null>({
    queryKey: key,
    queryFn: async () => {
      try {
        return await api.auth.me();
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    whenSignedOut(() => client.setQueryData(key, null));
  }, [client]);
  return { me: query.data, error: query.error, retry: () => void query.refetch() };
}

/** Forgets everything the last person saw and shows the sign-in page. */
export function useLeave(): () => void {
  const client = useQueryClient();
  return () => {
    deleteSavedOverview(deviceStore);
    void forgetSharedFiles();
    // the page watches this one entry: it is changed, never taken away
    client.setQueryData(key, null);
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== key[0] });
  };
}

/** Deletes the overview on this device, even if the server does not answer, then signs out there and leaves the page. */
export function useSignOut(): () => void {
  const leave = useLeave();
  return () => {
    deleteSavedOverview(deviceStore);
    api.auth.logout().then(leave, (error: unknown) => failed(error, 'Could not sign out'));
  };
}

/** Reads who is signed in anew, after a code was accepted or a chat was linked. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.refetchQueries({ queryKey: key });
}
