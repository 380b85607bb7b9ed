export const appScheme = 'app';
const appHost = 'patchbay';

/** The one origin of the page on the desktop. */
export const appOrigin = `${appScheme}://${appHost}`;

/** The only document that the window ever shows. */
export const pageAddress = `${appOrigin}/`;

/**
 * Returns true for an address, or an origin, that belongs to the page. Compares its parts, never a prefix: Node
 * reports the origin of every custom scheme as "null", and `app://patchbay.evil` starts like ours.
 */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${appScheme}:` && host === appHost && !username && !password;
}
