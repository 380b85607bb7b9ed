/** What shows text that the clipboard refused, told once by the frame. */
let showRefused: (text: string, note: string) => void = () => undefined;

export function whenCopyRefused(show: typeof showRefused): void {
  showRefused = show;
}

/**
 * Puts text on the clipboard: the only way to it. Where the browser refuses that, the frame shows the text to be copied by
 * hand, and nothing else has to be said.
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
