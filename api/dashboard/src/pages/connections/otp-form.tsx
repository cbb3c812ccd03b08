import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { Connection } from '../../api/types.ts';
import { Form } from '../../components/form.tsx';

interface OtpFormProps {
  connection: Connection | null;
  onClose: () => void;
  /** The password was right. */
  onDone: (connection: Connection) => void;
}

/** Asks for the one-time password that the broker has sent. */
export function OtpForm({ connection, onClose, onDone }: OtpFormProps) {
  return (
    <Modal opened={connection !== null} onClose={onClose} title="One-time password">
      {connection && <Question connection={connection} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

function Question({ connection, onClose, onDone }: OtpFormProps & { connection: Connection }) {
  const [otp, setOtp] = useState('');
  const verify = usePortfolioChange(() => api.connections.verifyOtp(connection.id, otp.trim()));
  const resend = useMutation({ mutationFn: () => api.connections.resendOtp(connection.id) });
  return (
    <Form
      change={verify}
      onSubmit={() =>
        verify.mutate(undefined, {
          onSuccess: (changed) => {
            onClose();
            onDone(changed);
          },
        })
      }
      onCancel={onClose}
      isReady={otp.trim() !== ''}
      action="Verify and sync"
    >
      <Text size="sm">
        {connection.broker_title} no longer recognises this device and has sent you a one-time password. It
        remembers the device once you enter it.
      </Text>
      <TextInput
        label={`One-time password for ${connection.label}`}
        value={otp}
        onChange={(event) => setOtp(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        data-autofocus
      />
      <Group gap="xs">
        <Button size="compact-sm" variant="light" onClick={() => resend.mutate()} loading={resend.isPending}>
          Send it again
        </Button>
        <Text size="sm" c="dimmed" role="status" style={{ flex: 1 }}>
          {resend.data?.message ?? resend.error?.message}
        </Text>
      </Group>
    </Form>
  );
}
