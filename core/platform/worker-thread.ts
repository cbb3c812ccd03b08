/** The program of a worker thread: a file beside the one that starts it, from source and from dist alike. */
export function threadBeside(starter: string, name: string): URL {
  return new URL(`./${name}.${starter.endsWith('.ts') ? 'ts' : 'js'}`, starter);
}

/** From source, a thread needs its own TypeScript loader: the process's one does not reach it on Node 20. */
export function threadLoader(thread: URL): string[] {
  if (!thread.pathname.endsWith('.ts')) return [];
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return ['--import', `data:text/javascript,import { register } from ${loader}; register();`];
}
