/** Asks before something is lost. A typed confirmation is for what no undo brings back. */
import { Modal, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Form } from './form.tsx';

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  children: ReactNode;
  /** Label of the button that goes on. */
  action: string;
  /** Must be typed exactly before the button works. */
  typed?: string;
  busy?: boolean;
  /** Red for what loses something, unless told. */
  color?: string;
  /** Why it was refused, shown above the buttons. */
  error?: Error | null;
}

export function Confirm({ opened, onClose, ...rest }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={rest.title}>
      {opened && <Question onClose={onClose} {...rest} />}
    </Modal>
  );
}

function Question({
  onClose,
  onConfirm,
  children,
  action,
  typed,
  busy = false,
  color = 'red',
  error = null,
}: Omit<ConfirmProps, 'opened'>) {
  const [text, setText] = useState('');
  return (
    <Form
      change={{ error, isPending: busy }}
      onSubmit={onConfirm}
      onCancel={onClose}
      isReady={typed === undefined || text.trim() === typed}
      action={action}
      color={color}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      {typed !== undefined && (
        <TextInput
          label={`Type ${typed} to continue`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
    </Form>
  );
}
