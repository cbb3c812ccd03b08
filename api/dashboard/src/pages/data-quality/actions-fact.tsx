import { useCorporateActions } from '../../api/queries.ts';
import { Fact } from './fact.tsx';

/** How many corporate actions wait for a decision. */
export function ActionsFact() {
  const { data, error } = useCorporateActions();
  const open = data?.open.length ?? 0;
  return (
    <Fact
      title="Corporate actions"
      isWell={open === 0 && error === null}
      headline={
        data === undefined
          ? error === null
            ? 'Loading'
            : 'Unknown'
          : open === 0
            ? 'None waiting'
            : `${open.toLocaleString('en-IN')} to check`
      }
      to="/data/corporate-actions"
    >
      {open === 0
        ? 'A split, bonus or merger missing from your ledger would wait there.'
        : 'Splits, bonuses, mergers or new symbols may be missing from your ledger.'}
    </Fact>
  );
}
