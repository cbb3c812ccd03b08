import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { ImportResult } from '../../api/types.ts';
import { actionsOf } from '../corporate-actions/words.ts';
import { Notice } from '../../components/notice.tsx';

/** What the import made known of corporate actions; nothing where there is none. */
export function ActionsHint({ of }: { of: ImportResult['corporate_actions'] }) {
  if (of === null || of.applied + of.open === 0) return null;
  return (
    <Notice tone={of.open > 0 ? 'caution' : 'done'}>
      {of.applied > 0 && (
        <>
          {actionsOf(of.applied)} {of.applied === 1 ? 'was' : 'were'} applied:{' '}
          <Anchor component={Link} to="/data/corporate-actions?show=decided" inherit>
            see what changed
          </Anchor>
          .{' '}
        </>
      )}
      {of.open > 0 && (
        <>
          {actionsOf(of.open)} may be missing from your ledger:{' '}
          <Anchor component={Link} to="/data/corporate-actions" inherit>
            review {of.open === 1 ? 'it' : 'them'}
          </Anchor>
          .
        </>
      )}
    </Notice>
  );
}
