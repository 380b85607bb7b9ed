import type { Draft } from '#shared/contract/exchanges.ts';
import { orNull } from '../or-null.ts';

/** Longer bodies are not parsed for a name. */
const longestBody = 200_000;
const mostLetters = 48;
const mediaEnding =
  /\.(?:mp3|wav|flac|ogg|oga|opus|aac|m4a|pcm|weba|aiff|mp4|m4v|mov|webm|ogv|avi|gif|png|jpe?g|webp|bin)$/i;

interface NamedResponse {
  draft: Pick<Draft, 'routeId' | 'params' | 'body'>;
  headers: readonly (readonly [name: string, value: string])[];
  /** Extension of the detected format, without a dot. */
  ending: string;
  isPartial: boolean;
}

/**
 * Returns a name for the file of a response: the gateway's, else after the task, else after the first spoken words. Its
 * extension follows from the bytes, whatever the gateway says.
 */
export function responseFileName({ draft, headers, ending, isPartial }: NamedResponse): string {
  const stem = dispositionName(headers) ?? draft.params.task_id ?? firstWords(draft) ?? draft.routeId;
  return `${nameStem(stem) || draft.routeId}${isPartial ? '.partial' : ''}.${ending}`;
}

/** Returns a name without the extension of a media file. */
export const nameStem = (name: string): string => name.replace(mediaEnding, '').slice(0, 120);

/** Returns `filename*=UTF-8''...` or `filename="..."` of a `content-disposition`. */
export function dispositionName(headers: NamedResponse['headers']): string | null {
  const disposition = headers.find(([name]) => name.toLowerCase() === 'content-disposition')?.[1] ?? '';
  const coded = /filename\*\s*=\s*utf-8'[\w-]*'([^;\s]{1,512})/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]{1,512})"|([^;\s]{1,512}))/i.exec(disposition);
  return decoded(coded) ?? plain?.[1] ?? plain?.[2] ?? null;
}

const decoded = (coded: string | undefined): string | null =>
  coded === undefined ? null : orNull(() => decodeURIComponent(coded));

/** Returns the beginning of the input text, cut between words. */
function firstWords({ body }: NamedResponse['draft']): string | null {
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
  const input = orNull((): unknown => JSON.parse(text).input);
  return typeof input === 'string' ? input.slice(0, 500) : '';
}
