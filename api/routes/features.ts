import { featuresView } from '../../core/options/index.ts';
import { readFeatures } from '../features.ts';
import { type Route, route } from '../route.ts';

/** The list of features. */
export const FEATURE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/features',
    summary: 'What this version of Munim does and does not do, as Markdown',
    tag: 'Options',
    kept: true,
    response: featuresView,
    handler: async () => ({ markdown: await readFeatures() }),
  }),
];
