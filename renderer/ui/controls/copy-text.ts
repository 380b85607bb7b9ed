/** Shows text that the clipboard refused; set once by the frame. */
let showRefused: (text: string, note: string) => void = () => undefined;

export function whenCopyRefused(show: typeof showRefused): void {
  showRefused = show;
}

/**
 * Copies text to the clipboard; all copying uses this. Where the browser refuses that, the frame shows the text to be
 * copied manually, and the caller has nothing to report.
 *
 * @param note shown with it then, such as what a command does differently.
 * @returns whether it is on the clipboard.
 */
export async function copyText(text: string, note = ''): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showRefused(text, note);
    return false;
  }
}
