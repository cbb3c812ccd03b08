import { featuresView } from '../../core/options/index.ts';
import { readRoadmap } from '../roadmap.ts';
import { type Route, route } from '../route.ts';

/** What Munim does, and what it does not do yet. */
export const FEATURE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/features',
    summary: 'The roadmap of this installation, as Markdown',
    tag: 'Options',
    kept: true,
    response: featuresView,
    handler: async () => ({ markdown: await readRoadmap() }),
  }),
];
