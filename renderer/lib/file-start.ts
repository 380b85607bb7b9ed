/** Bytes that a look needs, at most. */
const lookedAtBytes = 512;

/** True for the start of a web page, which gateways and sign-in walls give out in place of a picture or another file. */
export const looksLikePage = (bytes: Uint8Array): boolean =>
  /^\s*(?:<!doctype html|<html|<head|<body|<\?xml[^>]*>\s*<html)/i.test(
    new TextDecoder('latin1').decode(bytes.subarray(0, lookedAtBytes)),
  );
