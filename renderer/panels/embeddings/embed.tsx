import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { selectedPlace, useMustChoose, type WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { firstBlocker } from '../../lib/runs/send-blocker.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { Button } from '../../ui/controls/button.tsx';
import { isComparable, missingPlaces, optionsOf, originOf, vectorCount } from './corpus.ts';
import { embeddingsStore, useChoices, useCorpus } from './embeddings.ts';

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
  const run = useCorpus((corpus) => corpus.run);
  const movedTo = useStore(embeddingsStore(), (state) => state.movedTo);
  const hasVectors = run?.items.some((item) => item?.vector) === true;
  const mustChoose = useMustChoose(hasVectors ? run : null, movedTo);
  if (!run || !hasVectors) return { origin: null, isElsewhere: false, mustChoose: false };
  const origin = originOf(run);
  const name = active.connections.find(({ id }) => id === run.connectionId)?.name ?? '';
  return {
    origin: { ...origin, connectionName: origin.connectionName || name },
    isElsewhere: active.ready && run.connectionId !== active.connection?.id,
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
  const { run } = corpus;
  const count = corpus.read.items.length;
  const place = selectedPlace(active);
  const options = optionsOf(settings);
  const isContinuing = isComparable(run, { connectionId: connection?.id ?? '', model, options });
  const missing = missingPlaces(count, isContinuing ? run : null).length;
  const blocker = firstBlocker([
    [!ready, t.waiting, { place: 'key' }],
    [!connection, t.noConnection, { place: 'key' }],
    [mustChoose, pieces.origin.needsChoice, { place: 'origin' }],
    [count === 0, t.noTexts, { place: 'texts' }],
    [reading, t.reading, { place: 'texts' }],
    [model === '', t.noModel, { place: 'model' }],
    [missing === 0, t.allThere(count), { place: 'model' }],
  ]);
  const embed = (chosen: string, given = options) =>
    place && !mustChoose && void embeddingsStore().embed({ ...place, model: chosen, options: given });
  return {
    running,
    missing,
    blocker,
    /** Number of existing vectors from another run that pressing Embed would replace. */
    replaced: isContinuing || !origin ? 0 : vectorCount(run),
    /** The existing vectors are of this model and these parameters, and would only be completed. */
    isContinuing,
    label: isContinuing && missing < count && missing > 0 ? t.rest(missing) : t.all(count),
    start: () => embed(model),
    /** Completes the run with the settings it was made with; `null` where another connection is selected. */
    resume: run && !mustChoose && run.connectionId === connection?.id ? () => embed(run.model, run.options) : null,
  };
}

/** Embeds the texts without a vector; turns into Stop while running. */
export function EmbedButton({ stretch }: { stretch?: boolean }) {
  const t = useStrings().embeddings.embed;
  const { running, blocker, label, start } = useEmbed();
  const keys = useKeysLabel('embeddings.embed');
  if (running)
    return (
      <Button intent="stop" stretch={stretch} onClick={() => embeddingsStore().stop()}>
        {t.stop}
      </Button>
    );
  return (
    <Button intent="primary" stretch={stretch} shortcut={keys} disabledReason={blocker?.reason} onClick={start}>
      {label}
    </Button>
  );
}
