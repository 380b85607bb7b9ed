/**
 * Fetches the files of the first panel at once, as far as the host could tell which one it is: the document lists them as
 * links without effect, so that they do not delay the frame.
 */
export function preloadPanel(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]')) link.rel = link.dataset.rel ?? '';
}
