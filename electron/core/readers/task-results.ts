import { Buffer } from 'node:buffer';
import { asObject, type JsonObject, parseJson, words } from './intake/json-value.ts';
import { mediaForm } from './intake/media-signature.ts';

/** What a task makes. `any`: its route does not say. */
export type ResultKind = 'video' | 'image' | 'any';

/** Where the URL of a result is, most common first: these come before everything that is found by its name. */
const usualPlaces = words(`metadata.url result_url url video_url output.video_url output.url content.video_url
  content.url videos.0.url task_result.videos.0.url creations.0.url output.0 outputs.0 unsigned_urls.0
  artifacts.0.content_url file.download_url video.url video`);

/** What is not the result, by a word of its name: images beside it, what was sent, and addresses of the API. */
const asides =
  /(?:^|_)(?:cover|covers|thumb|thumbs|thumbnail|thumbnails|poster|preview|previews|snapshot|avatar|logo|icon|input|inputs|source|init|reference|references|ref|mask|prompt|audio|callback|webhook|notify|status|cancel|stream|log|logs|web|docs|help|poll|get|self|next|request|params|parameters|properties|args|arguments|options|license|watermark|frame|frames|lastframe|firstframe)(?:_|$)|(?:^|_)response_url$|^response_?uri$/;
const imageWords = /(?:^|_)(?:image|images|img|picture|pictures|photo)(?:_|$)/;
const videoWords = /(?:^|_)(?:video|videos|movie|clip|clips|film|mp4|animation)(?:_|$)/;
const results =
  /(?:^|_)(?:result|results|output|outputs|generated|generation|generations|creation|creations|artifact|artifacts|content|contents|file|files|download|data|response|asset|assets|media|sample|samples|unsigned)(?:_|$)/;
const addresses = /(?:^|_)(?:url|urls|uri|uris|href|link|links|src|location)$/;

const extensions: Readonly<Record<'video' | 'image' | 'other', RegExp>> = {
  video: /\.(?:mp4|m4v|mov|webm|mkv|avi|mpe?g)$/i,
  image: /\.(?:png|jpe?g|webp|avif|gif|bmp|tiff?|heic|svg)$/i,
  other: /\.(?:json|txt|srt|vtt|html?|mp3|wav|m4a|aac|flac|ogg|xml|csv|log)$/i,
};

const mostLevels = 8;
const mostValues = 5000;

interface Candidate {
  text: string;
  /** Smaller is better. */
  rank: number;
}

/** `lastFrameUrl` as `last_frame_url`. */
const plainName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase();

/**
 * Returns the addresses of the results in a record, best first: URLs, paths at the gateway, and base64 as `data:` URLs.
 * They are found by meaning, wherever a service puts them: by the usual places, then by the names on the way to them and
 * the extension of the file. Covers, frames and what was sent are never results.
 */
export function resultsIn(record: JsonObject, kind: ResultKind): string[] {
  const usual = usualPlaces.flatMap((place, at) => {
    const text = addressOf(valueAt(record, place), 'url', kind);
    return text === null || isOther(text, kind) ? [] : [{ text, rank: at - usualPlaces.length }];
  });
  const found = [...usual, ...candidatesIn(record, kind)].sort((one, two) => one.rank - two.rank);
  return [...new Set(found.map(({ text }) => text))];
}

function valueAt(record: JsonObject, place: string): unknown {
  let value: unknown = record;
  for (const name of place.split('.')) value = Array.isArray(value) ? value[Number(name)] : asObject(value)?.[name];
  return value;
}

function candidatesIn(record: JsonObject, kind: ResultKind): Candidate[] {
  const found: Candidate[] = [];
  let level: { path: readonly string[]; value: unknown }[] = [{ path: [], value: record }];
  let values = 0;
  for (let depth = 0; depth < mostLevels && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { path, value } of level) {
      values += 1;
      if (values > mostValues) return found;
      const document = typeof value === 'string' ? documentIn(value) : null;
      if (document) next.push({ path, value: document });
      else if (typeof value === 'string') found.push(...candidateOf(path, value, kind));
      else if (Array.isArray(value)) for (const inner of value) next.push({ path, value: inner });
      else
        for (const [name, inner] of Object.entries(asObject(value) ?? {}))
          next.push({ path: [...path, plainName(name)], value: inner });
    }
    level = next;
  }
  return found;
}

/** Some services write the record of their result as the text of JSON. */
function documentIn(text: string): unknown {
  return /^\s*[[{]/.test(text.slice(0, 64)) ? (parseJson(text) ?? null) : null;
}

function candidateOf(path: readonly string[], value: string, kind: ResultKind): Candidate[] {
  const last = path.at(-1) ?? '';
  if (path.some((name) => asides.test(name))) return [];
  // A video may be in a list of images, under a name of its own or with its extension.
  const isOfImages = kind === 'video' && path.some((name) => imageWords.test(name));
  if (isOfImages && !path.some((name) => videoWords.test(name)) && !isNamed(value, 'video')) return [];
  const text = addressOf(value, last, kind);
  if (text === null || isOther(text, kind)) return [];
  const isOfKind = path.some((name) => (kind === 'image' ? imageWords : videoWords).test(name));
  const isResult = path.some((name) => results.test(name));
  const hasExtension = (kind !== 'image' && isNamed(text, 'video')) || (kind !== 'video' && isNamed(text, 'image'));
  const isInline = text.startsWith('data:');
  if (!isOfKind && !isResult && !hasExtension && !isInline) return [];
  // A relative path is only believed where its name says that it is an address.
  if (text.startsWith('/') && !addresses.test(last) && !hasExtension) return [];
  const rank = (hasExtension ? 0 : 40) + (isOfKind ? 0 : 20) + (isResult ? 0 : 10) + (addresses.test(last) ? 0 : 5);
  return [{ text, rank }];
}

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';
const isNamed = (address: string, what: 'video' | 'image' | 'other'): boolean => extensions[what].test(pathOf(address));

/** The extension or the type says that it is something else. */
function isOther(address: string, kind: ResultKind): boolean {
  const [, type] = /^data:([a-z]+)\//i.exec(address) ?? [];
  if (type !== undefined) return kind !== 'any' && type !== kind && type !== 'application';
  return isNamed(address, 'other') || (kind === 'video' && isNamed(address, 'image'));
}

/** Characters of base64 that are enough to detect a format. */
const telltale = 96;
const base64Fields = /b64|base64|bytes|video|image|data|content|result|output|file/;
const base64Text = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;

/** Returns a text as an address; `null` for every other text. */
function addressOf(value: unknown, field: string, kind: ResultKind): string | null {
  if (typeof value !== 'string') return null;
  const text = value.length < 4096 ? value.trim() : value;
  if (/^https?:\/\//i.test(text)) return /\s/.test(text.slice(0, 4096)) ? null : text;
  if (/^data:(?:video|image|audio|application\/octet-stream)/i.test(text)) return text;
  // `/9j/` begins a JPEG in base64.
  if (/^\/(?!9j\/|\/)[\w.~%/-]{2,1000}(?:\?\S{0,1000})?$/.test(text)) return text;
  if (!base64Fields.test(field) || !base64Text.test(text.slice(0, 16))) return null;
  const form = mediaForm(Buffer.from(text.slice(0, telltale), 'base64'), kind !== 'image');
  return form && base64Text.test(text.replace(/\s+/g, '')) ? `data:${form.mediaType};base64,${text}` : null;
}
