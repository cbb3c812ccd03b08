import { Container } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Failure } from '../components/notices.tsx';
import { PageBoundary } from '../components/page-boundary.tsx';
import { deviceStore } from './device-store.ts';
import { deleteSavedOverview, readSavedOverview } from './saved.ts';
import { isStoredPage } from './worker.ts';

const SavedPage = lazy(() => import('./saved-page.tsx'));

/** Wait for the server before the saved overview is shown. */
const PATIENCE_MS = 3000;

interface OfflineFallbackProps {
  error: Error | null;
  retry: () => void;
  /** Shown while the answer may still come. */
  children: ReactNode;
}

/** Shown while the server has not answered: the overview saved on this device, or the failure. */
export function OfflineFallback({ error, retry, children }: OfflineFallbackProps) {
  const [isLate, setIsLate] = useState(isStoredPage);
  const [saved, setSaved] = useState(() => readSavedOverview(deviceStore, Date.now()));
  useEffect(() => {
    const waiting = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(waiting);
  }, []);
  const forget = (): void => {
    deleteSavedOverview(deviceStore);
    setSaved(null);
  };
  if (saved !== null && (error || isLate))
    return (
      <PageBoundary page="saved">
        <Suspense fallback={children}>
          <SavedPage saved={saved} retry={retry} onForget={forget} />
        </Suspense>
      </PageBoundary>
    );
  if (!error) return children;
  return (
    <Container size="xs" pt="20vh">
      <Failure error={error} retry={retry} />
    </Container>
  );
}
