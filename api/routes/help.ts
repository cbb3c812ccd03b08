import { guidesView } from '../../core/chat/index.ts';
import { notFound } from '../../core/platform/index.ts';
import { readDocument } from '../documents.ts';
import { GUIDES, PICTURES } from '../help/guides.ts';
import { Reply, type Route, route } from '../route.ts';

type Guides = Awaited<ReturnType<typeof readGuide>>;
let guides: Promise<Guides> | null = null;

/** They are read once: none changes while this program runs. */
async function readGuides(): Promise<Guides> {
  guides ??= Promise.all(GUIDES.map(readGuide)).then((all) => all.flat());
  try {
    return await guides;
  } catch (error) {
    guides = null;
    throw error;
  }
}

async function readGuide(id: string) {
  const file = await readDocument(`${id}.md`);
  if (file === null) return [];
  const markdown = file.toString('utf8');
  return [{ id, title: /^# (.+)$/m.exec(markdown)?.[1] ?? id, markdown }];
}

/** The guides of the Help page. Names come from fixed lists, so that no request reaches another file. */
export const HELP_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/help',
    summary: 'All guides of this installation, as Markdown',
    description:
      'A heading is addressed by its words in lower case with dashes between them: the dashboard shows it at /help/reports#xirr. Problems link there in their member help.',
    tag: 'Server',
    kept: true,
    response: guidesView,
    handler: async () => ({ guides: await readGuides() }),
  }),
  route({
    method: 'GET',
    path: '/api/help/pictures/:name',
    summary: 'A picture of the guides',
    tag: 'Server',
    params: { name: 'text' },
    response: 'image/png',
    problems: { 404: ['PICTURE_NOT_FOUND'] },
    handler: async ({ params }) => {
      const name = PICTURES.find((one) => one === params.name);
      const file = name === undefined ? null : await readDocument(name);
      if (file === null) throw notFound('PICTURE');
      return new Reply(file, { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=86400' });
    },
  }),
];
