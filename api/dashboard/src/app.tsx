import { Center, Loader } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { LiveProvider } from './api/live.tsx';
import { useSession } from './api/session.tsx';
import NotFound from './pages/not-found.tsx';
import { PageBoundary } from './components/page-boundary.tsx';
import { moved } from './menu.ts';
import { showUnread } from './offline/badge.ts';
import { useKeepsOverview } from './offline/choice.ts';
import { deviceStore } from './offline/device-store.ts';
import { deleteOverviewsOfOthers } from './offline/saved.ts';
import { OfflineFallback } from './offline/offline-fallback.tsx';
import { routes } from './routes.tsx';
import { subpages } from './subpages.ts';
import { Shell } from './shell/shell.tsx';

/** Loaded for whoever has no session. */
const SignIn = lazy(() => import('./pages/sign-in.tsx'));

/** Loaded only if the person keeps the overview on this device. */
const Keeper = lazy(() => import('./offline/keeper.tsx').catch(() => ({ default: () => null })));

const Waiting = () => (
  <Center h="60vh">
    <Loader aria-label="Loading" />
  </Center>
);

/** Leads to the address of today, with everything behind it. */
function Moved({ to }: { to: string }) {
  const { search, hash, state } = useLocation();
  return <Navigate to={{ pathname: to, search, hash }} state={state} replace />;
}

/** Sign-in for whoever has no session; the pages inside their shell for the others. */
export function App() {
  const { me, error, retry } = useSession();
  const { pathname } = useLocation();
  const user = me === undefined ? undefined : (me?.user.id ?? null);
  const [keeps] = useKeepsOverview(user ?? '');
  useEffect(() => {
    if (user !== undefined) deleteOverviewsOfOthers(deviceStore, user, Date.now());
    if (user === null) void showUnread(0);
  }, [user]);
  if (me === undefined)
    return (
      <OfflineFallback error={error} retry={retry}>
        <Waiting />
      </OfflineFallback>
    );
  if (me === null)
    return (
      <Suspense fallback={<Waiting />}>
        <SignIn />
      </Suspense>
    );
  return (
    <LiveProvider>
      {keeps && !me.shows_sample && (
        <Suspense fallback={null}>
          <Keeper me={me} />
        </Suspense>
      )}
      <Shell me={me}>
        <PageBoundary page={pathname}>
          <Suspense fallback={<Waiting />}>
            <Routes>
              {[...routes, ...subpages].map(({ path, page: Page }) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
              {moved.map(({ from, to }) => (
                <Route key={from} path={from} element={<Moved to={to} />} />
              ))}
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </PageBoundary>
      </Shell>
    </LiveProvider>
  );
}
