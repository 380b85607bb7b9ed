import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type Link, readLink } from '#shared/links.ts';
import { SimulateFailure } from '../../lib/gateway/demo/simulate-failure.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { linkToConfirm, openLink } from '../../lib/links/confirm-external-link.ts';
import { openPanel, useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { waitingToasts } from '../../lib/notices/toasts.ts';
import { SavedLibrary } from '../../lib/saved/saved-library.tsx';
import { keysLabel } from '../../lib/shortcuts/keys-label.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Toasts, toasts } from '../../ui/feedback/toast.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Guide } from '../guide/guide.tsx';
import { Palette } from '../palette/palette.tsx';
import { closeOverlay, overlay, refusedCopy } from './overlay-state.ts';
import s from './overlays.module.css';
import { ShortcutSheet } from './shortcut-sheet.tsx';

/** Palette, shortcut sheet, link and copy dialogs, and toasts: everything that opens over the page. */
export function Overlays() {
  const t = useStrings().frame;
  const shown = useStore(overlay, (state) => state.shown);
  return (
    <>
      <Toasts labels={{ region: t.toasts, close: t.dismiss }} usePlace={useToastPlace}>
        <LinkDialog />
        <CopyDialog />
      </Toasts>
      <PassToasts />
      <SimulateFailure />
      {shown === 'palette' && <Palette />}
      {shown === 'shortcuts' && <ShortcutSheet />}
      {shown === 'prompts' && <SavedLibrary onClose={closeOverlay} />}
      {shown === 'guide' && <Guide panel={openPanel.getState().id} onClose={closeOverlay} />}
    </>
  );
}

/** The place of the toasts, measured again while `isShowing` whenever what they must not cover changes. */
function useToastPlace(isShowing: boolean): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>({ right: toastGapPx, bottom: toastGapPx });
  useEffect(() => {
    if (!isShowing) return undefined;
    const measure = () => setPlace(placeOfToasts());
    const sizes = new ResizeObserver(measure);
    for (const element of document.querySelectorAll('main, main [data-composer]')) sizes.observe(element);
    // Dialogs come and go at the end of the body, and are drawn a little later.
    const dialogs = new MutationObserver(() => requestAnimationFrame(measure));
    dialogs.observe(document.body, { childList: true });
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
    };
  }, [isShowing]);
  return place;
}

/**
 * Passes the waiting toasts to the viewport, which comes before it in the tree and is therefore subscribed by then. They
 * belong to their panel: another one starts without them.
 */
function PassToasts() {
  const waiting = useStore(waitingToasts, ({ list }) => list);
  const panel = useOpenPanel();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel is the reason
  useEffect(() => () => toasts.clear(), [panel]);
  useEffect(() => {
    if (waiting.length === 0) return;
    waitingToasts.setState({ list: [] });
    for (const message of waiting) toasts.add(message);
  }, [waiting]);
  return null;
}

const closeCopy = () => refusedCopy.setState({ refused: null });

/** Text that the clipboard refused, selected, so that the system's keys copy it. */
function CopyDialog() {
  const t = useStrings().frame.copyByHand;
  const refused = useStore(refusedCopy, (state) => state.refused);
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open={refused !== null}
      onOpenChange={(open) => !open && closeCopy()}
      title={t.title}
      description={t.body(keysLabel('$mod+C'))}
      closeLabel={t.close}
      initialFocus={area}
      footer={<Button onClick={closeCopy}>{t.close}</Button>}
    >
      <TextArea
        ref={area}
        value={refused?.text ?? ''}
        onValueChange={() => undefined}
        onFocus={({ currentTarget }) => currentTarget.select()}
        aria-label={t.label}
        readOnly
        mono
        minRows={2}
        maxRows={12}
      />
      {refused?.note && (
        <Note intent="warn">
          <span lang="en">{refused.note}</span>
        </Note>
      )}
    </Dialog>
  );
}

const closeLink = () => linkToConfirm.setState({ address: null });

const follow = (address: string) => {
  closeLink();
  openLink(address);
};

/** Where a link leads, before anything is opened: the real host, in full. */
function LinkDialog() {
  const t = useStrings().frame.link;
  const address = useStore(linkToConfirm, (state) => state.address);
  const facts = address === null ? null : readLink(address);
  return (
    <Dialog
      open={address !== null}
      onOpenChange={(next) => !next && closeLink()}
      title={facts ? t.title : t.refusedTitle}
      description={facts ? t.body : t.refusedBody}
      closeLabel={t.close}
      footer={
        <>
          <CopyButton
            text={address ?? ''}
            labels={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }}
            size="md"
            withText
          />
          {facts && (
            <Button intent="primary" onClick={() => follow(facts.address)}>
              {t.open}
            </Button>
          )}
        </>
      }
    >
      {facts ? <Destination facts={facts} /> : <p className={s.refused}>{address}</p>}
    </Dialog>
  );
}

function Destination({ facts }: { facts: Link }) {
  const t = useStrings().frame.link;
  return (
    <>
      <p className={s.address}>
        <span className={s.faint}>{facts.scheme}:</span>
        {facts.host && (
          <>
            <span className={s.faint}>{'//'}</span>
            <b>{facts.host}</b>
          </>
        )}
        <span className={s.faint}>{facts.rest}</span>
      </p>
      {facts.asciiHost && <Note intent="warn">{t.international(facts.asciiHost)}</Note>}
      {facts.hadUser && <Note intent="warn">{t.hadUser}</Note>}
      {facts.hadInvisible && <Note intent="warn">{t.hadInvisible}</Note>}
      {facts.scheme === 'http' && <Note>{t.plain}</Note>}
    </>
  );
}

/** The distance of the toasts from the right and the lower edge of the page, px. */
interface ToastPlace {
  right: number;
  bottom: number;
}

const toastGapPx = 12;
/** The most room that one toast takes, px. */
const toastPx = { width: 360, height: 80 };

/** Returns where toasts cover nothing that is used. */
function placeOfToasts(): ToastPlace {
  const dialog = document.querySelector('[role="dialog"]:has(> footer)');
  const usual = besideWork();
  if (!dialog) return usual;
  const corner = { right: toastGapPx, bottom: toastGapPx };
  const box = dialog.getBoundingClientRect();
  const free = [usual, corner].find((place) => !isOver(place, box));
  if (free) return free;
  // A dialog that fills the page has room above its buttons.
  const buttons = dialog.querySelector(':scope > footer')?.getBoundingClientRect();
  return {
    right: Math.max(toastGapPx, innerWidth - box.right + toastGapPx),
    bottom: innerHeight - (buttons?.top ?? box.bottom) + toastGapPx,
  };
}

/** Above the composer, at the right edge of the work area. */
function besideWork(): ToastPlace {
  const work = document.querySelector('main')?.getBoundingClientRect();
  const composer = document.querySelector('main [data-composer]')?.getBoundingClientRect();
  if (!work) return { right: toastGapPx, bottom: toastGapPx };
  // A composer at the top leaves the lower edge free.
  const isBelow = composer !== undefined && composer.top > work.top + work.height / 2;
  return {
    right: Math.max(toastGapPx, innerWidth - (isBelow ? composer.right : work.right - toastGapPx)),
    bottom: innerHeight - (isBelow ? composer.top : work.bottom) + toastGapPx,
  };
}

/** Whether a toast at this place would cover some of the box. */
const isOver = ({ right, bottom }: ToastPlace, box: DOMRect): boolean =>
  innerWidth - right > box.left &&
  innerWidth - right - toastPx.width < box.right &&
  innerHeight - bottom > box.top &&
  innerHeight - bottom - toastPx.height < box.bottom;
