import { brokenByteFaults } from './scenarios/broken-bytes.ts';
import { chatFaults } from './scenarios/chat-faults.ts';
import { endingFaults } from './scenarios/cuts-and-stalls.ts';
import { editFaults } from './scenarios/edit-faults.ts';
import { errorShapeFaults } from './scenarios/error-shapes.ts';
import type { Fault } from './scenarios/fault.ts';
import { fixtureFaults } from './scenarios/fixtures.ts';
import { framingFaults } from './scenarios/framing.ts';
import { imageFaults } from './scenarios/image-faults.ts';
import { listingFaults } from './scenarios/listing-faults.ts';
import { nativeFaults } from './scenarios/native-faults.ts';
import { rankingFaults } from './scenarios/ranking-faults.ts';
import { responsesFaults } from './scenarios/responses-faults.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { sessionFaults } from './scenarios/session-faults.ts';
import { statusFaults } from './scenarios/statuses.ts';
import { toolFaults } from './scenarios/tool-faults.ts';
import { transcriptFaults } from './scenarios/transcript-faults.ts';
import { vectorFaults } from './scenarios/vector-faults.ts';
import { videoFaults } from './scenarios/video-faults.ts';
import { videoVocabularyFaults } from './scenarios/video-vocabularies.ts';

/** Every quirk and fault that the demo can show, in display order. */
export const faults: readonly Fault[] = [
  ...endingFaults,
  ...errorShapeFaults,
  ...statusFaults,
  ...framingFaults,
  ...chatFaults,
  ...toolFaults,
  ...responsesFaults,
  ...nativeFaults,
  ...listingFaults,
  ...vectorFaults,
  ...rankingFaults,
  ...imageFaults,
  ...editFaults,
  ...transcriptFaults,
  ...videoFaults,
  ...videoVocabularyFaults,
  ...brokenByteFaults,
  ...sessionFaults,
  ...fixtureFaults,
];

export const scenarios: readonly Scenario[] = faults.map(({ name, title, about, routes }) => ({
  name,
  title,
  about,
  routes,
}));

const byName = new Map(faults.map((fault) => [fault.name, fault]));

export const faultNamed = (name: string | null): Fault | null => (name === null ? null : (byName.get(name) ?? null));
