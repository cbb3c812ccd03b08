import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { notFound } from '../core/platform/index.ts';
import { Reply } from './route.ts';

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Munim API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/api/docs/favicon-32x32.png"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="api"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/init.js"></script></body></html>`;

const INIT = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, showExtensions: true, validatorUrl: null });`;

/** The page that shows the API, entirely from this machine. */
export function docsPage(): Reply {
  return new Reply(PAGE, { 'Content-Type': 'text/html; charset=utf-8' });
}

/** One of the page's files. @throws Problem 404 FILE_NOT_FOUND */
export async function docsFile(name: string): Promise<Reply> {
  if (name === 'init.js') return new Reply(INIT, { 'Content-Type': 'text/javascript; charset=utf-8' });
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (type === undefined) throw notFound('FILE');
  const root = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const file = path.join(root, name);
  const { size } = await stat(file);
  return new Reply(createReadStream(file), {
    'Content-Type': type,
    'Content-Length': String(size),
    'Cache-Control': 'private, max-age=86400',
  });
}
