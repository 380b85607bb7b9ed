import { useStore } from 'zustand';
import { useActive } from '../../../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../../../lib/gateway/models/model-popover.tsx';
import { formatNumber, formatPercent } from '../../../../lib/i18n/format.ts';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { movedBy, neighborCount } from '../../../../lib/vectors/changed-pairs.ts';
import { Button, type ControlSize } from '../../../../ui/controls/button.tsx';
import { Segmented } from '../../../../ui/controls/segmented.tsx';
import { VirtualList } from '../../../../ui/lists/virtual-list.tsx';
import { embeddingsStore, useCorpus } from '../../embeddings.ts';
import { focusOn, type Side, select, showSide, useSelection } from '../../selection.ts';
import { useEmbed, useHome } from '../../use-embed.ts';
import { useAnalysis } from '../analysis.ts';
import { useNearest, useShown } from '../use-shown.ts';
import { CleanupList } from './cleanup-list.tsx';
import { Headline } from './headline.tsx';
import { HeatMap } from './heat-map.tsx';
import { PairView } from './pair-view.tsx';
import s from './side-pane.module.css';

/** With more texts the cells are too small to point at. */
const maxCells = 200;

/** How similar the texts are: all pairs, the neighbors of one, or the comparison with a second model. */
export function SidePane({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.side;
  const selectedSide = useSelection((state) => state.side);
  const places = useAnalysis((state) => state.places);
  const isReady = useAnalysis((state) => state.stage === 'ready');
  const overlay = useCorpus((corpus) => corpus.overlay);
  const isRunning = useStore(embeddingsStore(), (state) => state.running !== null);
  const isEmpty = useAnalysis((state) => state.stage === 'none') && !isRunning;
  const shown = useShown(texts);
  const hasFocus = useSelection((state) => state.focus !== null);
  const cells = shown ? places.filter((place) => shown.has(place)) : places;
  const fits = cells.length <= maxCells;
  const side = selectedSide ?? (hasFocus ? 'nearest' : overlay ? 'second' : 'matrix');
  return (
    <section className={s.pane} aria-label={t.title}>
      <header className={s.head}>
        <Segmented<Side>
          label={t.title}
          value={side}
          onValueChange={showSide}
          options={[
            { value: 'matrix', label: t.matrix },
            { value: 'nearest', label: t.nearest },
            { value: 'pair', label: t.pairView },
            { value: 'cleanup', label: t.cleanup },
            { value: 'second', label: t.second },
          ]}
        />
      </header>
      {side === 'pair' ? (
        <PairView texts={texts} />
      ) : side === 'second' ? (
        <SecondModel texts={texts} />
      ) : !isReady ? (
        <p className={s.words}>{isEmpty ? t.nothing : t.waiting}</p>
      ) : side === 'nearest' ? (
        <NearestList texts={texts} />
      ) : side === 'cleanup' ? (
        <CleanupList texts={texts} />
      ) : fits ? (
        <HeatMap places={cells} texts={texts} />
      ) : (
        <p className={s.words}>{t.tooMany(cells.length, maxCells)}</p>
      )}
    </section>
  );
}

const shown = 30;

/** The texts nearest to the focused one, or to the query. */
function NearestList({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.side;
  const focus = useSelection((state) => state.focus);
  const ranking = useSelection((state) => state.ranking);
  const nearest = useNearest(focus, shown);
  const results = focus === null ? (ranking?.results ?? []) : nearest;
  const of = focus === null ? ranking?.query : texts[focus];
  if (of === undefined) return <p className={s.words}>{t.chooseOne}</p>;
  return (
    <>
      <Headline figure={results[0] ? results[0].score.toFixed(3) : null} label={t.nearestOne}>
        {focus === null ? t.nearestToQuery(of) : t.nearestTo(of)}
      </Headline>
      <div className={s.list}>
        {results.map(({ row, score }) => (
          <button key={row} type="button" className={s.row} onClick={() => focusOn(row)}>
            <span className="cut-text" title={texts[row]}>
              {texts[row]}
            </span>
            <span className={s.bar}>
              <i style={{ width: `${Math.max(0, score) * 100}%` }} />
            </span>
            <span className="mono-s">{score.toFixed(3)}</span>
          </button>
        ))}
      </div>
    </>
  );
}

/** A second model aligned to the first, and the pairs of texts on which the two disagree most. */
export function SecondModel({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.second;
  const { base, overlay } = useCorpus();
  const running = useStore(embeddingsStore(), (state) => state.running);
  const { changes, changesShare, maps, hasOverlay } = useAnalysis((state) => state);
  if (!base) return <p className={s.words}>{t.first}</p>;
  if (!overlay)
    return (
      <div className={s.second}>
        <p>{t.about}</p>
        <CompareModels label={t.choose} />
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
          <span className="space" />
          <Button size="sm" intent="quiet" onClick={() => embeddingsStore().removeOverlay()}>
            {t.remove}
          </Button>
        </div>
      </div>
      {changes && mean !== null && running?.slot !== 'overlay' ? (
        <Headline
          figure={formatPercent(mean)}
          label={t.agreement(Math.min(neighborCount, Math.max(0, changes.kept.length - 1)))}
        >
          {rest !== undefined && t.alignment(formatPercent(1 - rest))}
        </Headline>
      ) : (
        <p className={s.words} role="status">
          {running?.slot === 'overlay'
            ? t.running(running.settled, running.total)
            : hasOverlay && changesShare !== null
              ? t.comparing(formatPercent(changesShare))
              : t.waiting}
        </p>
      )}
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
            select(pair);
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

/** Picks a second model and embeds the texts with it. */
export function CompareModels({ label, size = 'md' }: { label: string; size?: ControlSize }) {
  const t = useStrings().embeddings.second;
  const { pieces } = useStrings();
  const { connection, key } = useActive();
  const { overlay, running } = useEmbed();
  const { mustChoose } = useHome();
  const reason = running ? t.wait : !connection ? t.noConnection : mustChoose ? pieces.origin.needsChoice : undefined;
  return (
    <ModelPopover
      label={label}
      align="end"
      trigger={
        <Button size={size} intent={size === 'sm' ? 'quiet' : undefined} disabledReason={reason}>
          {label}
        </Button>
      }
      connectionId={connection?.id}
      keyId={key?.id}
      routeId="embeddings"
      value=""
      onValueChange={(model) => {
        showSide('second');
        overlay(model);
      }}
    />
  );
}
