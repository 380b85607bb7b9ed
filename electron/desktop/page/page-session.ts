import { type Session, session, systemPreferences } from 'electron';
import { appScheme } from '../security/app-origin.ts';
import { isolateNetwork } from '../security/network-isolation.ts';
import { guardPermissions } from '../security/permissions.ts';
import type { FileSource } from './file-response.ts';
import { openBuiltPage, openDevPage } from './page-response.ts';
import { createAppHandler } from './protocol.ts';

export interface PageSessionParts {
  /** Folder of the built page. */
  folder: string;
  /** Address of a development server that serves the page instead, or `null`. */
  devServer: string | null;
  files: FileSource;
}

/**
 * macOS asks for the microphone at the first recording, but Chromium starts recording immediately, so it would be
 * silent until the user agrees. Other systems do not ask, or ask themselves.
 */
const askMicrophone = async () =>
  process.platform !== 'darwin' || (await systemPreferences.askForMediaAccess('microphone'));

/**
 * Opens the window's session: it serves `app://patchbay`, has no network and grants almost no permissions. It is
 * stored on disk only because microphone ids would otherwise change with every start.
 */
export async function openPageSession({ folder, devServer, files }: PageSessionParts): Promise<Session> {
  const own = session.fromPartition('persist:page');
  guardPermissions(own, askMicrophone);
  await isolateNetwork(own, devServer);
  own.setSpellCheckerEnabled(process.platform === 'darwin');
  const page = devServer === null ? await openBuiltPage(folder) : openDevPage(devServer);
  own.protocol.handle(appScheme, createAppHandler(page, files));
  return own;
}
