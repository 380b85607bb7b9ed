import { Search, SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { AppError } from '#shared/protocol/failure.ts';
import { useAction } from '../../../../lib/client/use-action.ts';
import { embedTexts } from '../../../../lib/corpus/embed-texts.ts';
import { FailureCard } from '../../../../lib/failures/failure-card.tsx';
import { failureText } from '../../../../lib/failures/failures.ts';
import { useActive } from '../../../../lib/gateway/connections/active.ts';
import { formatPercent } from '../../../../lib/i18n/format.ts';
import { strings, useStrings } from '../../../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../../../lib/navigation/exchange-origin.ts';
import { firstBlocker, useBlockedSend } from '../../../../lib/runs/send-blocker.ts';
import { norm } from '../../../../lib/vectors/cosine.ts';
import { Icon } from '../../../../ui/base/icon.tsx';
import { IconButton } from '../../../../ui/controls/button.tsx';
import { Segmented } from '../../../../ui/controls/segmented.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';
import { Progress } from '../../../../ui/feedback/progress.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { SliderNumber } from '../../../../ui/fields/slider.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Popover } from '../../../../ui/overlays/popover.tsx';
import { useHome } from '../../embed.tsx';
import { embeddingsStore } from '../../embeddings.ts';
import { selection, setQuery, useSelection } from '../../selection.ts';
import { analysis, type Layout, minTextsForUmap, useAnalysis, useEmbeddingsView } from '../analysis.ts';
import { LegendBar } from './legend-bar.tsx';
import { MapCanvas } from './map-canvas.tsx';
import s from './map-pane.module.css';

/** The corpus as a map, with search, colors and layout controls. */
export function MapPane({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.map;
  const { stage, message, maps, layout, umapShare, places, nearestShare } = useAnalysis((state) => state);
  const isRunning = useStore(embeddingsStore(), (state) => state.running !== null);
  const flat = maps[layout] ?? maps.pca;
  return (
    <section className={s.pane} aria-label={t.title}>
      <header className={s.head}>
        <h2>{t.title}</h2>
        <Segmented<Layout>
          label={t.layout}
          value={layout}
          onValueChange={(next) => {
            useEmbeddingsView.setState({ layout: next });
            analysis().layOut(next);
          }}
          options={[
            { value: 'pca', label: 'PCA' },
            { value: 'umap', label: 'UMAP', disabled: places.length < minTextsForUmap },
          ]}
        />
        {layout === 'umap' && <UmapMenu />}
        <SearchField />
      </header>
      <LegendBar texts={texts} />
      <div className={s.stage}>
        {stage === 'ready' && flat ? (
          <>
            <MapCanvas flat={flat} texts={texts} />
            <p className={s.facts} role="status">
              {umapShare !== null
                ? t.laying(formatPercent(umapShare))
                : nearestShare !== null
                  ? t.nearing(formatPercent(nearestShare))
                  : flat.shares
                    ? t.spread(formatPercent(flat.shares[0] + flat.shares[1]))
                    : t.umapFacts}
              {message && ` ${t.umapFailed(message)}`}
            </p>
            {umapShare !== null && (
              <div className={s.progress}>
                <Progress value={umapShare} label={t.laying(formatPercent(umapShare))} thin />
              </div>
            )}
          </>
        ) : stage === 'failed' ? (
          <p className={s.words} role="alert">
            {t.failed(message)}
          </p>
        ) : stage === 'laying' ? (
          <div className={s.words} aria-busy>
            <p role="status">{t.preparing}</p>
            <Skeleton lines={[50, 72, 40]} />
          </div>
        ) : (
          <p className={s.words}>{isRunning ? t.empty : t.nothing}</p>
        )}
      </div>
    </section>
  );
}

/** The settings of the UMAP layout; a change computes it again. */
function UmapMenu() {
  const t = useStrings().embeddings.map.umap;
  const umap = useEmbeddingsView((state) => state.umap);
  const change = (by: Partial<typeof umap>) => {
    useEmbeddingsView.setState({ umap: { ...umap, ...by } });
    analysis().layOutAgain();
  };
  return (
    <Popover
      title={t.title}
      align="start"
      trigger={<IconButton label={t.title} icon={<Icon of={SlidersHorizontal} size="s" />} intent="quiet" size="sm" />}
    >
      <div className={s.settings}>
        <Field label="n_neighbors" hint={t.neighbors}>
          <SliderNumber
            label="n_neighbors"
            value={umap.neighbors}
            min={2}
            max={50}
            onValueChange={(neighbors) => change({ neighbors })}
          />
        </Field>
        <Field label="min_dist" hint={t.minDist}>
          <SliderNumber
            label="min_dist"
            value={umap.minDist}
            min={0}
            max={1}
            step={0.05}
            onValueChange={(minDist) => change({ minDist })}
          />
        </Field>
      </div>
    </Popover>
  );
}

/** Filters while typing; Enter requests the nearest texts from the model. */
function SearchField() {
  const { embeddings, pieces } = useStrings();
  const t = embeddings.map;
  const query = useSelection((state) => state.query);
  const ranking = useSelection((state) => state.ranking);
  const hasMap = useAnalysis((state) => state.stage === 'ready');
  const ask = useAction(rankFor);
  const [words, setWords] = useState(query);
  const { origin, isElsewhere, mustChoose } = useHome();
  const { key } = useActive();
  const blocker = firstBlocker([
    [isElsewhere, t.searchElsewhere(origin?.connectionName || pieces.origin.unnamedConnection), { place: 'origin' }],
    [mustChoose, pieces.origin.needsChoice, { place: 'origin' }],
  ]);
  const { reason, attempt } = useBlockedSend(blocker);
  // A query that was cleared elsewhere is cleared here as well.
  const shown = query === '' && ranking === null && words !== '' && !ask.busy ? '' : words;
  const change = (next: string) => {
    setWords(next);
    setQuery(next.trim());
  };
  return (
    <div className={s.search}>
      <TextField
        type="search"
        value={shown}
        onValueChange={change}
        aria-label={t.search}
        placeholder={t.searchPlaceholder}
        icon={<Icon of={Search} size="s" />}
        title={t.searchHint}
        onKeyDown={(event) => {
          // Otherwise the same key press would also activate the element that receives the focus.
          if (event.key === 'Enter') event.preventDefault();
          if (event.key === 'Enter' && hasMap && shown.trim() !== '')
            attempt(() => void ask.run(shown.trim(), key?.id));
          if (event.key === 'Escape') change('');
        }}
        trailing={
          shown !== '' && (
            <IconButton
              label={t.clearSearch}
              icon={<Icon of={X} size="xs" />}
              intent="quiet"
              size="sm"
              onClick={() => change('')}
            />
          )
        }
      />
      {reason !== undefined && (
        <div className={s.trouble}>
          <Note intent="warn">{reason}</Note>
        </div>
      )}
      {ask.busy && <Progress value={null} label={t.searching} thin />}
      {ask.failure && (
        <div className={s.trouble}>
          <FailureCard failure={ask.failure} actions={[{ label: t.dismiss, onSelect: ask.reset }]} />
        </div>
      )}
    </div>
  );
}

const ranked = 20;

/**
 * Embeds a sentence with the corpus's own connection, key and model, and ranks the texts by similarity to it. One
 * request. Rejects with an `AppError` that says why there is no ranking.
 */
async function rankFor(query: string, keyId: string | undefined): Promise<void> {
  const corpus = embeddingsStore().current();
  if (!corpus.run) return;
  const { connectionId, model, options } = corpus.run;
  const { items } = await embedTexts({
    connectionId,
    ...(keyId ? { keyId } : {}),
    model,
    options,
    texts: [query],
    onExchange: (id) => rememberOrigin(id, { panel: 'embeddings', documentId: corpus.id, itemId: '0' }),
  });
  const [item] = items;
  if (!item?.vector) throw new AppError(item?.failure ?? noVector(item?.exchangeId ?? null));
  const length = norm(item.vector);
  if (length === 0) throw new AppError(noVector(item.exchangeId));
  const unit = item.vector.map((value) => value / length);
  const [results, at] = await Promise.all([analysis().findNearest(unit, ranked), analysis().placeOf(unit)]);
  if (embeddingsStore().current().id === corpus.id)
    selection.setState({ query: '', focus: null, ranking: { query, results, at } });
}

const noVector = (exchangeId: string | null) => failureText('empty', strings().embeddings.map.noVector, exchangeId);
