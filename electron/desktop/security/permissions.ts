import type { Session } from 'electron';
import { isOurs } from './app-origin.ts';

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
export type Permission = Parameters<RequestHandler>[1];

interface Asker {
  /** The last address loaded by the requesting frame. */
  address: string;
  isMainFrame: boolean;
  /** Devices that a `media` request is about. */
  media: readonly string[];
}

/**
 * Granted to our own top frame without a device: writing plain text to the clipboard, and showing a video full
 * screen.
 */
const harmless: readonly Permission[] = ['clipboard-sanitized-write', 'fullscreen'];

/**
 * Returns whether a permission is granted. Our own top frame gets the harmless ones and the microphone (the operating
 * system asks the user as well); the camera, the screen and every other device are denied.
 */
export function isGranted(permission: Permission, { address, isMainFrame, media }: Asker): boolean {
  if (!isMainFrame || !isOurs(address)) return false;
  if (harmless.includes(permission)) return true;
  return permission === 'media' && media.length > 0 && media.every((device) => device === 'audio');
}

/** Asks the system for the microphone, where that must happen before the first recording. */
export type AskMicrophone = () => Promise<boolean>;

const requestHandler =
  (askMicrophone: AskMicrophone): RequestHandler =>
  (_contents, permission, answer, details) => {
    const granted = isGranted(permission, {
      address: details.requestingUrl,
      isMainFrame: details.isMainFrame,
      media: 'mediaTypes' in details ? (details.mediaTypes ?? []) : [],
    });
    if (!granted || permission !== 'media') return answer(granted);
    askMicrophone().then(answer, () => answer(false));
  };

const onCheck: CheckHandler = (_contents, permission, requestingOrigin, details) =>
  isGranted(permission, {
    // A check that is not made for a document has only its origin.
    address: details.requestingUrl ?? requestingOrigin,
    isMainFrame: details.isMainFrame,
    media: details.mediaType ? [details.mediaType] : [],
  });

/** Decides every permission request of a session; denied by default. */
export function guardPermissions(session: Session, askMicrophone: AskMicrophone): void {
  session.setPermissionRequestHandler(requestHandler(askMicrophone));
  session.setPermissionCheckHandler(onCheck);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
}
