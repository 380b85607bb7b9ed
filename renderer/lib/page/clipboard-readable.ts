/**
 * Whether a press may read the clipboard. The desktop app never lets the page, and a browser may have been told not to; one
 * that knows no such permission (Firefox) asks when it comes to it.
 */
export async function isClipboardReadable({ clipboard, permissions } = navigator): Promise<boolean> {
  if (!clipboard?.readText) return false;
  try {
    const { state } = await permissions.query({ name: 'clipboard-read' as PermissionName });
    return state !== 'denied';
  } catch {
    return true;
  }
}
