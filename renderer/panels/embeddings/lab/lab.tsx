import { useEffect } from 'react';
import { useStore } from 'zustand';
import { embeddingsStore } from '../embeddings.ts';
import type { EmbeddingsState } from '../store.ts';
import { analysis } from './analysis.ts';
import s from './lab.module.css';
import { MapPane } from './map/map-pane.tsx';
import { RunStrip } from './run-strip.tsx';
import { SidePane } from './side/side-pane.tsx';
import { VectorTable } from './vector-table.tsx';
import { VerdictLine } from './verdict-line.tsx';

function look({ corpus: { base, overlay, read } }: EmbeddingsState): void {
  const hasOverlay = overlay?.items.some((item) => item?.vector) ?? false;
  analysis().look(
    base,
    hasOverlay ? overlay : null,
    read.items.map(({ text }) => text),
  );
}

/** What the vectors say: map, likenesses and table, all of one corpus and one selection. */
export function Lab() {
  const read = useStore(embeddingsStore(), ({ corpus }) => corpus.read);
  const texts = read.items.map(({ text }) => text);
  useEffect(() => {
    look(embeddingsStore().getState());
    return embeddingsStore().subscribe((now, before) => {
      const hasTurned = now.running?.startedMs !== before.running?.startedMs;
      const { base, overlay } = now.corpus;
      // What is still on its way is not laid out: the picture would change under the pointer with each batch. But a run
      // that begins takes away what was known of other vectors, which would stand beside the wrong texts.
      if (hasTurned || (!now.running && (base !== before.corpus.base || overlay !== before.corpus.overlay))) look(now);
    });
  }, []);
  return (
    <div className={s.lab}>
      <RunStrip />
      <div className={s.grid}>
        <MapPane texts={texts} />
        <SidePane texts={texts} />
        <section className={s.table}>
          <VerdictLine texts={texts} />
          <VectorTable texts={texts} />
        </section>
      </div>
    </div>
  );
}
