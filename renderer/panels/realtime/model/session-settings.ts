import type { SessionDraftInput } from '#shared/contract/realtime.ts';
import { isObject, parseJson } from '#shared/protocol/json.ts';
import { isToolValid, type ToolDefinition } from '../../../lib/gateway/parameters/tool-definition.ts';

export type TurnKind = 'server-vad' | 'semantic-vad' | 'manual';

/** A tool of the session, and the output that calls of it get automatically; `null`: the user enters each one. */
export interface SessionTool extends ToolDefinition {
  output: string | null;
}

/** Voices of the public realtime services. Others can be typed. */
export const knownVoices = [
  'marin',
  'cedar',
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'sage',
  'shimmer',
  'verse',
] as const;

/** Every setting of a session as the panel stores it: a value, and whether it is sent. */
export interface SessionForm {
  model: string;
  dialect: 'ga' | 'beta';
  auth: 'header' | 'subprotocol';
  flipDialect: boolean;
  reconnect: boolean;
  /** `transcript`: a transcription session; no model replies. */
  output: 'audio' | 'text' | 'transcript';
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
  tools: readonly SessionTool[];
  /** Tools of other types, as a JSON array; empty for none. */
  otherTools: string;
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

const ofTranscription: ReadonlySet<SettingName> = new Set([
  'turn_detection',
  'input_transcription',
  'noise_reduction',
  'audio_format',
]);

/** Returns the settings that a session of this form has: a transcription session has those of its input alone. */
export const settingsOf = ({ output }: SessionForm): SettingName[] =>
  settingNames.filter((name) => output !== 'transcript' || ofTranscription.has(name));

const sentAtFirst: ReadonlySet<SettingName> = new Set(['voice', 'turn_detection', 'input_transcription']);

/** Returns whether a setting is sent. What is transcribed is the purpose of a transcription session. */
export const isSent = ({ sent, output }: SessionForm, name: SettingName): boolean =>
  (output === 'transcript' && name === 'input_transcription') || (sent[name] ?? sentAtFirst.has(name));

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
  tools: [],
  otherTools: '',
  toolChoice: 'auto',
};

/** Reads a stored form, perhaps of an earlier version, whose tools were one JSON text. */
export const readForm = (stored: Record<string, unknown>, initial: SessionForm): Partial<SessionForm> =>
  Object.fromEntries(
    Object.entries(initial).flatMap(([name, value]) => {
      const found = stored[name];
      if (name === 'maxTokens') return [[name, typeof found === 'number' ? found : null]];
      if (name === 'tools') return Object.entries(readTools(found));
      return typeof found === typeof value ? [[name, found]] : [];
    }),
  );

function readTools(stored: unknown): Partial<SessionForm> {
  if (typeof stored === 'string') {
    const read = toolList(stored);
    // A text that is no list is kept as it was typed.
    if (read === null) return { otherTools: stored };
    const [functions, others] = [read.filter(isFunction), read.filter((tool) => !isFunction(tool))];
    return {
      tools: functions.map(({ name, description, parameters }) => ({
        name: String(name ?? ''),
        description: String(description ?? ''),
        parameters: parameters === undefined ? '' : JSON.stringify(parameters, null, 2),
        output: null,
      })),
      otherTools: others.length === 0 ? '' : JSON.stringify(others, null, 2),
    };
  }
  const tools = Array.isArray(stored) ? stored.filter(isObject) : [];
  return {
    tools: tools.map(({ name, description, parameters, output }) => ({
      name: String(name ?? ''),
      description: String(description ?? ''),
      parameters: String(parameters ?? ''),
      output: typeof output === 'string' ? output : null,
    })),
  };
}

const isFunction = (tool: Record<string, unknown>): boolean =>
  tool.type === 'function' && typeof tool.name === 'string';

/** Returns the tools of a JSON array of objects; `null` for any other text. */
function toolList(text: string): Record<string, unknown>[] | null {
  const read = parseJson(text);
  return Array.isArray(read) && read.every(isObject) ? read : null;
}

/** Returns the tools as one JSON array, as they are sent. */
function toolsJson({ tools, otherTools }: SessionForm): string {
  const functions = tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name: name.trim(),
    ...(description.trim() && { description: description.trim() }),
    ...(parameters.trim() && { parameters: JSON.parse(parameters) as unknown }),
  }));
  return JSON.stringify([...functions, ...(otherTools.trim() ? (toolList(otherTools) ?? []) : [])]);
}

/** Returns the settings whose value cannot be sent. */
export function settingProblems(form: SessionForm): SettingName[] {
  return settingsOf(form).filter((name) => isSent(form, name) && isWrong(form, name));
}

function isWrong(form: SessionForm, name: SettingName): boolean {
  switch (name) {
    case 'tools':
      return !form.tools.every(isToolValid) || (form.otherTools.trim() !== '' && toolList(form.otherTools) === null);
    case 'voice':
      return form.voice.trim() === '';
    case 'input_transcription':
      return form.output !== 'transcript' && form.transcriptionModel.trim() === '';
    case 'tool_choice':
      return form.toolChoice.trim() === '';
    default:
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
  const isTranscript = form.output === 'transcript';
  const own = new Set(settingsOf(form));
  const sends = (name: SettingName) => own.has(name) && isSent(form, name);
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    model,
    dialect,
    auth,
    flipDialect,
    reconnect,
    ...(sends('tools') ? { toolOutputs: toolOutputsOf(form) } : {}),
    settings: {
      output: form.output,
      ...(sends('instructions') && form.instructions ? { instructions: form.instructions } : {}),
      ...(sends('voice') ? { voice: form.voice.trim() } : {}),
      ...(sends('turn_detection') ? { turns: turnsOf(form) } : {}),
      ...(sends('input_transcription')
        ? {
            transcription: {
              // The model of the session is the one that transcribes.
              model: isTranscript ? model : form.transcriptionModel.trim(),
              ...(form.transcriptionLanguage.trim() ? { language: form.transcriptionLanguage.trim() } : {}),
            },
          }
        : {}),
      ...(sends('noise_reduction') ? { noiseReduction: form.noiseReduction } : {}),
      ...(sends('audio_format')
        ? { inputFormat: form.audioFormat, ...(isTranscript ? {} : { outputFormat: form.audioFormat }) }
        : {}),
      ...(sends('speed') ? { speed: form.speed } : {}),
      ...(sends('temperature') ? { temperature: form.temperature } : {}),
      ...(sends('max_output_tokens') ? { maxTokens: form.maxTokens ?? ('inf' as const) } : {}),
      ...(sends('tools') && !isWrong(form, 'tools') ? { tools: toolsJson(form) } : {}),
      ...(sends('tool_choice') ? { toolChoice: form.toolChoice.trim() } : {}),
    },
  };
}

const toolOutputsOf = ({ tools }: SessionForm): Record<string, string> =>
  Object.fromEntries(tools.flatMap(({ name, output }) => (output === null ? [] : [[name.trim(), output]])));

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
