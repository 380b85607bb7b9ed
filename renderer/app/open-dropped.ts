import { openFileToOpen } from '../lib/files/files-to-open.ts';
import { fileToOpen } from '../lib/files/read-dropped.ts';
import { strings } from '../lib/i18n/strings.ts';
import { toast } from '../lib/notices/toasts.ts';

/** Shows those of the dropped files that Patchbay can open, and says so when there were others. */
export function openDropped(files: readonly File[]): void {
  const words = strings().pieces.files;
  const toOpen = files.flatMap((file) => fileToOpen(file) ?? []);
  for (const file of toOpen) openFileToOpen(file);
  if (toOpen.length < files.length) toast({ intent: 'warn', title: words.notOpened, body: words.opens });
}
