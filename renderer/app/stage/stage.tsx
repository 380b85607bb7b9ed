import { useEffect, useRef, useState } from 'react';
import { useRpcConnection } from '../../lib/client/client.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { closeDrawer, useLayout, useNarrow } from '../../lib/preferences/layout.ts';
import { useLazyModule } from '../../ui/base/lazy-module.ts';
import s from '../frame/frame.module.css';
import { type PanelRow, panelCode } from '../panels.ts';
import { LayoutResizer } from './layout-resizer.tsx';

/** The open panel; its heading and its slots while its code loads. Code that fails to load breaks the panel, not the page. */
export function Stage({ row }: { row: PanelRow }) {
  const code = panelCode(row);
  const view = useLazyModule(code);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    code.load().catch((error: unknown) => setFailure({ error }));
  }, [code]);
  if (failure) throw failure.error;
  return view ? <Slots row={row} view={view} /> : <EmptySlots row={row} />;
}

/** The slots of a panel while its code loads: the frame does not move when it arrives, and the page has its heading. */
function EmptySlots({ row }: { row: PanelRow }) {
  const t = useStrings().frame;
  const isCutOff = useRpcConnection(({ status }) => status !== 'open' && status !== 'connecting');
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

/** The parts of a panel, each in its slot. */
function Slots({ row, view }: { row: PanelRow; view: PanelView }) {
  const t = useStrings().frame;
  const { List, PatchLine, Work, Parameters } = view;
  return (
    <>
      {List && (
        <Side side="list" label={t.listOf(t.panels[row.id])}>
          <List />
        </Side>
      )}
      <main className={s.work} id="work" tabIndex={-1} aria-label={t.panels[row.id]}>
        {PatchLine && <PatchLine />}
        <Work />
      </main>
      {Parameters && (
        <Side side="parameters" label={t.sides[row.side ?? 'parameters']}>
          <Parameters />
        </Side>
      )}
    </>
  );
}

/** A column on wide pages, a drawer on narrow ones. */
function Side({ side, label, children }: { side: 'list' | 'parameters'; label: string; children: React.ReactNode }) {
  const t = useStrings().frame;
  const narrow = useNarrow();
  const { listOpen, parametersOpen, drawer } = useLayout();
  const isOpen = narrow ? drawer === side : side === 'list' ? listOpen : parametersOpen;
  const element = useRef<HTMLElement>(null);
  const isDrawer = narrow && isOpen;

  useEffect(() => {
    const opened = element.current;
    if (!isDrawer || !opened) return;
    const before = document.activeElement;
    opened.focus();
    // A press outside closes the drawer, but never the press that opened something over it.
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !opened.contains(target) && target.closest('#root') && !target.closest('header'))
        closeDrawer();
    };
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      if (before instanceof HTMLElement && opened.contains(document.activeElement)) before.focus();
    };
  }, [isDrawer]);

  if (!isOpen) return null;
  return (
    <aside
      ref={element}
      className={s[side]}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => isDrawer && event.key === 'Escape' && !event.defaultPrevented && closeDrawer()}
    >
      <div className={s.clip}>{children}</div>
      <LayoutResizer
        size={side === 'list' ? 'listPx' : 'parametersPx'}
        edge={side === 'list' ? 'right' : 'left'}
        label={t.resize(label)}
      />
    </aside>
  );
}
