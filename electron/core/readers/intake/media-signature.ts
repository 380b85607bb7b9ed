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

const SPACE = 32;

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
      return /^AIF[FC]$/.test(at(8, 12)) ? form('audio/aiff', 'aiff') : null;
  }
  if (at(0, 3) === 'ID3' && (bytes[3] ?? 0) < SPACE) return form('audio/mpeg', 'mp3');
  if (at(0, 3) === '\xff\xd8\xff') return form('image/jpeg', 'jpg');
  if (at(0, 2) === 'BM' && at(6, 10) === '\0\0\0\0') return form('image/bmp', 'bmp');
  if (at(4, 8) !== 'ftyp') return null;
  if (/^avi[fs]$/.test(at(8, 12))) return form('image/avif', 'avif');
  if (/^(?:hei[cxms]|mif1)$/.test(at(8, 12))) return form('image/heic', 'heic');
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
