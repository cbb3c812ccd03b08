/** Everything held: searched, sorted, explained, corrected. */
import { IconCoins } from '../icons.ts';
import { useState } from 'react';
import { api } from '../api/endpoints.ts';
import { useHoldings } from '../api/queries.ts';
import type { Holding } from '../api/types.ts';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { assetClasses } from '../components/choices.ts';
import { useDeletion } from '../components/deletion.ts';
import { ListPage } from '../components/list-page.tsx';
import { PortfolioFilter } from '../components/portfolio-select.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { useAddFromAddress, useListParams } from '../components/search-params.ts';
import { holdingColumns } from './holdings/columns.tsx';
import { HoldingForm } from './holdings/holding-form.tsx';
import { HoldingMenu } from './holdings/holding-menu.tsx';
import { PriceForm } from './holdings/price-form.tsx';
import { useRecentCloses } from './holdings/recent-closes.ts';

const PAGE_SIZE = 50;
const sorts = holdingColumns('').flatMap((column) => column.sort ?? []);

export default function Holdings() {
  const params = useListParams();
  const sort = params.oneOf('sort', sorts) ?? 'market_value';
  const order = params.oneOf('order', ['asc', 'desc']) ?? (params.get('sort') === '' ? 'desc' : 'asc');
  const query = {
    page: params.page,
    page_size: PAGE_SIZE,
    search: params.get('search'),
    portfolio: params.get('portfolio'),
    asset_class: params.oneOf('asset_class', assetClasses),
    sort,
    order,
  };
  const holdings = useHoldings(query);
  const closesOf = useRecentCloses((holdings.data?.items ?? []).map(({ symbol }) => symbol));
  const [edited, setEdited] = useState<Holding | 'new' | null>(null);
  const [priced, setPriced] = useState<Holding | null>(null);
  const pricedNow = holdings.data?.items.find(({ id }) => id === priced?.id) ?? priced;
  useAddFromAddress(() => setEdited('new'));
  const remove = useDeletion(api.holdings, (holding) => holding.symbol);

  return (
    <>
      <ListPage
        title="Holdings"
        about="What you own, with prices and a check against your transactions."
        query={holdings}
        filters={
          <>
            <SearchBox
              label="Search by symbol or name"
              value={query.search}
              onSearch={(search) => params.set({ search })}
            />
            <PortfolioFilter value={query.portfolio} onChange={(portfolio) => params.set({ portfolio })} />
            <ChoiceFilter
              label="Asset class"
              all="All classes"
              choices={assetClasses}
              value={query.asset_class}
              onChange={(asset_class) => params.set({ asset_class })}
            />
          </>
        }
        isFiltered={[query.search, query.portfolio, query.asset_class].some(Boolean)}
        file={api.csv.export('holdings', query.portfolio)}
        icon={<IconCoins />}
        beginning="Import your broker's tradebook to get your holdings, or add one manually."
        onAdd={() => setEdited('new')}
        onPage={(page) => params.set({ page })}
        columns={holdingColumns(query.portfolio, closesOf)}
        isLinked
        keyOf={(holding) => holding.id}
        sorting={{ sort, order }}
        onSort={(sorting) => params.set({ ...sorting })}
        actions={(holding) => (
          <HoldingMenu
            holding={holding}
            onEdit={() => setEdited(holding)}
            onPrice={() => setPriced(holding)}
            onDelete={() => remove(holding)}
          />
        )}
      />
      <HoldingForm holding={edited} onClose={() => setEdited(null)} />
      <PriceForm holding={pricedNow} onClose={() => setPriced(null)} />
    </>
  );
}
