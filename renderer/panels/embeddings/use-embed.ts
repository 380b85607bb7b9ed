import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { selectedPlace, useMustChoose, type WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { firstBlocker } from '../../lib/runs/send-blocker.ts';
import type { Slot } from '../../lib/vectors/analysis.ts';
import { embeddingsStore, useChoices, useCorpus } from './embeddings.ts';
import { isComparable, missingPlaces, optionsOf, originOf, vectorCount } from './model/lab.ts';

export interface Home {
  /** Where the vectors are from; `null` while there are none. */
  origin: WorkOrigin | null;
  /** The vectors are from another connection than the selected one, so vectors from there are not comparable. */
  isElsewhere: boolean;
  /** Nothing is sent until the user chooses where. */
  mustChoose: boolean;
}

/** Returns where the open corpus belongs, and what is selected for the page. */
export function useHome(): Home {
  const active = useActive();
  const base = useCorpus((corpus) => corpus.base);
  const movedTo = useStore(embeddingsStore(), (state) => state.movedTo);
  const hasVectors = base?.items.some((item) => item?.vector) === true;
  const mustChoose = useMustChoose(hasVectors ? base : null, movedTo);
  if (!base || !hasVectors) return { origin: null, isElsewhere: false, mustChoose: false };
  const origin = originOf(base);
  const name = active.connections.find(({ id }) => id === base.connectionId)?.name ?? '';
  return {
    origin: { ...origin, connectionName: origin.connectionName || name },
    isElsewhere: active.ready && base.connectionId !== active.connection?.id,
    mustChoose,
  };
}

/** Returns what pressing Embed does now, its label, and why it is unavailable. */
export function useEmbed() {
  const { embeddings, pieces } = useStrings();
  const t = embeddings.embed;
  const active = useActive();
  const { ready, connection } = active;
  const { model, settings } = useChoices();
  const { reading, running } = useStore(embeddingsStore());
  const corpus = useCorpus();
  const { origin, mustChoose } = useHome();
  const { base } = corpus;
  const count = corpus.read.items.length;
  const place = selectedPlace(active);
  const options = optionsOf(settings);
  const isFor = (run: typeof base) => isComparable(run, { connectionId: connection?.id ?? '', model, options });
  const isContinuing = isFor(base);
  const missing = missingPlaces(count, isContinuing ? base : null).length;
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
    /** Number of existing vectors from another run that pressing Embed would replace. */
    replaced: isContinuing || !origin ? 0 : vectorCount(base),
    /** The existing vectors are of this model and these parameters, and would only be completed. */
    isContinuing,
    label: isContinuing && missing < count && missing > 0 ? t.rest(missing) : t.all(count),
    start: () => embed('base', model),
    /** Embeds the texts with a second model. */
    overlay: (second: string) => embed('overlay', second),
    /** Completes a run with the settings it was made with; `null` where another connection is selected. */
    resume(slot: Slot): (() => void) | null {
      const run = corpus[slot];
      if (!run || mustChoose || run.connectionId !== connection?.id) return null;
      return () => embed(slot, run.model, run.options);
    },
  };
}
