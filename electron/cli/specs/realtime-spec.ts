import { draftOptions } from './request-specs.ts';
import {
  type CommandSpec,
  gatewayOptions,
  jsonOption,
  type OptionSpecs,
  outOptions,
  quietOption,
  wireOptions,
} from './spec.ts';

export const realtimeOptions = {
  text: { value: 'TEXT', text: 'Send one turn as text' },
  wav: { value: 'FILE', offers: 'file', text: 'Send a WAV file as if it were spoken into a microphone' },
  script: { value: 'FILE', offers: 'file', text: 'Run a session script: a JSON array, or one step per line' },
  fast: { text: 'Send audio as fast as possible' },
  model: draftOptions.model,
  system: { short: 's', value: 'TEXT', text: 'System prompt' },
  voice: { value: 'NAME', text: 'Voice of the model' },
  transcribe: { value: 'MODEL', offers: 'model', text: 'Transcribe your audio with this model' },
  'transcribe-only': { text: 'Run a transcription session: your words go to stdout, and no model replies' },
  dialect: {
    value: 'VERSION',
    choices: ['ga', 'beta'],
    default: 'ga',
    text: 'API version; the other is tried once if the gateway refuses it',
  },
  'key-in': { value: 'PLACE', choices: ['header', 'subprotocol'], default: 'header', text: 'Where the key is sent' },
  'no-reconnect': { text: 'End the session when the connection is lost' },
  ...gatewayOptions,
  ...wireOptions,
  ...outOptions,
  ...jsonOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const realtimeSpec: CommandSpec = {
  group: 'Try',
  summary: 'Run a realtime session with text, a WAV file or a script',
  usage: ['realtime (--text TEXT | --wav FILE | --script FILE) [options]'],
  about: 'The words of the model go to stdout, all other events to stderr. --out saves its audio as a WAV file.',
  examples: [
    'patchbay realtime --demo --text "What is 6 * 7?"',
    'patchbay realtime --demo --wav question.wav --out answer.wav',
    'patchbay realtime --wav talk.wav --transcribe-only --model gpt-4o-transcribe',
    'patchbay realtime --script talk.jsonl --model gpt-realtime --json',
  ],
  options: realtimeOptions,
  sections: [
    {
      title: 'SCRIPT',
      rows: [
        'Steps: play, say, send, commit, respond, cancel, clear, cut, wait, expect, end. Each may have "at" in seconds. ' +
          'Files are relative to the script.',
      ],
    },
    {
      title: 'EXIT STATUS',
      rows: [
        '0 when the session ended normally, no response failed and every expect step of the script was met. A response ' +
          'that failed exits by its reason, such as 4 for a quota; 10 when a reply was cut; 7 when --out has no audio.',
      ],
    },
  ],
};
