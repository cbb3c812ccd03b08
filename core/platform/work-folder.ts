import path from 'node:path';

/** Folders of one piece of work, by their names; the first group is the number of the process. */
export const WORK_FOLDER = /^munim-(?:model|market-file)-(\d+)-\w{6}$/;

/** How the name of such a folder begins, for `mkdtemp`: a later start removes it where this process is killed. */
export function workFolder(parent: string, what: 'model' | 'market-file'): string {
  return path.join(parent, `munim-${what}-${process.pid}-`);
}
