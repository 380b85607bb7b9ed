/** Where dragged text may be dropped: the browser puts it in as plain text. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLInputElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** A drag has no names. Files that Patchbay opens have no media type, that of JSON, or their own. */
const mayOpen = ({ kind, type }: DataTransferItem): boolean =>
  kind === 'file' && (type === '' || /\b(?:json|har)\b|patchbay/i.test(type));

/**
 * A file that Patchbay opens is shown wherever it is dropped; any other file or link that is dropped beside every place for
 * it leads nowhere. Without this the browser would open it, in a new tab or in place of the page, and nobody was asked.
 */
export function holdDrops(): void {
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
