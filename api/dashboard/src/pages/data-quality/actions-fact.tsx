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
            ? 'Being looked up'
            : 'Not known'
          : open === 0
            ? 'None is waiting'
            : `${open.toLocaleString('en-IN')} to check`
      }
      to="/corporate-actions"
    >
      {open === 0
        ? 'A split, bonus or merger that your ledger lacks would wait for you there.'
        : 'Splits, bonuses, mergers or new symbols that your ledger may lack.'}
    </Fact>
  );
}
