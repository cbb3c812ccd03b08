/** What every form shares: its frame with two ways out and what the server refused, and fields for amounts of money. */
import { Button, Group, NumberInput, type NumberInputProps, Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { currencies } from './choices.ts';
import { ErrorHelp } from './help-link.tsx';
import { Notice } from './notice.tsx';

interface FormProps {
  /** The change that the form starts: whether it runs, and why it was refused. */
  change: { error: Error | null; isPending: boolean };
  onSubmit: () => void;
  onCancel: () => void;
  /** False while there is nothing that could be sent. */
  isReady?: boolean;
  /** Label of the button that goes on. */
  action?: string;
  /** Red for what loses something. */
  color?: string;
  children: ReactNode;
}

export function Form({
  change,
  onSubmit,
  onCancel,
  isReady = true,
  action = 'Save',
  color,
  children,
}: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit();
      }}
    >
      <Stack>
        {children}
        {change.error && (
          <Notice tone="failure">
            {change.error.message} <ErrorHelp error={change.error} />
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={change.isPending}
            disabled={!isReady}
            {...(color === undefined ? {} : { color })}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A field for a quantity or an amount: ten decimals, grouped as its currency is written. Empty is an empty text. */
export function DecimalInput({ currency, ...props }: NumberInputProps & { currency: string }) {
  return (
    <NumberInput
      decimalScale={10}
      thousandSeparator=","
      thousandsGroupStyle={currency === 'INR' ? 'lakh' : 'thousand'}
      hideControls
      {...props}
    />
  );
}

interface CurrencyFieldProps {
  label?: string;
  value: string;
  onChange: (currency: string) => void;
  error?: string | undefined;
}

export function CurrencyField({ label = 'Currency', onChange, ...props }: CurrencyFieldProps) {
  return (
    <Select
      label={label}
      data={currencies}
      onChange={(value) => onChange(value ?? 'INR')}
      allowDeselect={false}
      {...props}
    />
  );
}
