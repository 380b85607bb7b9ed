import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../lib/i18n/strings.ts';
import { openPanel } from '../../lib/navigation/open-panel.ts';
import { waitingToasts } from '../../lib/page/toasts.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { UiProvider } from '../../ui/base/ui-provider.tsx';
import { Toasts, toasts } from '../../ui/feedback/toast.tsx';
import { Palette } from '../palette/palette.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { closeOverlay, overlay } from './overlay-state.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';

/** Palette, shortcut sheet, link and copy dialogs, and toasts: everything that lies over the page. */
export function Overlays() {
  const t = useStrings().frame;
  const shown = useStore(overlay, (state) => state.shown);
  useEffect(() => overlay.setState({ isLoaded: true }), []);
  return (
    <UiProvider>
      <Toasts labels={{ region: t.toasts, close: t.dismiss }}>
        <LinkDialog />
        <CopyDialog />
      </Toasts>
      <PassToasts />
      {shown === 'palette' && <Palette />}
      {shown === 'shortcuts' && <ShortcutSheet />}
      {shown === 'guide' && <OpenGuide />}
    </UiProvider>
  );
}

const guide = lazyModule(() => import('../guide/guide.tsx'));

function OpenGuide() {
  const loaded = useLazyModule(guide, true);
  return loaded && <loaded.Guide panel={openPanel.getState().id} onClose={closeOverlay} />;
}

/** Hands the toasts that waited to the viewport, which stands before it so that it listens by then. */
function PassToasts() {
  const waiting = useStore(waitingToasts, ({ list }) => list);
  useEffect(() => {
    if (waiting.length === 0) return;
    waitingToasts.setState({ list: [] });
    for (const message of waiting) toasts.add(message);
  }, [waiting]);
  return null;
}
