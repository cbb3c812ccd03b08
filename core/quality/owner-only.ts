import type { Identity } from '../identity/index.ts';
import { Problem } from '../platform/index.ts';

/** Lets only the owner of the installation pass: registry and closes are everybody's. @throws 403 OWNER_ONLY */
export async function ownerOnly(
  users: Pick<Identity['users'], 'ensureOwner'>,
  userId: string,
): Promise<void> {
  const { id } = await users.ensureOwner();
  if (id === userId) return;
  throw new Problem(
    403,
    'OWNER_ONLY',
    'Instruments and closes are shared by all users. Ask the owner of this installation to decide.',
  );
}
