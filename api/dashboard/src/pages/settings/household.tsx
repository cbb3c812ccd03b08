/** Whether the others of the household see one's totals. */
import { Switch } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { useChange, useHousehold } from '../../api/queries.ts';
import { failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

export function Household() {
  const household = useHousehold();
  const change = useChange('household', api.people.agree);
  if (household.data === undefined || household.data.people < 2) return null;
  return (
    <Section
      title="Household"
      help="household"
      description="People who agree see one another’s totals on the Net worth page, added up: value, invested, gain and asset classes. No holding, transaction or account is shown, and nobody can change anything."
    >
      <Switch
        label="Show my totals to the household"
        checked={household.data.agreed}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate(event.currentTarget.checked, {
            onError: (error) => failed(error, 'Could not save your choice'),
          })
        }
      />
    </Section>
  );
}
