import type { AuthorizedRequest } from '../incoming-request.ts';
import { asText, type JsonRecord } from '../json-value.ts';
import { type Reply, type Step, upstreamError } from '../responses/reply.ts';
import { type Send, withSteps } from '../responses/steps.ts';
import { inBandError } from './cuts-and-stalls.ts';
import { type Alter, documentsIn, type Effect, faultsOf, inDialect } from './fault.ts';

/** Changes the successful response of the two transcription routes; other responses are unchanged. */
export const listening = (alter: Alter): Effect => inDialect('transcript', alter);

/** Changes the JSON of a response that is not streamed. */
export const whole = (change: (document: JsonRecord) => unknown): Effect =>
  documentsIn('transcript', change, 'whole', 'finish');

/** Changes a streamed response. */
export const streamed = (alter: Alter): Effect =>
  listening((reply, authorized) => (reply.form === 'events' ? alter(reply, authorized) : reply));

export const refusal = (refuse: (authorized: AuthorizedRequest) => Reply): Effect => ({
  instead: (authorized) => (/^audio\.trans/.test(authorized.route) ? refuse(authorized) : null),
});

export const sends = (reply: Reply): Send[] => [...reply.steps].filter((step): step is Send => step.do === 'send');

function* brokenByError(reply: Reply): Generator<Step> {
  yield* sends(reply).slice(0, 2);
  yield inBandError(reply);
}

const firstHalf = (text: string): string => text.slice(0, Math.ceil(text.length / 2));

/** What transcription and translation routes really send, and what can be wrong with it. */
export const transcriptFaults = faultsOf(
  `
  transcribe-empty | transcription | media | Empty transcript | 转录为空
  transcribe-cut-text | transcription | media | Half a transcript | 转录只有一半
  transcribe-null-segments | transcription | media | Null segments | 分段为 null
  transcribe-stream-error | transcription | media | Transcription error mid-stream | 转录流中途出错
  transcribe-too-long | transcription | media | Recording too long | 录音过长
`,
  {
    'transcribe-empty': whole((document) => ({
      ...document,
      text: '',
      ...('segments' in document && { segments: [] }),
    })),
    'transcribe-cut-text': whole((document) => ({ ...document, text: firstHalf(asText(document.text)) })),
    'transcribe-null-segments': whole((document) =>
      'duration' in document ? { ...document, segments: null, words: null } : document,
    ),
    'transcribe-stream-error': streamed((reply) => withSteps(reply, () => brokenByError(reply))),
    'transcribe-too-long': refusal((authorized) => {
      const message = 'audio duration 1523.4 seconds is longer than 1500 seconds which is the maximum for this model';
      return upstreamError(authorized, false, { message, code: 'invalid_value' }).reply;
    }),
  },
);
