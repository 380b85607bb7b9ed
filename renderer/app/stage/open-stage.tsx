import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useRpcConnection } from '../../lib/client/client.ts';
import { loadPanelStrings, useStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useLayout, useNarrow } from '../../lib/preferences/layout.ts';
import { type LazyModule, lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import s from '../frame/frame.module.css';
import { page } from '../page-state.ts';
import type { PanelRow } from '../panels.ts';

interface Loaded {
  Stage: typeof import('./stage.tsx').Stage;
  view: PanelView;
}

const stages = new Map<PanelRow['id'], LazyModule<Loaded>>();

/** Returns a panel's code together with that of the slots it fills, each fetched once. */
function stageOf(row: PanelRow): LazyModule<Loaded> {
  const known = stages.get(row.id);
  if (known) return known;
  const made = lazyModule(async () => {
    const [{ Stage }, { panel }] = await Promise.all([import('./stage.tsx'), row.load(), loadPanelStrings(row.id)]);
    return { Stage, view: panel };
  });
  stages.set(row.id, made);
  return made;
}

/** Fetches a panel's code early, as the pointer approaches its link. */
export function fetchPanel(row: PanelRow): void {
  stageOf(row)
    .load()
    .catch(() => undefined);
}

/**
 * The open panel; its heading and its slots while its code or the first data load. Code that fails to load breaks the panel, not the
 * page.
 */
export function OpenStage({ row }: { row: PanelRow }) {
  const stage = stageOf(row);
  const loaded = useLazyModule(stage);
  const isCutOff = useRpcConnection(({ status }) => status !== 'open' && status !== 'connecting');
  const hasData = useStore(page, ({ isOpen }) => isOpen);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    stage.load().catch((error: unknown) => setFailure({ error }));
  }, [stage]);
  if (failure) throw failure.error;
  return loaded && hasData ? (
    <loaded.Stage row={row} view={loaded.view} />
  ) : (
    <EmptyStage row={row} isCutOff={isCutOff} />
  );
}

/**
 * The slots of a panel while its code or the first data load: the frame does not move when they arrive, and the page has
 * its heading.
 */
function EmptyStage({ row, isCutOff }: { row: PanelRow; isCutOff: boolean }) {
  const t = useStrings().frame;
  const { listOpen, parametersOpen } = useLayout();
  const hasColumns = !useNarrow();
  return (
    <>
      {hasColumns && listOpen && row.uses.includes('list') && <div className={s.list} />}
      <main className={s.work} id="work" tabIndex={-1} aria-busy aria-label={t.panels[row.id]}>
        <h1 className="sr-only">{t.panels[row.id]}</h1>
        <p className={isCutOff ? s.cutOff : 'sr-only'} role="status">
          {isCutOff ? t.cutOff : t.loading}
        </p>
      </main>
      {hasColumns && parametersOpen && row.uses.includes('parameters') && <div className={s.parameters} />}
    </>
  );
}
