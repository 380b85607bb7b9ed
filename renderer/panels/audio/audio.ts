import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { client } from '../../lib/client/client.ts';
import { useCall } from '../../lib/client/query.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { announce } from '../../lib/notices/announce.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { onLeave } from '../../lib/preferences/persisted-store.ts';
import { followExchange } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import { type Mode, useForm } from './form.ts';
import { type AudioDocument, isSuccessful } from './model/audio-document.ts';
import type { Sender } from './model/drafts.ts';
import { partArrived } from './speak/arriving.ts';
import { type AudioStore, createAudioStore } from './store.ts';

let made: AudioStore | undefined;

/** Returns the panel's document store. It is created on first use and then resumes whatever is still running. */
export function audioStore(): AudioStore {
  if (made) return made;
  made = createAudioStore({
    client,
    send: followExchange,
    startRun: (parts, start, fold) => startRun(parts, start, fold, { panel: 'audio' }),
    now: Date.now,
    unknownOutcomeText: () => strings().audio.lost,
    onExchange(exchangeId, documentId, callId) {
      focusedCall.setState({ callId: null });
      rememberOrigin(exchangeId, { panel: 'audio', documentId, itemId: callId });
    },
    onPart: partArrived,
    onSettled: (_document, call) => {
      const t = strings().audio.announce;
      announce(isSuccessful(call) ? t[call.order.kind] : call.state === 'cancelled' ? t.stopped : t.failed);
    },
    onTrouble: () => toast({ intent: 'warn', title: strings().audio.notSaved }),
  });
  const { resume, flush } = made;
  onLeave(() => void flush());
  resume().catch(() => undefined);
  return made;
}

/** Returns where the next request is sent: the selected connection and key; `null` without a connection. */
export function useSelectedSender(): Sender | null {
  const { connection, key } = useActive();
  return connection && { connectionId: connection.id, keyId: key?.id ?? null };
}

/** Returns true while the demo gateway is selected: it recognizes nothing but its own voice. */
export function useIsDemo(): boolean {
  const { data } = useCall('demo', 'state', {});
  const { connection } = useActive();
  return connection !== null && data?.connectionId === connection.id;
}

export const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

/** Returns the open document of a mode: `null` for none, `undefined` while it is being read. */
export function useShown<M extends Mode>(mode: M): Extract<AudioDocument, { kind: M }> | null | undefined {
  const id = useForm((state) => state.shown[mode]);
  const document = useStore(audioStore().store, ({ open }) => (id === null ? undefined : open[id]));
  useEffect(() => {
    if (id === null) return;
    const forget = () =>
      useForm.setState(({ shown }) => (shown[mode] === id ? { shown: { ...shown, [mode]: null } } : {}));
    audioStore()
      .open(id)
      .then((found) => found ?? forget(), forget);
  }, [id, mode]);
  if (id === null) return null;
  return document?.kind === mode ? (document as Extract<AudioDocument, { kind: M }>) : undefined;
}

/** The call that was opened from the wire view, until another one starts; `null` when there is none. */
export const focusedCall = createStore<{ callId: string | null }>(() => ({ callId: null }));
