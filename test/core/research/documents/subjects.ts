import type { DocumentRequest } from '../../../../core/research/index.ts';
import type { Served } from '../../../support/evidence-server.ts';

export interface Subject {
  /** What is asked for. */
  request: DocumentRequest;
  served: Served;
}

const json = { accept: /json/i, freshForMs: 60_000 };

/** One document of each source. */
export const SUBJECTS: readonly Subject[] = [
  {
    request: { source: 'sec_data', path: '/submissions/CIK0009990001.json', ...json },
    served: { body: '{"cik":"0009990001"}' },
  },
  {
    request: {
      source: 'sec_archive',
      path: '/Archives/edgar/data/9990001/000999000126000009/ex991.htm',
      accept: /html/,
      freshForMs: null,
    },
    served: { body: '<html><body>Exhibit 99.1</body></html>', type: 'text/html' },
  },
  {
    request: {
      source: 'nse_site',
      path: '/api/corporate-announcements?index=equities&symbol=KAVFLOW',
      ...json,
    },
    served: { body: '[{"symbol":"KAVFLOW"}]' },
  },
  {
    request: {
      source: 'nse_archive',
      path: '/content/indices/ind_close_all_30092026.csv',
      accept: /csv|plain/,
      freshForMs: null,
    },
    served: { body: 'Index Name,Index Date\nNifty 50,30-09-2026\n', type: 'text/csv' },
  },
  {
    request: { source: 'bse', path: '/BseIndiaAPI/api/DefaultData/w?scripcode=599901', ...json },
    served: { body: '[{"scrip_code":599901}]' },
  },
  {
    request: { source: 'yahoo', path: '/v10/finance/quoteSummary/KAVFLOW.NS?modules=price', ...json },
    served: { body: '{"quoteSummary":{"result":[]}}' },
  },
  {
    request: { source: 'news', path: '/rss/search?q=kaveri', accept: /xml/, freshForMs: 60_000 },
    served: { body: '<rss><channel></channel></rss>', type: 'application/xml' },
  },
  {
    request: {
      source: 'issuer',
      path: 'https://www.kaveriflowtech.example/investors/q1',
      accept: /html/,
      freshForMs: 60_000,
    },
    served: { body: '<html><body>Guidance</body></html>', type: 'text/html' },
  },
];

export const bodiesOf = (subjects: readonly Subject[]): Record<string, Served> =>
  Object.fromEntries(subjects.map(({ request, served }) => [`${request.source} ${request.path}`, served]));
