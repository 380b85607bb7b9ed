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
    if (files.length > 0) void import('./open-dropped.ts').then(({ openDropped }) => openDropped(files));
  });
}
