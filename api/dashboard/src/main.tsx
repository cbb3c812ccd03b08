import './mantine.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ApiError } from './api/client.ts';
import { App } from './app.tsx';
import { isStoredPage, registerWorker } from './offline/worker.ts';
import { cssVariables, theme } from './theme.ts';

/** A refusal stays a refusal however often it is asked for; a lost connection may come back. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

// fetched beside the question of who is signed in, and not after its answer
if (isStoredPage()) void import('./offline/saved-page.tsx');
else if (location.pathname === '/') void import('./pages/overview.tsx');

const client = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: isWorthRetrying, retryDelay: (failures) => 400 * 2 ** failures },
    mutations: { retry: false },
  },
});

/** Nothing is said before a page is there, so the page does not wait for it. */
const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Suspense fallback={null}>
          <Notifications position="bottom-right" limit={4} className="toasts" />
        </Suspense>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
);

if (import.meta.env.PROD) registerWorker();
