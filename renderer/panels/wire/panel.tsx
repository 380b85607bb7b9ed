import { useEffect } from 'react';
import { closeFileToOpen, useFileToOpen } from '../../lib/files/files-to-open.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { WireDialogs } from '../../lib/inspector/wire-dialogs.tsx';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useRequestedCurl, useRequestedExchange } from '../../lib/navigation/wire-focus.ts';
import { useNarrow } from '../../lib/preferences/layout.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Resizer } from '../../ui/layout/resizer.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { forget, isAnyPinned, WireKeys } from './acts.ts';
import { Compare } from './compare/compare.tsx';
import { Detail } from './detail/detail.tsx';
import { FilterBar, WireHead } from './filter/filter-bar.tsx';
import { useWireFilter } from './filter/use-wire-filter.ts';
import { CurlDialog } from './import/curl-dialog.tsx';
import { HarDialog } from './import/har-dialog.tsx';
import s from './panel.module.css';
import { useExchangeRows } from './rows/use-exchange-rows.ts';
import { rangeStart, showExchange, useWireLook, useWireState, wire } from './store.ts';
import { ExchangePane } from './table/exchange-pane.tsx';

/** Every recorded exchange: find it, inspect it, compare it, send it again. */
export const panel: PanelView = { Work: WireWork };

/** The table and the selected exchange beside it, or two exchanges compared. */
function WireWork() {
  const { compared, isPasting } = useWireState((state) => state);
  const har = useFileToOpen('har');
  useRequestedExchange(({ exchangeId, tab }) => {
    showExchange(exchangeId);
    if (tab) useWireLook.setState({ tab });
  });
  useRequestedOrigin('wire', ({ documentId }) => {
    showExchange(documentId);
    useWireLook.setState({ tab: 'reply' });
  });
  useRequestedCurl(() => wire.setState({ isPasting: true }));
  // A range that ends now starts later each time the panel is opened.
  useEffect(() => wire.setState({ after: rangeStart(useWireLook.getState().range) }), []);
  return (
    <>
      {compared ? <Compare {...compared} /> : <Browse />}
      {isPasting && <CurlDialog />}
      {har && <HarDialog key={har.id} file={har} onClose={closeFileToOpen} />}
      <WireDialogs />
      <ForgetQuestion />
    </>
  );
}

function Browse() {
  const t = useStrings().wirePanel;
  const filter = useWireFilter();
  const order = useWireState((now) => now.order);
  const look = useWireLook();
  // A waterfall is about time.
  const state = useExchangeRows(order && look.view === 'list' ? { ...filter.asked, order } : filter.asked);
  const narrow = useNarrow();
  const shape = narrow ? shapes.tall : shapes.wide;
  const px = look[shape.size];
  // Earlier releases saved the sizes as percentages.
  const percent = look[shape.percents]?.detail;
  return (
    <>
      <WireHead filter={filter} />
      <WireKeys />
      <div className={classes(s.panes, narrow && s.stacked)}>
        <div className={s.pane}>
          <FilterBar filter={filter} />
          <ExchangePane state={state} filter={filter} />
        </div>
        <div
          className={classes(s.pane, s.sized)}
          style={{ flexBasis: px ?? (percent === undefined ? shape.usualPx : `${percent}%`) }}
        >
          <Resizer
            edge={shape.edge}
            label={t.resize}
            px={px ?? shape.usualPx}
            minPx={shape.minPx}
            maxPx={shape.maxPx}
            onResize={(next) => useWireLook.setState({ [shape.size]: next, [shape.percents]: null })}
          />
          <Detail rows={state} isFiltered={Object.keys(filter.asked).length > 0} />
        </div>
      </div>
    </>
  );
}

/**
 * The detail beside the table, or below it on a narrow page. The table keeps its minimum size however far the divider
 * is dragged.
 */
const shapes = {
  wide: { size: 'widePx', percents: 'wide', edge: 'left', minPx: 380, usualPx: 508, maxPx: 1600 },
  tall: { size: 'tallPx', percents: 'tall', edge: 'top', minPx: 180, usualPx: 330, maxPx: 1000 },
} as const;

/** Asks for confirmation before exchanges are permanently deleted. */
function ForgetQuestion() {
  const t = useStrings().wirePanel.forget;
  const ids = useWireState((state) => state.forgetting);
  return (
    <ConfirmDialog
      open={ids.length > 0}
      onOpenChange={(open) => !open && wire.setState({ forgetting: [] })}
      title={t.title(ids.length)}
      body={t.body(isAnyPinned(ids))}
      confirmLabel={t.confirm}
      cancelLabel={t.cancel}
      intent="danger"
      onConfirm={() => void forget(ids)}
    />
  );
}
