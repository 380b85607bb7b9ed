import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { selectedPlace } from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { firstBlocker } from '../../lib/runs/send-blocker.ts';
import type { Slot } from '../../lib/vectors/analysis.ts';
import { embeddingsStore, useChoices } from './embeddings.ts';
import { continues, missingPlaces, optionsOf, vectorCount } from './model/lab.ts';
import { useHome } from './use-home.ts';

/** What pressing Embed does now, in words, and why it cannot be pressed. */
export function useEmbed() {
  const { embeddings, pieces } = useStrings();
  const t = embeddings.embed;
  const active = useActive();
  const { ready, connection } = active;
  const { model, settings } = useChoices();
  const { corpus, reading, running } = useStore(embeddingsStore());
  const { origin, mustChoose } = useHome();
  const { base } = corpus;
  const count = corpus.read.items.length;
  const place = selectedPlace(active);
  const options = optionsOf(settings);
  const isFor = (run: typeof base) => continues(run, { connectionId: connection?.id ?? '', model, options });
  const goesOn = isFor(base);
  const missing = missingPlaces(count, goesOn ? base : null).length;
  const blocker = firstBlocker([
    [!ready, t.waiting, { place: 'key' }],
    [!connection, t.noConnection, { place: 'key' }],
    [mustChoose, pieces.origin.needsChoice, { place: 'origin' }],
    [count === 0, t.noTexts, { place: 'texts' }],
    [reading, t.reading, { place: 'texts' }],
    [model === '', t.noModel, { place: 'model' }],
    [missing === 0, t.allThere(count), { place: 'model' }],
  ]);
  const embed = (slot: Slot, chosen: string, given = options) =>
    place && !mustChoose && void embeddingsStore().embed(slot, { ...place, model: chosen, options: given });
  return {
    running,
    missing,
    blocker,
    /** Vectors of something else that are there, and are replaced by a press. */
    replaced: goesOn || !origin ? 0 : vectorCount(base),
    /** What is there is of this very model and these parameters, and would only be completed. */
    goesOn,
    label: goesOn && missing < count && missing > 0 ? t.rest(missing) : t.all(count),
    start: () => embed('base', model),
    /** Embeds the texts with a model beside the first. */
    overlay: (second: string) => embed('overlay', second),
    /** Completes a run with what it was made with; `null` where the selected connection is another one. */
    resume(slot: Slot): (() => void) | null {
      const run = corpus[slot];
      if (!run || mustChoose || run.connectionId !== connection?.id) return null;
      return () => embed(slot, run.model, run.options);
    },
  };
}
