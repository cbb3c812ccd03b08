// Loads modules and prints, as JSON, every file that this brought into the process, by the name of its source:
// `node --import tsx/esm loaded-modules.mjs <root> <file>…`. What an import computes at run time is seen here, and in no
// text. Where files stand behind a `--`, a second list follows, of what is there once those were loaded too.
import inspector from 'node:inspector';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [root = '', ...files] = process.argv.slice(2);
const lists = [];
const loaded = new Set();
const session = new inspector.Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params: { url } }) => {
  if (!url.startsWith('file:')) return;
  const found = path.relative(root, fileURLToPath(url.split('?')[0]));
  const file = found.replace(/^dist\/(.+)\.js$/, '$1.ts');
  if (!file.startsWith('..') && !file.startsWith('node_modules')) loaded.add(file);
});
session.post('Debugger.enable');
for (const file of [...files, '--']) {
  if (file !== '--') await import(pathToFileURL(path.join(root, file)).href);
  else {
    // A file may import another once it has been loaded.
    await new Promise((resolve) => setTimeout(resolve, 0));
    lists.push([...loaded].toSorted((one, other) => (one < other ? -1 : 1)));
  }
}
session.disconnect();
process.stdout.write(JSON.stringify(lists), () => process.exit(0));
