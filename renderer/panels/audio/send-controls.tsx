import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { OriginLine } from '../../lib/gateway/origin/origin-line.tsx';
import { type SelectedPlace, useMustChoose, type WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { type SendBlocker, useBlockedSend } from '../../lib/runs/send-blocker.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ComposerWarning } from '../../ui/fields/composer.tsx';
import { type AudioDocument, callsOf } from './model/audio-document.ts';

/** Connection and key that the user moved each document to: the next request is sent there. */
const moved = createStore<Record<string, Pick<SelectedPlace, 'connectionId' | 'keyId'>>>(() => ({}));

/** Returns the origin of a document, and whether the user must first choose where the next request is sent. */
export function useAudioOrigin(document: AudioDocument | null | undefined) {
  const active = useActive();
  const to = useStore(moved, (places) => (document ? places[document.id] : undefined));
  const origin = originOf(document, active.connections, active.keys);
  return { origin, mustChoose: useMustChoose(origin, to) };
}

/** Says that audio was sent with a connection or key other than the selected one, and offers the two choices. */
export function AudioOriginLine({ document, panel }: { document: AudioDocument | null | undefined; panel: string }) {
  const { origin, mustChoose } = useAudioOrigin(document);
  if (!document || !origin || !mustChoose) return null;
  return (
    <OriginLine
      panel={panel}
      origin={origin}
      onUseHere={({ connectionId, keyId }) => moved.setState({ [document.id]: { connectionId, keyId } })}
    />
  );
}

/**
 * Returns the origin of a document: that of its last request, `null` if nothing was sent. Names are filled in where
 * known.
 */
export function originOf(
  document: AudioDocument | null | undefined,
  connections: readonly { id: string; name: string }[],
  keys: readonly { id: string; alias: string }[],
): WorkOrigin | null {
  const last = document && callsOf(document).at(-1);
  if (!last) return null;
  const { connectionId, keyId, routeId, model } = last;
  return {
    connectionId,
    connectionName: connections.find(({ id }) => id === connectionId)?.name ?? '',
    keyId,
    keyAlias: keys.find(({ id }) => id === keyId)?.alias ?? null,
    routeId,
    model,
  };
}

interface GoButtonProps {
  label: string;
  /** What it does, in the palette. */
  title: string;
  /** Why it cannot run now, and where that is changed. */
  blocker: SendBlocker | undefined;
  onGo: () => void;
  /** Set while it runs. */
  onStop: (() => void) | undefined;
}

/** A run button with its keys, which turns into Stop while the run lasts. Blocked, its keys say why. */
export function GoButton({ label, title, blocker, onGo, onStop }: GoButtonProps) {
  const { stop } = useStrings().audio.listen;
  const keys = useKeysLabel('audio.send');
  const { reason, attempt } = useBlockedSend(blocker);
  useShortcut('audio.send', () => attempt(onGo), onStop === undefined, title);
  if (onStop)
    return (
      <Button intent="stop" onClick={onStop}>
        {stop}
      </Button>
    );
  return (
    <>
      {reason !== undefined && <ComposerWarning>{reason}</ComposerWarning>}
      <Button intent="primary" shortcut={keys} disabledReason={blocker?.reason} onClick={onGo}>
        {label}
      </Button>
    </>
  );
}
