import { openFileToOpen } from '../lib/files/files-to-open.ts';
import { fileToOpen } from '../lib/files/read-dropped.ts';
import { strings } from '../lib/i18n/strings.ts';
import { toast } from '../lib/notices/toasts.ts';

/** Whether dragged text may be dropped here: the browser inserts it as plain text. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLInputElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** A drag has no file names. Files that Patchbay opens have no media type, that of JSON, or their own. */
const mayOpen = ({ kind, type }: DataTransferItem): boolean =>
  kind === 'file' && (type === '' || /\b(?:json|har)\b|patchbay/i.test(type));

/**
 * Shows a file that Patchbay opens wherever it is dropped; any other file or link dropped outside a drop target is
 * ignored. Without this the browser would open it, in a new tab or in place of the page, without asking.
 */
export function handleDrops(): void {
  const isOurs = (event: DragEvent) =>
    !event.defaultPrevented && !(takesText(event.target) && !event.dataTransfer?.types.includes('Files'));
  addEventListener('dragover', (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    if (event.dataTransfer)
      event.dataTransfer.dropEffect = [...event.dataTransfer.items].some(mayOpen) ? 'copy' : 'none';
  });
  addEventListener('drop', (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) openDropped(files);
  });
}

/** Shows those of the dropped files that Patchbay can open, and says so when there were others. */
function openDropped(files: readonly File[]): void {
  const words = strings().pieces.files;
  const toOpen = files.flatMap((file) => fileToOpen(file) ?? []);
  for (const file of toOpen) openFileToOpen(file);
  if (toOpen.length < files.length) toast({ intent: 'warn', title: words.notOpened, body: words.opens });
}
