import { redactedKey } from '../redaction/redact.ts';

/** The environment variable that holds the key. */
export const keyVariable = 'PATCHBAY_API_KEY';

const keyHeader = /^(?:authorization|x-vendor-api-key|x-goog-api-key)$/i;

/** The variable for what was redacted in a header: the key, or a secret of the person's own named after the header. */
export const variableFor = (header: string) =>
  keyHeader.test(header) ? keyVariable : `PATCHBAY_${header.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;

/** Whether a header is the one that carries the key. */
export const isKeyHeader = (name: string) => keyHeader.test(name);

/** A text cut where something was redacted: one piece more than there were secrets. */
export const aroundSecrets = (text: string): string[] => text.split(redactedKey);

export const hasSecret = (text: string) => text.includes(redactedKey);
