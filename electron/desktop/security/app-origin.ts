export const appScheme = 'app';
const appHost = 'patchbay';

/** The one origin of the page on the desktop. */
export const appOrigin = `${appScheme}://${appHost}`;

/** The one document that the window ever shows. */
export const pageAddress = `${appOrigin}/`;

/**
 * True for an address, or an origin, that belongs to the page. Read by its parts, never by its beginning: Node names the
 * origin of every custom scheme "null", and `app://patchbay.evil` begins like ours.
 */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${appScheme}:` && host === appHost && !username && !password;
}
