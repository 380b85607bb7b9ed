import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { parseJson } from '#shared/protocol/json.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { LimitHint } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { voicesIn } from '../../../lib/generation/gateway-voices.ts';
import { knownVoices } from '../../../lib/generation/speak-settings.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { followExchange } from '../../../lib/runs/follow-exchange.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useForm } from '../form.ts';
import type { Sender } from '../model/drafts.ts';
import s from './speak.module.css';

/** The response to the list of voices, by connection and key, for as long as the page is open. */
interface OwnVoices {
  /** `null` where the gateway has no list; absent before it was asked. */
  lists: Readonly<Record<string, unknown>>;
  waiting: readonly string[];
}

const ownVoices = createStore<OwnVoices>(() => ({ lists: {}, waiting: [] }));

const keyOf = ({ connectionId, keyId }: Sender) => `${connectionId} ${keyId ?? ''}`;

/** Returns the voices that the gateway lists for a model, and whether it was asked for them. */
function useOwnVoices(sender: Sender | null, model: string) {
  const key = sender ? keyOf(sender) : '';
  const list = useStore(ownVoices, ({ lists }) => lists[key]);
  return {
    voices: list === undefined || list === null ? [] : voicesIn(list, model),
    isAsked: list !== undefined,
    isWaiting: useStore(ownVoices, ({ waiting }) => waiting.includes(key)),
  };
}

/** Requests the list of voices, once; a gateway without one is not asked again while the page is open. */
async function askForVoices(sender: Sender): Promise<void> {
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

interface VoiceChoiceProps {
  label: string;
  sender: Sender | null;
  selected: readonly string[];
  onSelectedChange: (voices: string[]) => void;
}

/**
 * The voices: those that the gateway lists, once the user asks for its list, those listed in a refusal, which take
 * precedence over the public ones, and any typed name.
 */
export function VoiceChoice({ label, sender, selected, onSelectedChange }: VoiceChoiceProps) {
  const { connection } = useActive();
  const { speakModel, typedVoices } = useForm();
  const limits = useLimits(connection?.id, 'audio.speech', speakModel || null).filter(({ field }) => field === 'voice');
  const offered: readonly string[] = limits.find(({ allowed }) => allowed.length > 0)?.allowed ?? knownVoices;
  const t = useStrings().audio.speak;
  const gateway = useOwnVoices(sender, speakModel);
  const common = offered.filter((voice) => !gateway.voices.includes(voice));
  const listed = [...gateway.voices, ...common];
  const own = [...new Set([...typedVoices, ...selected])].filter((voice) => !listed.includes(voice));
  const toggle = (voice: string, on: boolean) =>
    onSelectedChange(on ? [...selected, voice] : selected.filter((other) => other !== voice));
  const [limit] = limits;
  const chipOf = (voice: string) => (
    <Chip
      key={voice}
      pressed={selected.includes(voice)}
      onPressedChange={(on) => toggle(voice, on)}
      onRemove={
        own.includes(voice)
          ? () => {
              toggle(voice, false);
              useForm.setState({ typedVoices: typedVoices.filter((other) => other !== voice) });
            }
          : undefined
      }
      removeLabel={t.removeVoice(voice)}
    >
      {voice}
    </Chip>
  );
  return (
    <fieldset className={s.voices} aria-label={label} data-place="voices" tabIndex={-1}>
      {gateway.voices.length > 0 && <span className={s.voiceGroup}>{t.gatewayVoices}</span>}
      {gateway.voices.map(chipOf)}
      {gateway.voices.length > 0 && <span className={s.voiceGroup}>{t.commonVoices}</span>}
      {[...common, ...own].map(chipOf)}
      {sender && !gateway.isAsked && (
        <Button size="sm" intent="quiet" busy={gateway.isWaiting} onClick={() => void askForVoices(sender)}>
          {t.listVoices}
        </Button>
      )}
      <OtherVoice onAdd={(voice) => !selected.includes(voice) && toggle(voice, true)} />
      {limit && <LimitHint limit={limit} />}
    </fieldset>
  );
}

/** Adds a voice by its name. */
function OtherVoice({ onAdd }: { onAdd: (voice: string) => void }) {
  const t = useStrings().audio.speak;
  const [name, setName] = useState('');
  const add = () => {
    const voice = name.trim();
    if (voice === '') return;
    useForm.setState(({ typedVoices }) => ({ typedVoices: [...new Set([...typedVoices, voice])] }));
    onAdd(voice);
    setName('');
  };
  return (
    <TextField
      aria-label={t.otherVoice}
      mono
      size="sm"
      width="170px"
      value={name}
      placeholder={t.addVoice}
      onValueChange={setName}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // With Ctrl it also sends.
        if (!event.ctrlKey && !event.metaKey) event.preventDefault();
        add();
      }}
    />
  );
}
