import { AppError } from '#shared/routes/failure.ts';
import { failureInWords } from '../../../lib/failures.ts';
import { admitFile, type UploadOptions } from '../../../lib/files.ts';
import { looksLikePage } from '../../../lib/looks-like-page.ts';
import { strings } from '../../../lib/strings.ts';
import type { Attachment } from '../model/conversation.ts';

/** Small text files go along as text: every model reads text, few read files. */
const textLimitBytes = 262_144;
const textName =
  /\.(md|txt|csv|json|jsonl|ya?ml|toml|xml|log|tsx?|jsx?|py|go|rs|java|c|h|cpp|cs|rb|php|sh|sql|css|html)$/i;
const isText = ({ type, name }: File) => type.startsWith('text/') || textName.test(name);

/**
 * Takes a file that is to go with a turn. Rejects with an `AppError`; `bad-input` for a file that would say nothing to a
 * model: an empty one, a folder, and a web page that was saved under the name of something else.
 */
export async function admitAttachment(file: File, options: UploadOptions): Promise<Attachment> {
  const words = strings().chat.composer.badFiles;
  let start: Uint8Array;
  try {
    start = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  } catch {
    // A folder that was dropped looks like a file until it is read.
    throw new AppError(failureInWords('bad-input', words.unreadable(file.name)));
  }
  if (start.length === 0) throw new AppError(failureInWords('bad-input', words.empty(file.name)));
  if (!isText(file) && looksLikePage(start)) throw new AppError(failureInWords('bad-input', words.page(file.name)));
  const ref = await admitFile(file, options);
  return { file: ref, text: isText(file) && file.size <= textLimitBytes ? await file.text() : null };
}
