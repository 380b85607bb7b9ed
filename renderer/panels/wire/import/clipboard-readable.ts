/**
 * Returns whether a click may read the clipboard. The desktop app never allows the page to, and a browser may be set to
 * deny it; one that has no such permission (Firefox) asks at the time of reading.
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
