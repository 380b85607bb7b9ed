import type { Fault } from '#demo/scenarios/fault.ts';
import { brokenByteFaults } from './broken-bytes.ts';
import { chatFaults } from './chat-faults.ts';
import { endingFaults } from './cuts-and-stalls.ts';
import { editFaults } from './edit-faults.ts';
import { errorShapeFaults } from './error-shapes.ts';
import { fixtureFaults } from './fixtures.ts';
import { framingFaults } from './framing.ts';
import { imageFaults } from './image-faults.ts';
import { listingFaults } from './listing-faults.ts';
import { nativeFaults } from './native-faults.ts';
import { rankingFaults } from './ranking-faults.ts';
import { responsesFaults } from './responses-faults.ts';
import { sessionFaults } from './session-faults.ts';
import { statusFaults } from './statuses.ts';
import { toolFaults } from './tool-faults.ts';
import { transcriptFaults } from './transcript-faults.ts';
import { vectorFaults } from './vector-faults.ts';
import { videoFaults } from './video-faults.ts';
import { videoVocabularyFaults } from './video-vocabularies.ts';

/** The faults that only tests use, in addition to those of the product. */
export const testFaults: readonly Fault[] = [
  ...brokenByteFaults,
  ...chatFaults,
  ...endingFaults,
  ...editFaults,
  ...errorShapeFaults,
  ...fixtureFaults,
  ...framingFaults,
  ...imageFaults,
  ...listingFaults,
  ...nativeFaults,
  ...rankingFaults,
  ...responsesFaults,
  ...sessionFaults,
  ...statusFaults,
  ...toolFaults,
  ...transcriptFaults,
  ...vectorFaults,
  ...videoFaults,
  ...videoVocabularyFaults,
];
