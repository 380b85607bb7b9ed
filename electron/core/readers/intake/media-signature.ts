import type { Buffer } from 'node:buffer';

/** What first bytes say: a media type and the ending of a file of it. */
export interface MediaForm {
  mediaType: string;
  ending: string;
}

/** So many bytes tell every format that is known here. */
export const signatureBytes = 12;

const form = (mediaType: string, ending: string): MediaForm => ({ mediaType, ending });

/** Formats with a mark that nothing else begins with. `isFilm` decides what containers of both kinds are called. */
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

/** Formats whose frames begin with a mark of a few bits, which samples of raw sound may look like. */
export function frameForm(bytes: Buffer): MediaForm | null {
  const [first, second = 0, third = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return form('audio/aac', 'aac');
  const isFrame =
    (second & 0x18) !== 0x08 && (second & 0x06) !== 0 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
  return isFrame ? form('audio/mpeg', 'mp3') : null;
}
