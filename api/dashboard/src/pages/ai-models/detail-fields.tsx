import { Autocomplete, TextInput } from '@mantine/core';
import { useState } from 'react';
import { day } from '../../../../../charts/index.ts';
import {
  type ProviderId,
  type ProviderSettings,
  useModelCatalogue,
  useProviderChange,
} from '../../api/ai-models.ts';
import { Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';

interface DetailFieldsProps {
  id: Exclude<ProviderId, 'cli_default'>;
  settings: ProviderSettings;
  onDone: () => void;
}

/** The model of a provider, and where it is. */
export function DetailFields({ id, settings, onDone }: DetailFieldsProps) {
  return id === 'gateway' ? (
    <GatewayModel settings={settings} onDone={onDone} />
  ) : (
    <OpenFields id={id} settings={settings} onDone={onDone} />
  );
}

function GatewayModel({ settings, onDone }: Omit<DetailFieldsProps, 'id'>) {
  const change = useProviderChange();
  const { data } = useModelCatalogue();
  const models = data?.providers.find(({ id }) => id === 'gateway')?.models ?? [];
  const [model, setModel] = useState(settings.gateway_model ?? '');
  return (
    <Form
      change={change}
      onCancel={onDone}
      onSubmit={() =>
        change.mutate(
          { gateway_model: model.trim() === '' ? null : model.trim() },
          {
            onSuccess: () => {
              done('Model saved.');
              onDone();
            },
          },
        )
      }
    >
      <Autocomplete
        label="Gateway model"
        description={`Choose from the list of ${data === undefined ? '…' : day(data.models_as_of)}, or enter another name. Leave empty to use the operator’s model.`}
        data={[
          {
            group: 'Fast',
            items: models.filter((one) => one.tier_hint === 'fast').map((one) => one.model_id),
          },
          {
            group: 'Thorough',
            items: models.filter((one) => one.tier_hint === 'premium').map((one) => one.model_id),
          },
        ]}
        value={model}
        onChange={setModel}
        maxLength={120}
        limit={40}
      />
    </Form>
  );
}

function OpenFields({ id, settings, onDone }: DetailFieldsProps & { id: 'provider_a' | 'provider_b' }) {
  const change = useProviderChange();
  const [model, setModel] = useState(settings.models[id] ?? '');
  const [address, setAddress] = useState(settings.base_urls[id] ?? '');
  const [key, setKey] = useState('');
  const isMoved = (settings.base_urls[id] ?? '') !== address.trim();
  const needsKey = isMoved && settings.keys[id].present;
  return (
    <Form
      change={change}
      onCancel={onDone}
      onSubmit={() =>
        change.mutate(
          {
            models: { [id]: model.trim() === '' ? null : model.trim() },
            ...(isMoved ? { base_urls: { [id]: address.trim() === '' ? null : address.trim() } } : {}),
            ...(needsKey ? { api_keys: { [id]: key === '' ? null : key } } : {}),
          },
          {
            onSuccess: () => {
              done('Model and address saved.');
              onDone();
            },
          },
        )
      }
    >
      <TextInput
        label="Model"
        description="The model’s name at the provider. Leave empty to use the operator’s model."
        value={model}
        onChange={(event) => setModel(event.currentTarget.value)}
        maxLength={120}
      />
      {settings.may_set_base_urls && (
        <TextInput
          label="Address"
          description="An OpenAI-compatible API on the internet, such as https://api.example.com/v1. Leave empty to use the operator’s address. Only the operator can set one inside this network."
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          maxLength={300}
          inputMode="url"
        />
      )}
      {needsKey && (
        <TextInput
          type="password"
          autoComplete="off"
          label="Key for the new address"
          description="Munim sends a key only to the address it was entered for. Leave empty to remove the saved key."
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          maxLength={500}
        />
      )}
    </Form>
  );
}
