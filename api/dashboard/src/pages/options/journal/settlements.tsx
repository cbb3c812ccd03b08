/** What expired without a closing fill, and the settlement prices that were given for such contracts. */
import { Button, Card, Group, NumberInput, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { day } from '../../../../../../charts/index.ts';
import { useSettle, useSettlements } from '../../../api/options-journal.ts';
import { Amount } from '../../../components/amount.tsx';
import { Failure } from '../../../components/notices.tsx';

interface Expiry {
  underlying: string;
  expiry: string;
}

/** Nothing is shown while nothing has expired that way. */
export function Settlements() {
  const { data } = useSettlements();
  if (data === undefined || data.unsettled.length + data.settled.length === 0) return null;
  return (
    <Card withBorder component="section" aria-labelledby="settlements">
      <Stack gap="sm">
        <Title order={2} size="h4" id="settlements">
          Settlement prices
        </Title>
        {data.unsettled.length > 0 && (
          <Text size="sm" c="dimmed">
            These contracts expired without a closing fill. Enter the price of the underlying at settlement to
            complete their trades.
          </Text>
        )}
        {data.unsettled.map((one) => (
          <SettleForm key={`${one.underlying} ${one.expiry}`} of={one} />
        ))}
        {data.settled.length > 0 && (
          <Table aria-label="Settlement prices you entered">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Underlying</Table.Th>
                <Table.Th>Expiry</Table.Th>
                <Table.Th ta="right">Price</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.settled.map(({ underlying, expiry, price }) => (
                <Table.Tr key={`${underlying} ${expiry}`}>
                  <Table.Td>{underlying}</Table.Td>
                  <Table.Td>{day(expiry)}</Table.Td>
                  <Table.Td ta="right">
                    <Amount value={price} currency="INR" />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Card>
  );
}

function SettleForm({ of: { underlying, expiry } }: { of: Expiry }) {
  const [price, setPrice] = useState<number | string>('');
  const settle = useSettle();
  const value = Number(price);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value > 0) settle.mutate({ underlying, expiry, price: value });
      }}
    >
      <Group align="flex-end" gap="sm">
        <NumberInput
          label={`${underlying}, ${day(expiry)}`}
          placeholder="26,540.25"
          min={0}
          max={10_000_000}
          decimalScale={4}
          thousandSeparator=","
          thousandsGroupStyle="lakh"
          hideControls
          value={price}
          onChange={setPrice}
        />
        <Button type="submit" variant="light" disabled={!(value > 0)} loading={settle.isPending}>
          Settle
        </Button>
      </Group>
      {settle.error !== null && <Failure error={settle.error} />}
    </form>
  );
}
