import type { FileRef } from '#shared/protocol/part.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import type { BodyDialect, VideoRouteId, VideoSettings } from './model/video-parameters.ts';
import type { ReferenceForm } from './model/video-request.ts';

interface VideoForm {
  routeId: VideoRouteId;
  dialect: BodyDialect;
  model: string;
  /** Further models that get the same prompt, to be compared. */
  also: string[];
  prompt: string;
  /** Prompts that were sent, or that gave way to the words of a task, newest first. */
  setAside: string[];
  /** Id of a task made elsewhere that is being typed. */
  adopting: string;
  settings: VideoSettings;
  references: FileRef[];
  referenceForm: ReferenceForm;
  /** The task that the next submission changes, by its id here. */
  remixOf: string | null;
  finishedFolded: boolean;
}

/** What is being composed. All of it comes back after a restart. */
export const useVideo = persistedStore<VideoForm>(
  'video',
  {
    routeId: 'videos',
    dialect: 'strict',
    model: '',
    also: [],
    prompt: '',
    setAside: [],
    adopting: '',
    settings: {},
    references: [],
    referenceForm: 'form',
    remixOf: null,
    finishedFolded: false,
  },
  {
    read: (stored, initial) => ({
      ...Object.fromEntries(
        Object.entries(initial).flatMap(([name, value]) =>
          name !== 'remixOf' && typeof stored[name] === typeof value ? [[name, stored[name]]] : [],
        ),
      ),
      remixOf: typeof stored.remixOf === 'string' ? stored.remixOf : null,
    }),
  },
);

/** The most models that one prompt is sent to at once. */
export const mostModels = 3;
