import type { ReaderKind } from '#shared/protocol/route.ts';
import { openAnything } from './anything.ts';
import { openChat } from './chat.ts';
import { openCompact } from './compact.ts';
import type { Dialect, OpenDialect } from './dialect.ts';
import { openEmbeddings } from './embeddings.ts';
import type { ResponseFacts } from './failures/answers.ts';
import { openEdits, openImages } from './images.ts';
import { openJson } from './json.ts';
import { openModels, openNativeModels } from './models.ts';
import { openNative } from './native.ts';
import { openRerank } from './rerank.ts';
import { openResponses } from './responses.ts';
import { openSpeech } from './speech.ts';
import { openTask } from './task.ts';
import { openTranscript } from './transcript.ts';
import { openVideo } from './video.ts';

/** Kinds with a dialect of their own; every other kind is passed on as JSON. */
const dialects: Readonly<Partial<Record<ReaderKind, OpenDialect>>> = {
  chat: openChat,
  responses: openResponses,
  compact: openCompact,
  native: openNative,
  models: openModels,
  'native-models': openNativeModels,
  embeddings: openEmbeddings,
  rerank: openRerank,
  images: openImages,
  edits: openEdits,
  transcript: openTranscript,
  speech: openSpeech,
  video: openVideo,
  task: openTask,
  anything: openAnything,
};

/** A fresh dialect for one answer. */
export function openDialect(kind: ReaderKind, facts: ResponseFacts): Dialect {
  return (dialects[kind] ?? openJson)(facts);
}
