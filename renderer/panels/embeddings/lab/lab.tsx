import { useEffect } from 'react';
import { useStore } from 'zustand';
import { lab } from '../embeddings.ts';
import { analysis } from './analysis.ts';
import s from './lab.module.css';
import { MapPane } from './map-pane.tsx';
import { RunStrip } from './run-strip.tsx';
import { SidePane } from './side-pane.tsx';
import { VectorTable } from './vector-table.tsx';
import { VerdictLine } from './verdict-line.tsx';

/** What the vectors say: map, likenesses and table, all of one corpus and one selection. */
export function Lab() {
  const { read, base, overlay } = useStore(lab(), ({ corpus }) => corpus);
  const running = useStore(lab(), (state) => state.running);
  const texts = read.items.map(({ text }) => text);
  // What is still on its way is not laid out: the picture would change under the pointer with each batch.
  const isResting = running === null;
  useEffect(() => {
    if (!isResting) return;
    const hasOverlay = overlay?.items.some((item) => item?.vector) ?? false;
    analysis().look(
      base,
      hasOverlay ? overlay : null,
      lab()
        .getState()
        .corpus.read.items.map(({ text }) => text),
    );
  }, [isResting, base, overlay]);
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
