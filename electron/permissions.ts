import type { Session } from 'electron';
import { isOurs } from './app-origin.ts';

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
export type Permission = Parameters<RequestHandler>[1];

interface Asker {
  /** The last address that the asking frame loaded. */
  address: string;
  isMainFrame: boolean;
  /** Devices that a `media` question is about. */
  media: readonly string[];
}

/**
 * Two things are granted, to our own top frame alone: the microphone (the operating system asks the person as well) and
 * writing plain text to the clipboard. The camera, the screen and every device are not.
 */
export function isGranted(permission: Permission, { address, isMainFrame, media }: Asker): boolean {
  if (!isMainFrame || !isOurs(address)) return false;
  if (permission === 'clipboard-sanitized-write') return true;
  return permission === 'media' && media.length > 0 && media.every((device) => device === 'audio');
}

const onRequest: RequestHandler = (_contents, permission, answer, details) =>
  answer(
    isGranted(permission, {
      address: details.requestingUrl,
      isMainFrame: details.isMainFrame,
      media: 'mediaTypes' in details ? (details.mediaTypes ?? []) : [],
    }),
  );

const onCheck: CheckHandler = (_contents, permission, requestingOrigin, details) =>
  isGranted(permission, {
    // A check that is not made for a document has only its origin.
    address: details.requestingUrl ?? requestingOrigin,
    isMainFrame: details.isMainFrame,
    media: details.mediaType ? [details.mediaType] : [],
  });

/** Answers every permission question of a session: no by default. */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler(onRequest);
  session.setPermissionCheckHandler(onCheck);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}
