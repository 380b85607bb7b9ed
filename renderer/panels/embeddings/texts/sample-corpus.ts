import { toCsv } from '#shared/csv.ts';
import { embeddingsStore } from '../embeddings.ts';
import { useEmbeddingsView } from '../lab/analysis.ts';

const sampleName = 'Support questions';

/** Short questions of six topics, each with its own vocabulary, so that the map shows groups. */
const sample: Record<string, string> = {
  refund: `Where is the refund for my returned order?
The refund of my order has not arrived on my card
The refund of the order was sent to an old card
How long does the refund of an order take?
I got only half of the refund for my order
The refund for the returned order is missing on my card
Can the refund of my order go to another card?
The shop promised a refund of the order and sent a voucher
The refund is smaller than what I paid for the order
Stop the refund, the order has arrived after all`,
  courier: `The courier shows the parcel as delivered but it is not here
The courier left my parcel with a neighbor
Can the courier deliver the parcel to another address?
The courier has kept my parcel at the depot for a week
The courier did not ring and took the parcel back
Can the courier deliver the parcel in the evening?
Which courier delivers a parcel on Saturday?
The courier lost the parcel, says the depot
The courier delivered a wet and torn parcel
When will the courier deliver my parcel?`,
  account: `I can’t sign in to my account with the new password
The password reset for my account never comes
Sign in to the account fails after I changed the password
How do I reset the password of my account?
My account is locked, the password was wrong too often
The account password is rejected when I sign in
Where do I change the password of the account?
Sign in says that the password of my account is too old
My account asks for a new password at each sign in
Two accounts share one password, which one do I sign in to?`,
  'team plan': `Which plan has seats for a team of forty?
The price of the team plan for more seats
Can our team move to the yearly plan with the same seats?
The team plan shows two prices for seats
Add three seats to the plan of our team
Our team needs fewer seats, which plan fits?
Is there a plan with free seats for a school team?
What happens to the seats of the team when the plan ends?
Does the free plan limit the seats of a team?
The plan of our team was charged for too many seats`,
  app: `The app crashes on my phone since the update
The app closes by itself on the phone after the update
Since the update the app is slow on my phone
The app does not start on an old phone after the update
The update of the app does not install on my phone
The app drains the battery of the phone since the update
After the update the app freezes when I turn the phone
The app on my phone asks for the same update again
The phone gets hot when the app loads the update
The update removed the app from my phone`,
  invoice: `The invoice shows the wrong company name and tax number
Send me the invoice with tax for March
The tax number is missing on the invoice of the company
Can the invoice show the company tax in euros?
The company needs every invoice with tax of last year
The tax on the invoice of our company is wrong
The company got two invoices with tax for one month
Put our company address and tax number on the invoice
The invoice was sent to the wrong company
Our company pays no tax, please correct the invoice`,
};

const rows = Object.entries(sample).flatMap(([topic, texts]) => texts.split('\n').map((text) => [topic, text]));

/** Sets the sample as the source of a corpus, unless another one was opened meanwhile; its topics color the map. */
export function loadSample(corpusId: string): void {
  const store = embeddingsStore();
  if (store.current().id !== corpusId || store.getState().opening) return;
  store.readAs({ kind: 'csv', column: null });
  store.setSource(toCsv([['topic', 'text'], ...rows]).trimEnd(), sampleName);
  useEmbeddingsView.setState({ colorBy: 'topic' });
}
