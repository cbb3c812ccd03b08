import { Container } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Failure } from '../components/notices.tsx';
import { PageBoundary } from '../components/page-boundary.tsx';
import { deviceStore } from './device-store.ts';
import { forgetSaved, readSaved } from './saved.ts';
import { isStoredPage } from './worker.ts';

const SavedPage = lazy(() => import('./saved-page.tsx'));

/** How long the server may take to say who is signed in before the kept overview is shown. */
const PATIENCE_MS = 3000;

interface UnreachedProps {
  error: Error | null;
  retry: () => void;
  /** Shown while the answer may still come. */
  children: ReactNode;
}

/** While it is not known who is signed in: the overview kept on this device, or why nothing is shown. */
export function Unreached({ error, retry, children }: UnreachedProps) {
  const [isLate, setIsLate] = useState(isStoredPage);
  const [saved, setSaved] = useState(() => readSaved(deviceStore, Date.now()));
  useEffect(() => {
    const waiting = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(waiting);
  }, []);
  const forget = (): void => {
    forgetSaved(deviceStore);
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
