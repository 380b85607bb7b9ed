import { type CSSProperties, lazy, Suspense } from 'react';
import { useLayout } from '../lib/layout.ts';
import { useOpenPanel } from '../lib/open-panel.ts';
import { classes } from '../ui/class-names.ts';
import { EmptyStage } from './empty-stage.tsx';
import s from './frame.module.css';
import { NoticeStrip } from './notice-strip.tsx';
import { PanelBoundary } from './panel-boundary.tsx';
import { panelById } from './panels.ts';
import { Rail } from './rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';

const FrameReach = lazy(async () => ({ default: (await import('./frame-reach.tsx')).FrameReach }));
const Stage = lazy(async () => ({ default: (await import('./stage.tsx')).Stage }));
const WireDrawer = lazy(async () => ({ default: (await import('./wire-drawer/wire-drawer.tsx')).WireDrawer }));

/** Rail, title, the open panel in its slots, the wire drawer and the status bar. */
export function Frame() {
  const row = panelById(useOpenPanel());
  const layout = useLayout();
  if (!row) return null;
  const sizes = {
    ...(layout.listPx === null ? {} : { '--f-list': `${layout.listPx}px` }),
    ...(layout.parametersPx === null ? {} : { '--f-params': `${layout.parametersPx}px` }),
    ...(layout.wirePx === null ? {} : { '--f-wire': `${layout.wirePx}px` }),
  } as CSSProperties;
  return (
    <div
      className={classes(
        s.frame,
        row.uses.includes('list') && layout.listOpen && s.withList,
        row.uses.includes('parameters') && layout.parametersOpen && s.withParameters,
      )}
      style={sizes}
    >
      <Rail />
      <TitleBar />
      <NoticeStrip />
      <PanelBoundary key={row.id} panel={row.id}>
        <Suspense fallback={<EmptyStage row={row} />}>
          <Stage row={row} />
        </Suspense>
      </PanelBoundary>
      {row.uses.includes('wire') && (
        <Suspense fallback={<div className={classes(s.wirePlace, layout.wireOpen && s.wireOpen)} />}>
          <WireDrawer />
        </Suspense>
      )}
      <StatusBar />
      <Suspense>
        <FrameReach />
      </Suspense>
    </div>
  );
}
