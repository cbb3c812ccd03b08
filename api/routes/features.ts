import { featuresView } from '../../core/options/index.ts';
import { readDocument } from '../documents.ts';
import { type Route, route } from '../route.ts';

const SECTION = /^## What it does\n[\s\S]*?(?=^## )/m;
const MISSING = 'The list of features is not part of this installation.';

/** The features section of the README. Its links to guides are written as links between guides. */
async function readFeatures(): Promise<string> {
  const readme = (await readDocument('README.md'))?.toString('utf8') ?? '';
  return SECTION.exec(readme)?.[0].replaceAll('](api/docs/', '](') ?? MISSING;
}

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
