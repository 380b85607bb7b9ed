import type { Buffer } from 'node:buffer';

/** What the first bytes indicate: a media type and its file extension. */
export interface MediaForm {
  mediaType: string;
  ending: string;
}

export interface MediaFile extends MediaForm {
  sizeBytes: number;
  /** To be written into the file at the end. */
  patches: FilePatch[];
}

/** Bytes to be written at an offset of a file. */
export interface FilePatch {
  offset: number;
  bytes: Buffer;
}

/** This many bytes identify every known format. */
export const signatureBytes = 12;

const form = (mediaType: string, ending: string): MediaForm => ({ mediaType, ending });

/** Detects formats with an unambiguous signature. `isVideo` decides how containers for both kinds are named. */
export function mediaForm(bytes: Buffer, isVideo: boolean): MediaForm | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  switch (at(0, 4)) {
    case 'RIFF':
    case 'RF64':
      return containerInRiff(at(8, 12));
    case 'OggS':
      return isVideo ? form('video/ogg', 'ogv') : form('audio/ogg', 'ogg');
    case 'fLaC':
      return form('audio/flac', 'flac');
    case '\x1a\x45\xdf\xa3':
      return isVideo ? form('video/webm', 'webm') : form('audio/webm', 'weba');
    case 'GIF8':
      return form('image/gif', 'gif');
    case '\x89PNG':
      return form('image/png', 'png');
    case 'FORM':
      return form('audio/aiff', 'aiff');
  }
  if (at(0, 3) === 'ID3') return form('audio/mpeg', 'mp3');
  if (at(0, 3) === '\xff\xd8\xff') return form('image/jpeg', 'jpg');
  if (at(4, 8) !== 'ftyp') return null;
  if (at(8, 10) === 'qt') return form('video/quicktime', 'mov');
  return isVideo && at(8, 11) !== 'M4A' ? form('video/mp4', 'mp4') : form('audio/mp4', 'm4a');
}

function containerInRiff(kind: string): MediaForm | null {
  if (kind === 'WAVE') return form('audio/wav', 'wav');
  if (kind === 'WEBP') return form('image/webp', 'webp');
  return kind === 'AVI ' ? form('video/x-msvideo', 'avi') : null;
}

/** Detects formats whose frames begin with a sync word of a few bits, which raw audio samples may resemble. */
export function frameForm(bytes: Buffer): MediaForm | null {
  const [first, second = 0, third = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return form('audio/aac', 'aac');
  const isFrame =
    (second & 0x18) !== 0x08 && (second & 0x06) !== 0 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
  return isFrame ? form('audio/mpeg', 'mp3') : null;
}

/** Content types under which audio and video never arrive. */
const textLabel = /^(?:text\/|application\/(?:json|problem\+json|xml|xhtml))/i;
const audioLabel = /^audio\//i;
const mediaLabel = /^(?:audio|video|image)\//i;
/** Events of a speech stream, whatever their content type. */
const events = /^\s*(?:data: ?\{|event: ?\w|: ?\w)/;
const document = /^\s*[{[<]/;

/**
 * Tells whether a response that should be audio or video is one. Errors arrive as JSON or as a page with a 2xx status,
 * mostly labelled as such; raw samples may begin with any byte, so with an audio content type a first `{` proves
 * nothing.
 *
 * @param held the first 12 bytes, or all there are.
 */
export function isMedia(held: Buffer, label: string | null, isVideo: boolean): boolean {
  if (held.length === 0) return false;
  if (mediaForm(held, isVideo)) return true;
  const text = held.toString('latin1');
  if (held.length >= signatureBytes && events.test(text)) return false;
  if (label !== null && audioLabel.test(label) && !isVideo) return true;
  if (frameForm(held)) return true;
  if (label !== null && textLabel.test(label)) return false;
  if (document.test(text)) return false;
  if (label !== null && mediaLabel.test(label)) return true;
  return !isPlainText(held);
}

/** Content types of text formats outside `text/`. */
const textForm = /[/+](?:json|x-ndjson|jsonl|xml|yaml|x-yaml|javascript|x-www-form-urlencoded)\b/i;

/**
 * Tells whether a response of any kind is a file rather than readable text: by its signature, its content type, or a
 * byte that does not occur in text.
 *
 * @param held the first 12 bytes, or all there are.
 */
export function isFile(held: Buffer, label: string | null): boolean {
  if (held.length === 0) return false;
  if (mediaForm(held, true)) return true;
  if (label !== null && (textLabel.test(label) || textForm.test(label))) return false;
  if (document.test(held.toString('latin1'))) return false;
  if (label !== null && (mediaLabel.test(label) || /^application\/(?!octet-stream)/i.test(label))) return true;
  return held.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
}

/** Printable ASCII and whitespace only: a sentence, and neither samples nor a container. */
const isPlainText = (bytes: Buffer): boolean =>
  bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13);
