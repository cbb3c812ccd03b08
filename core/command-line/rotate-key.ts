import { withServer } from './session.ts';

/** Encrypts all that is sealed in the database with a new key. @returns the exit code */
export async function rotateBrokerKey(say: (text: string) => void): Promise<number> {
  return await withServer(async ({ config, server }) => {
    const { rotateKey } = await import('../platform/keyring/index.ts');
    const { SEALED_COLUMNS } = await import('./sealed-columns.ts');
    return (await rotateKey(config, server.ownerUrl, SEALED_COLUMNS, say)) ? 0 : 1;
  });
}
