import { useState } from 'react';
import { useStore } from 'zustand';
import { useActive } from '../../../../lib/gateway/connections/active.ts';
import { formatNumber, formatPercent } from '../../../../lib/i18n/format.ts';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { movedBy } from '../../../../lib/vectors/changed-pairs.ts';
import { lazyModule, useLazyModule } from '../../../../ui/base/lazy-module.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { VirtualList } from '../../../../ui/lists/virtual-list.tsx';
import { Popover } from '../../../../ui/overlays/popover.tsx';
import { embeddingsStore } from '../../embeddings.ts';
import { choose, focusOn } from '../../selection.ts';
import { useEmbed } from '../../use-embed.ts';
import { useHome } from '../../use-home.ts';
import { useAnalysis } from '../analysis.ts';
import s from './side-pane.module.css';

const modelPicker = lazyModule(() => import('../../../../lib/gateway/models/model-picker.tsx'));

/** A second model laid over the first, and the pairs of texts that the two disagree on most. */
export function SecondModel({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.second;
  const { base, overlay } = useStore(embeddingsStore(), ({ corpus }) => corpus);
  const running = useStore(embeddingsStore(), (state) => state.running);
  const { changes, changesShare, maps, hasOverlay } = useAnalysis((state) => state);
  if (!base) return <p className={s.words}>{t.first}</p>;
  if (!overlay)
    return (
      <div className={s.second}>
        <p>{t.about}</p>
        <PickModel isBusy={running !== null} />
      </div>
    );
  const mean = changes ? changes.kept.reduce((sum, share) => sum + share, 0) / Math.max(1, changes.kept.length) : null;
  const rest = maps.pca?.overlay?.rest;
  return (
    <>
      <div className={s.second}>
        <div className={s.models}>
          <i className={s.disc} />
          <span className="mono-s cut-text">{base.model}</span>
        </div>
        <div className={s.models}>
          <i className={s.square} />
          <span className="mono-s cut-text">{overlay.model}</span>
          <span className={s.space} />
          <Button size="sm" intent="quiet" onClick={() => embeddingsStore().removeOverlay()}>
            {t.remove}
          </Button>
        </div>
        <p role="status">
          {running?.slot === 'overlay'
            ? t.running(running.settled, running.total)
            : changes && mean !== null
              ? t.agreement(formatPercent(mean), rest === undefined ? '' : formatPercent(1 - rest))
              : hasOverlay && changesShare !== null
                ? t.comparing(formatPercent(changesShare))
                : t.waiting}
        </p>
      </div>
      {changes && <ChangedPairs texts={texts} />}
    </>
  );
}

function ChangedPairs({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.second;
  const changes = useAnalysis((state) => state.changes);
  const places = useAnalysis((state) => state.places);
  if (!changes || changes.pairs.length === 0) return <p className={s.words}>{t.noneChanged}</p>;
  const textOf = (row: number) => texts[places[row] ?? -1] ?? '';
  return (
    <VirtualList
      label={t.pairs}
      items={changes.pairs}
      itemKey={({ row, other }) => `${row} ${other}`}
      rowHeight={62}
      renderItem={({ row, other, ranks, cosines }) => (
        <button
          type="button"
          className={s.pair}
          onClick={() => {
            const pair = [places[row] as number, places[other] as number];
            choose(pair);
            focusOn(pair[0] ?? null);
          }}
        >
          <span className="cut-text">{textOf(row)}</span>
          <span className="cut-text">{textOf(other)}</span>
          <span className={s.ranks}>
            {t.moved(movedBy({ ranks }))}
            {t.ranks(formatNumber(ranks[0]), cosines[0].toFixed(3), formatNumber(ranks[1]), cosines[1].toFixed(3))}
          </span>
        </button>
      )}
    />
  );
}

function PickModel({ isBusy }: { isBusy: boolean }) {
  const t = useStrings().embeddings.second;
  const { pieces } = useStrings();
  const { connection, key } = useActive();
  const { overlay } = useEmbed();
  const { mustChoose } = useHome();
  const [open, setOpen] = useState(false);
  const picker = useLazyModule(modelPicker, open);
  const reason = isBusy ? t.wait : !connection ? t.noConnection : mustChoose ? pieces.origin.needsChoice : undefined;
  return (
    <Popover
      label={t.choose}
      align="end"
      open={open && picker !== null}
      onOpenChange={setOpen}
      near={modelPicker.load}
      trigger={<Button disabledReason={reason}>{t.choose}</Button>}
    >
      {picker && (
        <picker.ModelPicker
          connectionId={connection?.id}
          keyId={key?.id}
          routeId="embeddings"
          value=""
          onValueChange={(model) => {
            setOpen(false);
            overlay(model);
          }}
        />
      )}
    </Popover>
  );
}
