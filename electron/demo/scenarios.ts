import { brokenByteFaults } from './scenarios/broken-bytes.ts';
import { chatFaults } from './scenarios/chat-quirks.ts';
import { endingFaults } from './scenarios/cuts-and-stalls.ts';
import { editFaults } from './scenarios/edit-quirks.ts';
import { errorShapeFaults } from './scenarios/error-shapes.ts';
import type { Fault, Scenario } from './scenarios/fault.ts';
import { fixtureFaults } from './scenarios/fixtures.ts';
import { framingFaults } from './scenarios/framing.ts';
import { imageFaults } from './scenarios/image-quirks.ts';
import { imageStreamFaults } from './scenarios/image-streams.ts';
import { listingFaults } from './scenarios/listing-quirks.ts';
import { nativeFaults } from './scenarios/native-quirks.ts';
import { rankingFaults } from './scenarios/ranking-quirks.ts';
import { responsesFaults } from './scenarios/responses-quirks.ts';
import { sessionFaults } from './scenarios/session-faults.ts';
import { statusFaults } from './scenarios/statuses.ts';
import { toolFaults } from './scenarios/tool-quirks.ts';
import { transcriptFaults } from './scenarios/transcript-quirks.ts';
import { vectorFaults } from './scenarios/vector-quirks.ts';
import { videoPollFaults } from './scenarios/video-polls.ts';
import { videoFaults } from './scenarios/video-quirks.ts';
import { videoVocabularyFaults } from './scenarios/video-vocabularies.ts';

/** Every quirk and fault that the demo can show, in the order of the lists that people see. */
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
  ...imageStreamFaults,
  ...editFaults,
  ...transcriptFaults,
  ...videoFaults,
  ...videoPollFaults,
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

export const faultNamed = (name: string): Fault | null => byName.get(name) ?? null;
