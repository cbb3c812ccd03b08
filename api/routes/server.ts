import { anything } from '../../core/platform/schema/index.ts';
import { docsFile, docsPage } from '../docs.ts';
import { openApi } from '../openapi.ts';
import { Reply, type Route, route } from '../route.ts';

const VERSION = '0.6.1';

/** Routes about the API itself. `table` answers all routes, these included. */
export function serverRoutes(table: () => readonly Route[]): readonly Route[] {
  let document: string | undefined;
  return [
    route({
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'This API as OpenAPI 3.1',
      tag: 'Server',
      response: anything,
      handler: async () => {
        document ??= JSON.stringify(openApi(table(), VERSION));
        return Reply.json(document);
      },
    }),
    route({
      method: 'GET',
      path: '/api/docs',
      summary: 'This API as an interactive page',
      tag: 'Server',
      response: 'text/html',
      handler: async () => docsPage(),
    }),
    route({
      method: 'GET',
      path: '/api/docs/:file',
      summary: 'A file of the documentation page',
      tag: 'Server',
      params: { file: 'text' },
      response: 'application/octet-stream',
      handler: async ({ params }) => await docsFile(params.file),
    }),
  ];
}
