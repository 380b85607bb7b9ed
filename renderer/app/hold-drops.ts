/** Where dragged text may be dropped: the browser puts it in as plain text. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLInputElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/**
 * A file or link that is dropped beside every place for it leads nowhere. Without this the browser would open it, in a
 * new tab or in place of the page, and nobody was asked.
 */
export function holdDrops(): void {
  const hold = (event: DragEvent) => {
    if (event.defaultPrevented) return;
    if (takesText(event.target) && !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', hold);
  addEventListener('drop', hold);
}
