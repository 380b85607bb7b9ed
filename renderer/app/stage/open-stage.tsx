import { useEffect, useState } from 'react';
import { useRpcConnection } from '../../lib/client/client.ts';
import { loadPanelStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/panel.ts';
import { type LazyModule, lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import type { PanelRow } from '../panels.ts';
import { EmptyStage } from './empty-stage.tsx';

interface Loaded {
  Stage: typeof import('./stage.tsx').Stage;
  view: PanelView;
}

const stages = new Map<PanelRow['id'], LazyModule<Loaded>>();

/** A panel's code together with that of the slots it stands in, each fetched once. */
function stageOf(row: PanelRow): LazyModule<Loaded> {
  const known = stages.get(row.id);
  if (known) return known;
  const made = lazyModule(async () => {
    const [{ Stage }, { panel }] = await Promise.all([
      import('./stage.tsx'),
      row.load(),
      row.words && loadPanelStrings(row.words),
    ]);
    return { Stage, view: panel };
  });
  stages.set(row.id, made);
  return made;
}

/** Fetches a panel's code before it is opened: the pointer is on its way. */
export function fetchPanel(row: PanelRow): void {
  stageOf(row)
    .load()
    .catch(() => undefined);
}

/** The open panel; its heading and its slots while its code is on the way. Code that does not come breaks the panel, not the page. */
export function OpenStage({ row }: { row: PanelRow }) {
  const stage = stageOf(row);
  const loaded = useLazyModule(stage);
  const hasLine = useRpcConnection(({ status }) => status === 'open');
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    stage.load().catch((error: unknown) => setFailure({ error }));
  }, [stage]);
  if (failure) throw failure.error;
  return loaded ? <loaded.Stage row={row} view={loaded.view} /> : <EmptyStage row={row} isCutOff={!hasLine} />;
}
