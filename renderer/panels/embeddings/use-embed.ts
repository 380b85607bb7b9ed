import { useStore } from 'zustand';
import { useActive } from '../../lib/active.ts';
import { useStrings } from '../../lib/strings.ts';
import type { Slot } from '../../lib/vectors/analysis.ts';
import { lab, useChoices } from './embeddings.ts';
import { continues, missingPlaces, optionsOf } from './model/lab.ts';

/** What pressing Embed does now, in words, and why it can not be pressed. */
export function useEmbed() {
  const t = useStrings().embeddings.embed;
  const { ready, connection, key } = useActive();
  const { model, settings } = useChoices();
  const { corpus, reading, running } = useStore(lab());
  const count = corpus.read.items.length;
  const asked = { connectionId: connection?.id ?? '', model, options: optionsOf(settings) };
  const goesOn = continues(corpus.base, asked);
  const missing = missingPlaces(count, goesOn ? corpus.base : null).length;
  const blocked = !ready
    ? t.waiting
    : !connection
      ? t.noConnection
      : count === 0
        ? t.noTexts
        : reading
          ? t.reading
          : model === ''
            ? t.noModel
            : missing === 0
              ? t.allThere(count)
              : undefined;
  const start = (slot: Slot, otherModel?: string) =>
    connection &&
    lab().embed(slot, {
      connectionId: connection.id,
      keyId: key?.id ?? null,
      model: otherModel ?? model,
      settings,
    });
  return {
    running,
    missing,
    blocked,
    /** What is there is of this very model and these parameters, and would only be completed. */
    goesOn,
    /** Some texts have a vector of this very model already. */
    isRest: goesOn && missing < count,
    label: goesOn && missing < count && missing > 0 ? t.rest(missing) : t.all(count),
    start,
  };
}
