const secretPair =
  /([?&](?:access|access_token|token|sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|key|auth_key)=)[^&#\s"]+/gi;

/**
 * A text without what opens the addresses in it: whoever has a signed address has the film. Patchbay itself keeps the
 * whole address to fetch it.
 */
export const hideTokens = (text: string): string => text.replace(secretPair, '$1[hidden]');
