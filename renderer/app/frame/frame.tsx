import { type CSSProperties, useState } from 'react';
import { useStore } from 'zustand';
import { connection, useRpcConnection } from '../../lib/client/client.ts';
import { useHostInfo } from '../../lib/client/query.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Glyph } from '../glyph.tsx';
import { missingParts } from '../missing-parts.ts';
import { panelById } from '../panels.ts';
import { PanelBoundary } from '../stage/panel-boundary.tsx';
import { Stage } from '../stage/stage.tsx';
import { WireDrawer } from '../wire-drawer/wire-drawer.tsx';
import { BarButton } from './bar-button.tsx';
import s from './frame.module.css';
import { FrameReach, FrameShortcuts } from './frame-reach.tsx';
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

/** Shown for as long as they are true: the user must not forget that unsaved work is lost when the program ends. */
const lasting: readonly string[] = ['not-saving', 'saving-stopped'];

/** What the user must know about the program itself: it is reconnecting, nothing is saved, something was repaired. */
function NoticeStrip() {
  const t = useStrings().frame;
  const { status, attempt } = useRpcConnection((state) => state);
  const isMissing = useStore(missingParts, ({ any }) => any);
  const info = useHostInfo();
  const [read, setRead] = useState<readonly string[]>([]);
  const notices = info?.notices.filter(({ id }) => !read.includes(id)) ?? [];
  return (
    <div className={s.strips}>
      {status === 'lost' && (
        <p className={s.strip} role="status">
          <Glyph name="warning" px={14} />
          <span>{t.lost(attempt)}</span>
        </p>
      )}
      {(status === 'ended' || status === 'refused' || status === 'full') && (
        <p className={s.strip} role="status">
          <Glyph name="warning" px={14} />
          <b>{t.gone[status].title}</b>
          <span>{t.gone[status].next}</span>
          {status === 'ended' && (
            <button type="button" className={s.retry} onClick={connection.retry}>
              {t.gone.ended.retry}
            </button>
          )}
        </p>
      )}
      {isMissing && status === 'open' && (
        <p className={s.strip} role="status">
          <Glyph name="warning" px={14} />
          <span>{t.missing}</span>
          <button type="button" className={s.retry} onClick={() => location.reload()}>
            {t.broken.reload}
          </button>
        </p>
      )}
      {notices.map(({ id, message }) => (
        <p key={id} className={s.strip} role="status">
          <Glyph name="warning" px={14} />
          <span>{message}</span>
          {!lasting.includes(id) && (
            <BarButton label={t.dismiss} glyph="close" onClick={() => setRead([...read, id])} />
          )}
        </p>
      ))}
    </div>
  );
}
