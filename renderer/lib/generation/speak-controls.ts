import type { PlainControl } from '../gateway/parameters/request-parameters.ts';
import { speakFormats } from './speak-settings.ts';

/** The optional parameters of a speech request, as they are edited. */
export const speakControls = {
  response_format: { kind: 'choice', options: speakFormats },
  speed: { kind: 'slider', min: 0.25, max: 4, step: 0.05 },
  instructions: { kind: 'prose' },
  stream_format: { kind: 'choice', options: ['audio', 'sse'] },
} as const satisfies Record<string, PlainControl>;
