import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { parseJson } from '#shared/protocol/json.ts';
import { voicesIn } from '../../../lib/generation/gateway-voices.ts';
import { followExchange } from '../../../lib/runs/follow-exchange.ts';
import type { Sender } from '../model/drafts.ts';

/** The response to the list of voices, by connection and key, for as long as the page is open. */
interface OwnVoices {
  /** `null` where the gateway has no list; absent before it was asked. */
  lists: Readonly<Record<string, unknown>>;
  waiting: readonly string[];
}

const ownVoices = createStore<OwnVoices>(() => ({ lists: {}, waiting: [] }));

const keyOf = ({ connectionId, keyId }: Sender) => `${connectionId} ${keyId ?? ''}`;

/** Returns the voices that the gateway lists for a model, and whether it was asked for them. */
export function useOwnVoices(sender: Sender | null, model: string) {
  const key = sender ? keyOf(sender) : '';
  const list = useStore(ownVoices, ({ lists }) => lists[key]);
  return {
    voices: list === undefined || list === null ? [] : voicesIn(list, model),
    isAsked: list !== undefined,
    isWaiting: useStore(ownVoices, ({ waiting }) => waiting.includes(key)),
  };
}

/** Requests the list of voices, once; a gateway without one is not asked again while the page is open. */
export async function askForVoices(sender: Sender): Promise<void> {
  const key = keyOf(sender);
  const { lists, waiting } = ownVoices.getState();
  if (key in lists || waiting.includes(key)) return;
  ownVoices.setState({ waiting: [...waiting, key] });
  let text = '';
  try {
    for await (const part of followExchange({
      connectionId: sender.connectionId,
      ...(sender.keyId !== null && { keyId: sender.keyId }),
      routeId: 'custom',
      custom: { method: 'GET', path: '/v1/audio/voices' },
      body: { kind: 'none' },
      options: { allowMisuse: true, expectRefusal: true },
    })) {
      if (part.type === 'raw-event') text += part.data;
      if (part.type === 'run-end' && part.error) text = '';
    }
  } catch {
    text = '';
  }
  ownVoices.setState((now) => ({
    lists: { ...now.lists, [key]: parseJson(text) ?? null },
    waiting: now.waiting.filter((other) => other !== key),
  }));
}
