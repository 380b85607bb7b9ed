import type { SessionDraftInput } from '#shared/contract/realtime.ts';

export type TurnKind = 'server-vad' | 'semantic-vad' | 'manual';

/** Every setting of a session as the panel stores it: a value, and whether it is sent. */
export interface SessionForm {
  model: string;
  dialect: 'ga' | 'beta';
  auth: 'header' | 'subprotocol';
  flipDialect: boolean;
  reconnect: boolean;
  output: 'audio' | 'text';
  sent: Partial<Record<SettingName, boolean>>;
  instructions: string;
  voice: string;
  transcriptionModel: string;
  transcriptionLanguage: string;
  turns: TurnKind;
  threshold: number;
  prefixMs: number;
  silenceMs: number;
  eagerness: 'auto' | 'low' | 'medium' | 'high';
  noiseReduction: 'near_field' | 'far_field';
  audioFormat: 'pcm16' | 'g711_ulaw' | 'g711_alaw';
  speed: number;
  temperature: number;
  maxTokens: number | null;
  tools: string;
  toolChoice: string;
}

export const settingNames = [
  'instructions',
  'voice',
  'turn_detection',
  'input_transcription',
  'noise_reduction',
  'audio_format',
  'speed',
  'temperature',
  'max_output_tokens',
  'tools',
  'tool_choice',
] as const;
export type SettingName = (typeof settingNames)[number];

const sentAtFirst: ReadonlySet<SettingName> = new Set(['voice', 'turn_detection', 'input_transcription']);

export const isSent = ({ sent }: SessionForm, name: SettingName): boolean => sent[name] ?? sentAtFirst.has(name);

export const emptyForm: SessionForm = {
  model: '',
  dialect: 'ga',
  auth: 'header',
  flipDialect: true,
  reconnect: true,
  output: 'audio',
  sent: {},
  instructions: '',
  voice: 'alloy',
  transcriptionModel: 'gpt-4o-transcribe',
  transcriptionLanguage: '',
  turns: 'server-vad',
  threshold: 0.5,
  prefixMs: 300,
  silenceMs: 500,
  eagerness: 'auto',
  noiseReduction: 'near_field',
  audioFormat: 'pcm16',
  speed: 1,
  temperature: 0.8,
  maxTokens: null,
  tools: '[]',
  toolChoice: 'auto',
};

/** Returns the settings whose value cannot be sent. */
export function settingProblems(form: SessionForm): SettingName[] {
  return settingNames.filter((name) => isSent(form, name) && isWrong(form, name));
}

function isWrong(form: SessionForm, name: SettingName): boolean {
  switch (name) {
    case 'tools':
      return !isToolList(form.tools);
    case 'voice':
      return form.voice.trim() === '';
    case 'input_transcription':
      return form.transcriptionModel.trim() === '';
    case 'tool_choice':
      return form.toolChoice.trim() === '';
    default:
      return false;
  }
}

/** Returns true for a JSON array of objects. */
function isToolList(text: string): boolean {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.every((tool) => typeof tool === 'object' && tool !== null);
  } catch {
    return false;
  }
}

interface Sender {
  connectionId: string;
  keyId: string | undefined;
}

/** Returns the session to request. Settings that are off are absent. */
export function sessionDraftOf(form: SessionForm, { connectionId, keyId }: Sender): SessionDraftInput {
  const { model, dialect, auth, flipDialect, reconnect } = form;
  const sends = (name: SettingName) => isSent(form, name);
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    model,
    dialect,
    auth,
    flipDialect,
    reconnect,
    settings: {
      output: form.output,
      ...(sends('instructions') && form.instructions ? { instructions: form.instructions } : {}),
      ...(sends('voice') ? { voice: form.voice.trim() } : {}),
      ...(sends('turn_detection') ? { turns: turnsOf(form) } : {}),
      ...(sends('input_transcription')
        ? {
            transcription: {
              model: form.transcriptionModel.trim(),
              ...(form.transcriptionLanguage.trim() ? { language: form.transcriptionLanguage.trim() } : {}),
            },
          }
        : {}),
      ...(sends('noise_reduction') ? { noiseReduction: form.noiseReduction } : {}),
      ...(sends('audio_format') ? { inputFormat: form.audioFormat, outputFormat: form.audioFormat } : {}),
      ...(sends('speed') ? { speed: form.speed } : {}),
      ...(sends('temperature') ? { temperature: form.temperature } : {}),
      ...(sends('max_output_tokens') ? { maxTokens: form.maxTokens ?? ('inf' as const) } : {}),
      ...(sends('tools') ? { tools: form.tools } : {}),
      ...(sends('tool_choice') ? { toolChoice: form.toolChoice.trim() } : {}),
    },
  };
}

function turnsOf({ turns, threshold, prefixMs, silenceMs, eagerness }: SessionForm) {
  switch (turns) {
    case 'server-vad':
      return { kind: turns, threshold, prefixMs, silenceMs };
    case 'semantic-vad':
      return { kind: turns, eagerness };
    case 'manual':
      return { kind: turns };
  }
}
