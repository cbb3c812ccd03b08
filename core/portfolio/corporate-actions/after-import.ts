import { type Actor, type Log, stepOf } from '../../platform/index.ts';
import type { CorporateActionService } from './corporate-action-service.ts';
import type { CommitInput, ImportResult, MendedRow } from '../imports/index.ts';
import type { SettledImport } from './view.ts';

interface Imports {
  commit(userId: string, request: CommitInput, actor: Actor): Promise<ImportResult>;
  readonly undecided: {
    mend(userId: string, importId: string, row: number, body: unknown, actor: Actor): Promise<MendedRow>;
  };
}

/** An import of transactions brings up what their companies did since. What goes wrong with that never undoes the import. */
export function withCorporateActions<T extends Imports>(
  imports: T,
  actions: Pick<CorporateActionService, 'settle'>,
  log: Log,
): Omit<T, 'commit'> & {
  commit(userId: string, request: CommitInput, actor: Actor): Promise<SettledImport>;
} {
  return {
    ...imports,
    undecided: {
      ...imports.undecided,
      async mend(userId, importId, row, body, actor) {
        const mended = await imports.undecided.mend(userId, importId, row, body, actor);
        try {
          await actions.settle(userId, stepOf(actor, 'actions'));
        } catch (error) {
          log.error({ err: error }, 'corporate actions could not be looked up after a row was corrected');
        }
        return mended;
      },
    },
    async commit(userId, request, actor) {
      const result = await imports.commit(userId, request, actor);
      try {
        const { applied, open } = await actions.settle(userId, stepOf(actor, 'actions'));
        return { ...result, corporate_actions: { applied, open: open.length } };
      } catch (error) {
        log.error({ err: error }, 'corporate actions could not be looked up after an import');
        return { ...result, corporate_actions: null };
      }
    },
  };
}
