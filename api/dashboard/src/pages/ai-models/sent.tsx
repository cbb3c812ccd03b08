import { Button, Group, Switch, Text } from '@mantine/core';
import { type ProviderSettings, useProviderChange } from '../../api/ai-models.ts';
import { done, failed } from '../../components/toast.tsx';
import { Section } from '../settings/section.tsx';

/** Who gets records, whether the person agreed to it, and the switch that leaves out amounts. */
export function Sent({ of }: { of: ProviderSettings }) {
  const change = useProviderChange();
  const { recipients, notice, leave_out_amounts: isBare } = of;
  const names = recipients.map(({ label, address }) => `${label} (${address ?? 'a program on this server'})`);
  const save = (next: { leave_out_amounts: boolean } | { agrees: boolean }, words: string): void =>
    change.mutate(next, {
      onSuccess: () => done(words),
      onError: (error) => failed(error, 'Could not save'),
    });
  return (
    <Section
      title="What is sent"
      help="sentToModels"
      description={
        names.length === 0
          ? 'No provider is ready, so none of your records are sent to a model.'
          : `Questions about your records go to ${names.join(', or if that fails to ')}, together with the parts of your records that they are about. The table below says what is sent for each feature, and when.`
      }
    >
      <Switch
        label="Leave out amounts"
        description="No quantity, price, value or balance of your records goes to a model; symbols, names, weights and percentages do. What you type yourself is sent as you typed it. Trades of the options journal are then not described by a model."
        checked={isBare}
        disabled={change.isPending}
        onChange={(event) =>
          save(
            { leave_out_amounts: event.currentTarget.checked },
            event.currentTarget.checked ? 'Amounts are left out.' : 'Amounts are sent again.',
          )
        }
      />
      {names.length > 0 && (
        <Group gap="xs">
          <Text size="sm" style={{ flex: '1 1 220px' }}>
            {notice === null
              ? 'You agreed to this. You are asked again before another provider gets your records.'
              : 'Nothing has been sent yet. Munim asks you before your first question.'}
          </Text>
          {notice === null && (
            <Button
              variant="default"
              size="xs"
              loading={change.isPending}
              onClick={() => save({ agrees: false }, 'You are asked before your next question.')}
            >
              Ask me again
            </Button>
          )}
        </Group>
      )}
    </Section>
  );
}
