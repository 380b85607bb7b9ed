import type { CSSProperties } from 'react';
import { useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { classes } from '../../ui/base/class-names.ts';
import { panelById } from '../panels.ts';
import { PanelBoundary } from '../stage/panel-boundary.tsx';
import { Stage } from '../stage/stage.tsx';
import { WireDrawer } from '../wire-drawer/wire-drawer.tsx';
import s from './frame.module.css';
import { FrameReach, FrameShortcuts } from './frame-reach.tsx';
import { NoticeStrip } from './notice-strip.tsx';
import { Rail } from './rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';

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
      <FrameShortcuts />
      <Rail />
      <TitleBar />
      <NoticeStrip />
      <PanelBoundary key={row.id} panel={row.id}>
        <Stage row={row} />
      </PanelBoundary>
      {row.uses.includes('wire') && <WireDrawer />}
      <StatusBar />
      <FrameReach />
    </div>
  );
}
