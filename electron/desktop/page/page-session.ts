import { type Session, session, systemPreferences } from 'electron';
import { appScheme } from '../security/app-origin.ts';
import { wallOff } from '../security/network-isolation.ts';
import { guardPermissions } from '../security/permissions.ts';
import { openDevPage } from './dev-page.ts';
import type { FileSource } from './file-response.ts';
import { openBuiltPage } from './page-response.ts';
import { createAppHandler } from './protocol.ts';

export interface PageSessionParts {
  /** Folder of the built page. */
  folder: string;
  /** Address of a development server that serves the page instead, or `null`. */
  devServer: string | null;
  files: FileSource;
}

/**
 * macOS asks the user at the first recording, which would be silent until then: Chromium starts it at once. Other
 * systems do not ask, or ask themselves.
 */
const askMicrophone = async () =>
  process.platform !== 'darwin' || (await systemPreferences.askForMediaAccess('microphone'));

/**
 * The session of the window: it serves `app://patchbay`, has no network and grants almost no permissions. It is
 * kept on disk only because the names of microphones would change with every start otherwise.
 */
export async function openPageSession({ folder, devServer, files }: PageSessionParts): Promise<Session> {
  const own = session.fromPartition('persist:page');
  guardPermissions(own, askMicrophone);
  await wallOff(own, devServer);
  own.setSpellCheckerEnabled(process.platform === 'darwin');
  const page = devServer === null ? await openBuiltPage(folder) : openDevPage(devServer);
  own.protocol.handle(appScheme, createAppHandler(page, files));
  return own;
}
