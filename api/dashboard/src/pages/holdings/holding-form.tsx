import { Modal, Select, SimpleGrid, TextInput } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { AssetClass, Holding, HoldingInput, InstrumentSuggestion } from '../../api/types.ts';
import { changedFields } from '../../components/changed.ts';
import { assetClasses } from '../../components/choices.ts';
import { problemsOf, useDraft } from '../../components/draft.ts';
import { CurrencyField, DecimalInput, Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { PortfolioField } from '../../components/portfolio-select.tsx';
import { rememberPortfolio, useSuggestedPortfolio } from '../../components/suggested-portfolio.ts';
import { SymbolField } from '../../components/symbol-field.tsx';
import { done } from '../../components/toast.tsx';

interface HoldingFormProps {
  /** The one to edit, `new` for another one, null while closed. */
  holding: Holding | 'new' | null;
  onClose: () => void;
}

export function HoldingForm({ holding, onClose }: HoldingFormProps) {
  const title = holding === 'new' ? 'Add a holding' : holding ? `Edit ${holding.symbol}` : '';
  return (
    <Modal opened={holding !== null} onClose={onClose} title={title} size="lg">
      {holding && <Fields holding={holding === 'new' ? null : holding} onClose={onClose} />}
    </Modal>
  );
}

type Texts = 'symbol' | 'name' | 'isin' | 'sector' | 'maturity_date' | 'currency' | 'coupon_frequency';
type Numbers =
  | 'quantity'
  | 'avg_buy_price'
  | 'current_price'
  | 'previous_close'
  | 'face_value'
  | 'coupon_rate'
  | 'price_interval_days';

interface Draft extends Record<Texts, string>, Record<Numbers, number | string> {
  /** Null until somebody chooses: what is suggested is taken then. */
  portfolio: string | null;
  asset_class: AssetClass;
}

const draftOf = (holding: Holding | null): Draft => ({
  portfolio: holding?.portfolio ?? null,
  symbol: holding?.symbol ?? '',
  name: holding?.name ?? '',
  isin: holding?.isin ?? '',
  sector: holding?.sector ?? '',
  maturity_date: holding?.maturity_date ?? '',
  quantity: holding?.quantity ?? '',
  avg_buy_price: holding?.avg_buy_price ?? '',
  current_price: holding?.current_price ?? '',
  previous_close: holding?.previous_close ?? '',
  face_value: holding?.face_value ?? '',
  coupon_rate: holding?.coupon_rate ?? '',
  price_interval_days: holding?.price_interval_days ?? '',
  coupon_frequency: holding?.coupon_frequency ? String(holding.coupon_frequency) : '',
  asset_class: holding?.asset_class ?? 'Indian Equity',
  currency: holding?.currency ?? 'INR',
});

/** What the chosen instrument is called, where nothing was written yet. */
function filledFrom(chosen: InstrumentSuggestion, draft: Draft): Partial<Draft> {
  return {
    symbol: chosen.symbol,
    name: draft.name || (chosen.name ?? ''),
    isin: draft.isin || (chosen.isin ?? ''),
    sector: draft.sector || (chosen.sector ?? ''),
    currency: chosen.currency,
    asset_class: assetClasses.find((one) => one === chosen.asset_class) ?? draft.asset_class,
  };
}

const textOf = (value: string): string | null => value.trim() || null;
const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value));

function inputOf(draft: Draft, suggested = ''): HoldingInput {
  const isBond = draft.asset_class === 'Bond';
  const isCash = draft.asset_class === 'Cash';
  return {
    portfolio: (draft.portfolio ?? suggested).trim(),
    symbol: draft.symbol.trim(),
    asset_class: draft.asset_class,
    currency: draft.currency,
    quantity: Number(draft.quantity),
    avg_buy_price: isCash ? 1 : numberOf(draft.avg_buy_price),
    name: textOf(draft.name),
    isin: textOf(draft.isin),
    sector: textOf(draft.sector),
    ...(isCash
      ? {}
      : { current_price: numberOf(draft.current_price), previous_close: numberOf(draft.previous_close) }),
    ...(draft.asset_class === 'Unlisted' ? { price_interval_days: numberOf(draft.price_interval_days) } : {}),
    ...(isBond
      ? {
          maturity_date: textOf(draft.maturity_date),
          face_value: numberOf(draft.face_value),
          coupon_rate: numberOf(draft.coupon_rate),
          coupon_frequency: numberOf(draft.coupon_frequency),
        }
      : {}),
  };
}

function Fields({ holding, onClose }: { holding: Holding | null; onClose: () => void }) {
  const { opened, draft, set, isWritten, bound } = useDraft(() => draftOf(holding));
  const suggested = useSuggestedPortfolio();
  const save = usePortfolioChange((body: HoldingInput) => {
    if (holding === null) return api.holdings.create(body);
    const { current_price } = body;
    return api.holdings.update(holding.id, {
      ...changedFields(inputOf(opened), body),
      // A price that is entered again gets today’s date, also if it has not changed.
      ...(isWritten('current_price') && current_price !== undefined ? { current_price } : {}),
    });
  });
  const problems = problemsOf(save.error);
  const { text, number } = bound(problems);
  const submit = (): void =>
    save.mutate(inputOf(draft, suggested), {
      onSuccess: (saved) => {
        rememberPortfolio(saved.portfolio);
        done(`${draft.symbol.trim().toUpperCase()} saved.`);
        onClose();
      },
    });
  const isCash = draft.asset_class === 'Cash';
  const isFund = draft.asset_class === 'Mutual Fund';

  return (
    <Form change={save} onSubmit={submit} onCancel={onClose}>
      {holding?.source === 'LEDGER' && (
        <Notice tone="caution">
          This holding is calculated from its transactions. If you change the quantity or cost here, it
          becomes a manual holding and its transactions no longer update it.
        </Notice>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Asset class"
          data={assetClasses}
          value={draft.asset_class}
          onChange={(value) => set({ asset_class: (value ?? 'Indian Equity') as AssetClass })}
          allowDeselect={false}
        />
        <PortfolioField
          value={draft.portfolio ?? suggested}
          onChange={(portfolio) => set({ portfolio })}
          error={problems['portfolio']}
          required
        />
        <SymbolField
          value={draft.symbol}
          onChange={(symbol) => set({ symbol })}
          onChoose={(chosen) => set(filledFrom(chosen, draft))}
          error={problems['symbol']}
        />
        <TextInput label="Name" {...text('name')} maxLength={200} />
        <TextInput
          label="ISIN"
          description={isFund ? 'Fund prices are looked up by ISIN.' : undefined}
          {...text('isin')}
          required={isFund}
          maxLength={12}
        />
        <CurrencyField
          value={draft.currency}
          onChange={(currency) => set({ currency })}
          error={problems['currency']}
        />
        <DecimalInput min={0} label={isCash ? 'Amount' : 'Quantity'} {...number('quantity')} required />
        {!isCash && (
          <>
            <DecimalInput
              min={0}
              label="Average cost"
              {...number('avg_buy_price')}
              required={holding === null}
            />
            <DecimalInput
              min={0}
              label="Current price"
              description="Leave empty if unknown. To confirm an unchanged price for today, enter it again."
              {...number('current_price')}
            />
            <DecimalInput
              min={0}
              label="Previous close"
              description="Leave empty if unknown."
              {...number('previous_close')}
            />
            <TextInput label="Sector" {...text('sector')} maxLength={100} />
          </>
        )}
        {draft.asset_class === 'Unlisted' && (
          <DecimalInput
            min={1}
            max={1096}
            allowDecimal={false}
            label="A price counts for, in days"
            description="Leave empty for the interval in Settings."
            {...number('price_interval_days')}
          />
        )}
        {draft.asset_class === 'Bond' && (
          <>
            <TextInput type="date" label="Matures on" {...text('maturity_date')} />
            <DecimalInput min={0} label="Face value" {...number('face_value')} />
            <DecimalInput min={0} label="Coupon, percent per year" {...number('coupon_rate')} />
            <Select
              label="Coupons per year"
              data={['1', '2', '4', '12']}
              value={draft.coupon_frequency === '' ? null : draft.coupon_frequency}
              onChange={(value) => set({ coupon_frequency: value ?? '' })}
              error={problems['coupon_frequency']}
              clearable
            />
          </>
        )}
      </SimpleGrid>
    </Form>
  );
}
