import { admitFile } from '../../lib/files.ts';
import { bytesOf } from '../../lib/wire/body-modes.ts';
import type { KeepPicture } from './model/pictures.ts';
import { pictureAddress, rememberPicture } from './thread/picture-address.ts';

/** Streams a picture of an answer into the file store; what is on the screen goes on to be shown from memory. */
export const keepPicture: KeepPicture = async (picture) => {
  const { base64, mediaType } = picture;
  const ending = /^image\/(\w+)/.exec(mediaType)?.[1] ?? 'png';
  const file = await admitFile(new File([bytesOf(base64)], `picture.${ending}`, { type: mediaType }));
  rememberPicture(file.id, pictureAddress(picture));
  return file;
};
