// Lays out what runs, and nothing else, in an empty folder: the bundle, the dashboard, the guides and the packages beside it.
//   node .ci/make-image.mjs FOLDER
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runtimeFiles } from './outside-packages.mjs';

const root = path.resolve(import.meta.dirname, '..');
const target = process.argv[2];
if (target === undefined) {
  process.stderr.write('Give an empty folder: node .ci/make-image.mjs FOLDER\n');
  process.exit(1);
}
const built = ['program', 'dashboard', 'docs'].flatMap((part) =>
  readdirSync(path.join(root, 'dist', part), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.name.endsWith('.map'))
    .map((one) => path.relative(root, path.join(one.parentPath, one.name))),
);
for (const file of ['package.json', 'LICENSE', ...built, ...runtimeFiles(root).map((one) => one.file)])
  cpSync(path.join(root, file), path.join(target, file), { verbatimSymlinks: true });
