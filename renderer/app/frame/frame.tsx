import type { CSSProperties } from 'react';
import { useStore } from 'zustand';
import { useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { classes } from '../../ui/base/class-names.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { page } from '../page-state.ts';
import { panelById } from '../panels.ts';
import { OpenStage } from '../stage/open-stage.tsx';
import { PanelBoundary } from '../stage/panel-boundary.tsx';
import s from './frame.module.css';
import { Rail } from './rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';

const frameReach = lazyModule(() => import('./frame-reach.tsx'));
const wireDrawer = lazyModule(() => import('../wire-drawer/wire-drawer.tsx'));

/** Rail, title, the open panel in its slots, the wire drawer and the status bar. */
export function Frame() {
  const row = panelById(useOpenPanel());
  const layout = useLayout();
  const isOpen = useStore(page, (state) => state.isOpen);
  const loaded = useLazyModule(frameReach);
  const reach = isOpen ? loaded : null;
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
      {reach && <reach.NoticeStrip />}
      <PanelBoundary key={row.id} panel={row.id}>
        <OpenStage row={row} />
      </PanelBoundary>
      {row.uses.includes('wire') && <Wire isOpen={layout.wireOpen} hasData={isOpen} />}
      <StatusBar>{reach && <reach.SpentToday />}</StatusBar>
      {reach && <reach.FrameReach />}
    </div>
  );
}

/** The wire drawer, or its reserved room while its code or the first data load. */
function Wire({ isOpen, hasData }: { isOpen: boolean; hasData: boolean }) {
  const loaded = useLazyModule(wireDrawer);
  if (loaded && hasData) return <loaded.WireDrawer />;
  return <div className={classes(s.wirePlace, isOpen && s.wireOpen)} />;
}
