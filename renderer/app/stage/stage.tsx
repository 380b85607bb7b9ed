import { useEffect, useRef } from 'react';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { closeDrawer, useLayout, useNarrow } from '../../lib/preferences/layout.ts';
import { UiProvider } from '../../ui/base/ui-provider.tsx';
import s from '../frame/frame.module.css';
import type { PanelRow } from '../panels.ts';
import { LayoutResizer } from './layout-resizer.tsx';

/** The open panel, each of its parts in its slot. */
export function Stage({ row, view }: { row: PanelRow; view: PanelView }) {
  return (
    <UiProvider>
      <Slots row={row} view={view} />
    </UiProvider>
  );
}

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
