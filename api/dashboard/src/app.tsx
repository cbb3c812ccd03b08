import { Center, Container, Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { LiveProvider } from './api/live.tsx';
import { useSession } from './api/session.tsx';
import NotFound from './pages/not-found.tsx';
import { Failure } from './components/notices.tsx';
import { PageBoundary } from './components/page-boundary.tsx';
import { moved } from './menu.ts';
import { routes } from './routes.tsx';
import { subpages } from './subpages.ts';
import { Shell } from './shell/shell.tsx';

/** Loaded for whoever has no session. */
const SignIn = lazy(() => import('./pages/sign-in.tsx'));

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
  if (me === undefined) {
    if (!error) return <Waiting />;
    return (
      <Container size="xs" pt="20vh">
        <Failure error={error} retry={retry} />
      </Container>
    );
  }
  if (me === null)
    return (
      <Suspense fallback={<Waiting />}>
        <SignIn />
      </Suspense>
    );
  return (
    <LiveProvider>
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
