import { RotateCw, Search } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ModelList } from '#shared/contract/models.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { headlineOf } from '../../lib/failures/failures.ts';
import { rememberModel } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.tsx';
import { noteRecentModel } from '../../lib/gateway/models/model-history.ts';
import { refreshModels } from '../../lib/gateway/models/model-list.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useDates } from '../../lib/i18n/use-dates.ts';
import { ViewRequest } from '../../lib/inspector/view-request.tsx';
import { handOffModel, useModelHandoff } from '../../lib/navigation/model-handoff.ts';
import { goTo, type PanelView } from '../../lib/navigation/open-panel.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { chooseModel, setFilter, useCatalog, useModelsStore } from './catalog.ts';
import { ModelDetail } from './detail/model-detail.tsx';
import { ModelFilters } from './model-filters.tsx';
import { ModelTable } from './model-table.tsx';
import s from './models.module.css';
import { exportPrices, PriceImport } from './price-transfer.tsx';

/** Search on top, the catalog below it, and the selected model next to it. */
function ModelsWork() {
  const t = useStrings().models;
  const dates = useDates();
  const { ready, connection, key, list, error, marks, prices, all, rows, filter } = useCatalog();
  const chosen = useModelsStore((state) => state.chosen);
  const search = useRef<HTMLInputElement>(null);
  const refresh = useAction(refreshModels);
  useShortcut('models.find', () => search.current?.focus());
  useModelHandoff(({ model }) => chooseModel(model));
  if (ready && !connection) return <NoConnection level={2}>{t.noConnection}</NoConnection>;
  if (!connection) return null;

  const listAgain = () => void refresh.run(connection.id, key?.id);
  const open = (model: string) => {
    rememberModel('chat', connection.id, model);
    noteRecentModel(connection.id, model);
    handOffModel(model, 'chat');
    goTo('chat');
  };
  const row = all.find(({ id }) => id === chosen);
  const failure = refresh.failure ?? error?.failure;
  const isFirst = list === undefined || (list.asOf === null && refresh.busy);
  return (
    <>
      <header className={s.head}>
        <h1>{t.title}</h1>
        <span className={s.quiet} role="status">
          {list?.asOf != null && all.length > 0 && t.shown(rows.length, all.length, dates.formatWhen(list.asOf))}
        </span>
        <span className="space" />
        <div className={s.search}>
          <TextField
            ref={search}
            type="search"
            value={filter.query}
            onValueChange={(query) => setFilter({ query })}
            icon={<Icon of={Search} size="s" />}
            placeholder={t.search}
            aria-label={t.search}
          />
        </div>
        <PricesMenu connectionId={connection.id} />
        {all.length > 0 && (
          <Button icon={<Icon of={RotateCw} size="s" />} busy={refresh.busy} onClick={listAgain}>
            {t.listAgain}
          </Button>
        )}
      </header>
      {failure && (
        <div className={s.notes}>
          <FailureCard failure={failure} />
        </div>
      )}
      {list && all.length > 0 && list.failures.length > 0 && <StaleList list={list} />}
      {isFirst && !error ? (
        <div className={s.skeleton} aria-busy>
          <p role="status">{t.reading}</p>
          <Skeleton lines={[70, 55, 80, 62, 74, 48, 66, 58]} />
        </div>
      ) : all.length === 0 ? (
        <NoModels list={list} busy={refresh.busy} onList={listAgain} onOpen={open} />
      ) : (
        <div className={s.split}>
          <ModelTable rows={rows} marks={marks} prices={prices} chosen={chosen} onChoose={chooseModel} onOpen={open} />
          {row && (
            <ModelDetail
              row={row}
              price={prices.get(row.id) ?? null}
              marks={marks}
              connectionId={connection.id}
              keyId={key?.id}
              onOpen={() => open(row.id)}
              onClose={() => chooseModel(null)}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Imports and exports the prices of all models. */
function PricesMenu({ connectionId }: { connectionId: string }) {
  const t = useStrings().models.price;
  const [isImporting, setImporting] = useState(false);
  const save = () => exportPrices(connectionId, t.exported);
  return (
    <>
      <Menu
        align="end"
        trigger={<Button intent="quiet">{t.menu}</Button>}
        items={[
          menuAction('import', t.importJson, () => setImporting(true)),
          menuAction('export', t.exportJson, () => void save()),
        ]}
      />
      <PriceImport connectionId={connectionId} open={isImporting} onOpenChange={setImporting} />
    </>
  );
}

interface NoModelsProps {
  list: ModelList | undefined;
  busy: boolean;
  onList: () => void;
  onOpen: (model: string) => void;
}

/** Never listed, listed but empty, or failed: three different messages. A model id can be typed in each case. */
function NoModels({ list, busy, onList, onOpen }: NoModelsProps) {
  const t = useStrings().models;
  // An empty listing is a valid response: the key was accepted.
  const failure = list?.failures.find(({ code }) => code !== 'empty');
  const isEmpty = !failure && list?.asOf != null;
  return (
    <EmptyState
      title={failure ? t.failed(failure.status) : isEmpty ? t.empty : t.never}
      level={2}
      actions={
        <Button intent={isEmpty || failure ? 'plain' : 'primary'} busy={busy} onClick={onList}>
          {t.listAgain}
        </Button>
      }
    >
      <div className={s.states}>
        <p>{failure ? t.failedBody : isEmpty ? t.emptyBody : t.neverBody}</p>
        {failure && <FailureCard failure={failure} announce={false} />}
        {(failure || isEmpty) && <ManualModelField onOpen={onOpen} />}
      </div>
    </EmptyState>
  );
}

function ManualModelField({ onOpen }: { onOpen: (model: string) => void }) {
  const t = useStrings().models;
  const [id, setId] = useState('');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim()) onOpen(id.trim());
  };
  return (
    <form className={s.byHand} onSubmit={onSubmit}>
      <TextField value={id} onValueChange={setId} mono aria-label={t.byHand} placeholder={t.byHand} />
      <Button type="submit" disabledReason={id.trim() ? undefined : t.byHandFirst}>
        {t.openInChat}
      </Button>
    </form>
  );
}

/** Says that the models are from an earlier listing, or from only one of the two. */
function StaleList({ list }: { list: ModelList }) {
  const t = useStrings();
  const dates = useDates();
  const failure = list.failures[0];
  if (!failure) return null;
  return (
    <div className={s.notes}>
      <Note intent="warn" action={<ViewRequest exchangeId={failure.exchangeId} />}>
        {t.models.stale(
          list.asOf === null ? null : dates.formatWhen(list.asOf),
          headlineOf(failure, t),
          failure.status,
        )}
      </Note>
    </div>
  );
}

/** The catalog: both listings merged, the check results of each model, and how to use it. */
export const panel: PanelView = { List: ModelFilters, Work: ModelsWork };
