import type { FileRef } from '#shared/routes/part.ts';
import type { Answer, AnswerImage } from './answer.ts';

export type KeepPicture = (picture: { base64: string; mediaType: string }) => Promise<FileRef>;

/**
 * The answer with its pictures as files, so that the conversation holds no megabytes of base64. A picture that can not
 * be stored stays as it came: nothing that arrived is lost.
 */
export async function keepPictures(answer: Answer, keep: KeepPicture): Promise<Answer> {
  if (answer.images.every(({ base64 }) => base64 === null)) return answer;
  const kept = async (image: AnswerImage): Promise<AnswerImage> => {
    const { base64, mediaType } = image;
    if (base64 === null) return image;
    const file = await keep({ base64, mediaType }).catch(() => null);
    return file ? { ...image, base64: null, file } : image;
  };
  return { ...answer, images: await Promise.all(answer.images.map(kept)) };
}
