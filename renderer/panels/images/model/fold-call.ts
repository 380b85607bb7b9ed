import type { ImagePart, Part } from '#shared/protocol/part.ts';
import { foldRun } from '../../../lib/runs/fold-run.ts';
import type { Call, MadeImage } from './generation.ts';

/** Adds one part of an answer to its call. Nothing that arrived is ever taken away again. */
export function foldCall(call: Call, part: Part): Call {
  switch (part.type) {
    case 'progress':
      return { ...call, stage: part.stage, ...sendingOf(part) };
    case 'image':
      return foldImage(call, part);
    case 'text-delta':
      return withText(call, part.choice ?? 0, (text) => text + part.text);
    case 'text-final':
      return withText(call, part.choice ?? 0, () => part.text);
    case 'task-state':
      return {
        ...call,
        warnings: [...call.warnings, { code: 'task', message: `${part.taskId} ${part.statusWord ?? part.state}` }],
      };
    default:
      return foldRun(call, part);
  }
}

const sendingOf = ({ stage, sentBytes, totalBytes }: Extract<Part, { type: 'progress' }>): Pick<Call, 'sending'> =>
  stage === 'sending' && sentBytes && totalBytes ? { sending: { sentBytes, totalBytes } } : {};

function foldImage(call: Call, part: ImagePart): Call {
  if (part.partial !== undefined)
    return part.ref
      ? {
          ...call,
          previews: [...call.previews, { index: part.index ?? 0, partial: part.partial, file: part.ref }],
        }
      : call;
  return { ...call, pictures: [...call.pictures, imageOf(part, call.pictures.length)] };
}

const imageOf = (part: ImagePart, index: number): MadeImage => ({
  index,
  file: part.ref ?? null,
  url: part.url ?? null,
  mediaType: part.mediaType,
  width: null,
  height: null,
  revisedPrompt: part.revisedPrompt ?? null,
  size: part.size ?? null,
  quality: part.quality ?? null,
  background: part.background ?? null,
});

function withText(call: Call, choice: number, change: (text: string) => string): Call {
  const texts = [...call.texts];
  while (texts.length <= choice) texts.push('');
  texts[choice] = change(texts[choice] ?? '');
  return { ...call, texts };
}
