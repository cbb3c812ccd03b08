import { featuresView } from '../../core/options/index.ts';
import { readDocument } from '../documents.ts';
import { type Route, route } from '../route.ts';

const MISSING = 'The roadmap is not part of this installation.';

/** What Munim does, and what it does not do yet. */
export const FEATURE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/features',
    summary: 'The roadmap of this installation, as Markdown',
    tag: 'Options',
    kept: true,
    response: featuresView,
    handler: async () => ({ markdown: (await readDocument('ROADMAP.md'))?.toString('utf8') ?? MISSING }),
  }),
];
