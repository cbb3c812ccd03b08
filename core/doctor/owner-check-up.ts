import type { Identity } from '../identity/index.ts';
import { Problem } from '../platform/index.ts';
import type { SeenRequest } from './check.ts';
import type { Doctor } from './doctor.ts';
import type { CheckUp } from './finding.ts';

export type OwnerCheckUp = ReturnType<typeof createOwnerCheckUp>;

/** The check-up for the owner of the installation, who alone may see addresses and roles. At most one runs at a time. */
export function createOwnerCheckUp(doctor: Doctor, users: Pick<Identity['users'], 'ensureOwner'>) {
  let running: Promise<CheckUp> | null = null;
  return {
    /** @throws Problem 403 OWNER_ONLY */
    async read(this: void, userId: string, request: SeenRequest): Promise<CheckUp> {
      const { id } = await users.ensureOwner();
      if (id !== userId)
        throw new Problem(
          403,
          'OWNER_ONLY',
          'The check of the server is for its owner. Ask the owner of this installation.',
        );
      running ??= doctor.checkUp(request).finally(() => {
        running = null;
      });
      return await running;
    },
  };
}
