import type { Draft } from '#shared/contract/exchanges.ts';

/** Longer bodies are not read for a name. */
const longestBody = 200_000;
const mostLetters = 48;
const mediaEnding =
  /\.(?:mp3|wav|flac|ogg|oga|opus|aac|m4a|pcm|weba|aiff|mp4|m4v|mov|webm|ogv|avi|gif|png|jpe?g|webp|bin)$/i;

interface NamedAnswer {
  draft: Pick<Draft, 'routeId' | 'params' | 'body'>;
  headers: readonly (readonly [name: string, value: string])[];
  /** Of the format that the bytes are of, without a dot. */
  ending: string;
  isPartial: boolean;
}

/**
 * A name for the file of an answer: as the gateway calls it, else after the task, else after the first spoken words.
 * Its ending tells what the bytes are, whatever the gateway says.
 */
export function responseFileName({ draft, headers, ending, isPartial }: NamedAnswer): string {
  const stem = answerName(headers) ?? draft.params.task_id ?? firstWords(draft) ?? draft.routeId;
  return `${nameStem(stem) || draft.routeId}${isPartial ? '.partial' : ''}.${ending}`;
}

/** A name without the ending of a media file. */
export const nameStem = (name: string): string => name.replace(mediaEnding, '').slice(0, 120);

/** `filename*=UTF-8''...` or `filename="..."` of a `content-disposition`. */
export function answerName(headers: NamedAnswer['headers']): string | null {
  const disposition = headers.find(([name]) => name.toLowerCase() === 'content-disposition')?.[1] ?? '';
  const coded = /filename\*\s*=\s*utf-8'[\w-]*'([^;\s]{1,512})/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]{1,512})"|([^;\s]{1,512}))/i.exec(disposition);
  return decoded(coded) ?? plain?.[1] ?? plain?.[2] ?? null;
}

function decoded(coded: string | undefined): string | null {
  try {
    return coded === undefined ? null : decodeURIComponent(coded);
  } catch {
    return null;
  }
}

/** The beginning of what is to be spoken, cut between words. */
function firstWords({ body }: NamedAnswer['draft']): string | null {
  if (body.kind !== 'json' || body.text.length > longestBody) return null;
  const input = inputOf(body.text);
  const words = input
    .replace(/[^\p{L}\p{N}\s'-]+/gu, ' ')
    .trim()
    .split(/\s+/u);
  let name = '';
  for (const word of words) {
    if (name.length + word.length >= mostLetters) break;
    name += name === '' ? word : ` ${word}`;
  }
  return name === '' ? null : name;
}

function inputOf(text: string): string {
  try {
    const { input } = JSON.parse(text) as { input?: unknown };
    return typeof input === 'string' ? input.slice(0, 500) : '';
  } catch {
    return '';
  }
}
