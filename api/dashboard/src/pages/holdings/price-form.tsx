import { Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { day, money } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { Holding } from '../../api/types.ts';
import { problemsOf } from '../../components/draft.ts';
import { DecimalInput, Form } from '../../components/form.tsx';
import { done } from '../../components/toast.tsx';

/** Values an unlisted holding by hand; the last price becomes the previous close. */
export function PriceForm({ holding, onClose }: { holding: Holding | null; onClose: () => void }) {
  return (
    <Modal opened={holding !== null} onClose={onClose} title={holding ? `Price of ${holding.symbol}` : ''}>
      {holding && <Fields holding={holding} onClose={onClose} />}
    </Modal>
  );
}

function Fields({ holding, onClose }: { holding: Holding; onClose: () => void }) {
  const [price, setPrice] = useState<number | string>('');
  const [date, setDate] = useState('');
  const [note, setNote] = useState('');
  const save = usePortfolioChange(() =>
    api.holdings.updatePrice(holding.id, {
      price: Number(price),
      ...(date ? { valuation_date: date } : {}),
      ...(note.trim() ? { note: note.trim() } : {}),
    }),
  );
  const problems = problemsOf(save.error);
  const submit = (): void =>
    save.mutate(undefined, {
      onSuccess: (saved) => {
        const amount = money(Number(price), holding.currency);
        done(
          date !== '' && saved.price_as_of !== date
            ? `${amount} is filed as the price of ${holding.symbol} on ${day(date)}. The newer price stays.`
            : `${holding.symbol} is now priced at ${amount}.`,
        );
        onClose();
      },
    });
  return (
    <Form change={save} onSubmit={submit} onCancel={onClose} isReady={Number(price) > 0}>
      <Text size="sm" c="dimmed">
        Now {money(holding.current_price, holding.currency)}. That price becomes the previous close, and the
        change is recorded with its date and note. A price of an earlier day is filed under its date, and the
        newer price stays.
      </Text>
      <DecimalInput
        label={`New price in ${holding.currency}`}
        value={price}
        onChange={setPrice}
        error={problems['price']}
        min={0}
        currency={holding.currency}
        required
        data-autofocus
      />
      <TextInput
        type="date"
        label="Price date"
        description="Leave empty for today."
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
        error={problems['valuation_date']}
      />
      <TextInput
        label="Note"
        placeholder="Series B round"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={problems['note']}
        maxLength={500}
      />
    </Form>
  );
}
