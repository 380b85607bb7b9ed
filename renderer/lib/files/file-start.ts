/** Bytes of a file that tell a web page. */
export const pageBytes = 512;

/** The first bytes of a file that a person dropped, pasted or chose, or why it holds none. Never rejects. */
export async function readStart(file: File, bytes: number): Promise<Uint8Array | 'folder' | 'empty'> {
  let start: Uint8Array;
  try {
    start = new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  } catch {
    // A folder that was dropped looks like a file until it is read.
    return 'folder';
  }
  return start.length > 0 ? start : 'empty';
}

/** True for the start of a web page, which gateways and sign-in walls give out in place of a picture or another file. */
export const looksLikePage = (bytes: Uint8Array): boolean =>
  /^\s*(?:<!doctype html|<html|<head|<body|<\?xml[^>]*>\s*<html)/i.test(
    new TextDecoder('latin1').decode(bytes.subarray(0, pageBytes)),
  );
