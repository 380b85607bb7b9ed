import type { SessionDraftInput } from '#shared/contract/realtime.ts';

export type TurnKind = 'server-vad' | 'semantic-vad' | 'manual';

/** Every setting of a session as the panel keeps it: a value, and whether it is sent. */
export interface SessionDesk {
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

export const isSent = ({ sent }: SessionDesk, name: SettingName): boolean => sent[name] ?? sentAtFirst.has(name);

export const freshDesk: SessionDesk = {
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

/** Settings whose value can not be sent as it stands. */
export function settingProblems(desk: SessionDesk): SettingName[] {
  return settingNames.filter((name) => isSent(desk, name) && isWrong(desk, name));
}

function isWrong(desk: SessionDesk, name: SettingName): boolean {
  switch (name) {
    case 'tools':
      return !isToolList(desk.tools);
    case 'voice':
      return desk.voice.trim() === '';
    case 'input_transcription':
      return desk.transcriptionModel.trim() === '';
    case 'tool_choice':
      return desk.toolChoice.trim() === '';
    default:
      return false;
  }
}

/** A JSON array of objects. */
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

/** The session as it is asked for. What is not ticked is absent. */
export function sessionDraftOf(desk: SessionDesk, { connectionId, keyId }: Sender): SessionDraftInput {
  const { model, dialect, auth, flipDialect, reconnect } = desk;
  const sends = (name: SettingName) => isSent(desk, name);
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    model,
    dialect,
    auth,
    flipDialect,
    reconnect,
    settings: {
      output: desk.output,
      ...(sends('instructions') && desk.instructions ? { instructions: desk.instructions } : {}),
      ...(sends('voice') ? { voice: desk.voice.trim() } : {}),
      ...(sends('turn_detection') ? { turns: turnsOf(desk) } : {}),
      ...(sends('input_transcription')
        ? {
            transcription: {
              model: desk.transcriptionModel.trim(),
              ...(desk.transcriptionLanguage.trim() ? { language: desk.transcriptionLanguage.trim() } : {}),
            },
          }
        : {}),
      ...(sends('noise_reduction') ? { noiseReduction: desk.noiseReduction } : {}),
      ...(sends('audio_format') ? { inputFormat: desk.audioFormat, outputFormat: desk.audioFormat } : {}),
      ...(sends('speed') ? { speed: desk.speed } : {}),
      ...(sends('temperature') ? { temperature: desk.temperature } : {}),
      ...(sends('max_output_tokens') ? { maxTokens: desk.maxTokens ?? ('inf' as const) } : {}),
      ...(sends('tools') ? { tools: desk.tools } : {}),
      ...(sends('tool_choice') ? { toolChoice: desk.toolChoice.trim() } : {}),
    },
  };
}

function turnsOf({ turns, threshold, prefixMs, silenceMs, eagerness }: SessionDesk) {
  switch (turns) {
    case 'server-vad':
      return { kind: turns, threshold, prefixMs, silenceMs };
    case 'semantic-vad':
      return { kind: turns, eagerness };
    case 'manual':
      return { kind: turns };
  }
}
