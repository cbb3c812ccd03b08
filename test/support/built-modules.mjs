import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = pathToFileURL(path.resolve(import.meta.dirname, '../..')).href;
const DIST = `${ROOT}/dist/`;
const SOURCE = /^\/((?:core|api(?!\/dashboard\/)|bot|jobs|charts|migrations)\/.+)\.ts$/;

/** A source of the product is its compiled file. */
export function resolve(specifier, context, next) {
  const { parentURL } = context;
  if (parentURL === undefined || !/^(\.|file:)/.test(specifier)) return next(specifier, context);
  const { href } = new URL(specifier, parentURL);
  if (href.startsWith(DIST)) return { url: href, format: 'module', shortCircuit: true };
  const source = href.startsWith(ROOT) ? SOURCE.exec(href.slice(ROOT.length))?.[1] : undefined;
  if (source === undefined) return next(specifier, context);
  return { url: `${DIST}${source}.js`, format: 'module', shortCircuit: true };
}

/** Nothing of it is to be compiled any more. */
export async function load(url, context, next) {
  if (!url.startsWith(DIST)) return await next(url, context);
  return { format: 'module', source: await readFile(fileURLToPath(url)), shortCircuit: true };
}
