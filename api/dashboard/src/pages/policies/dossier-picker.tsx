import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { moment } from '../../../../../charts/index.ts';
import { useCompletedResearch } from '../../api/ai-research.ts';

/** As many as a promotion takes. */
const MOST_DOSSIERS = 20;

/** AI research that a person wants to keep with the policy; nothing where there is none. */
export function DossierPicker({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
  error: string | undefined;
}) {
  const { data } = useCompletedResearch();
  if (data === undefined || data.items.length === 0) return null;
  return (
    <MultiSelect
      label="AI research behind it"
      description="Optional. Kept with the policy for you to read. It does not affect trading."
      data={data.items.map(({ run_id, symbol, created_at }) => ({
        value: run_id,
        label: `${symbol}, ${moment(created_at)}`,
      }))}
      value={[...chosen]}
      onChange={onChange}
      error={error}
      maxValues={MOST_DOSSIERS}
      searchable
      clearable
    />
  );
}
