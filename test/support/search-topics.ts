/** Six memories about unlike topics, for searches. */
import { type Bench, memoryText } from './service.js';

const TOPICS: readonly (readonly [name: string, description: string, body: string])[] = [
  [
    'database-choice',
    'PostgreSQL stores the orders',
    'We keep every order in PostgreSQL because the reports need joins.',
  ],
  [
    'night-mode',
    'Prefers dark colours in the editor',
    'The user likes a black background; bright screens tire the eyes.',
  ],
  ['release-day', 'Releases go out on Tuesdays', 'Deployment happens on Tuesday mornings, never before a holiday.'],
  ['parser-speed', 'The tokenizer is the bottleneck', 'Profiling showed that most time is spent in getNextToken.'],
  ['invoice-rounding', 'Invoices round half to even', 'Accounting asked for bankers rounding on every invoice line.'],
  [
    'api-limits',
    'The weather service allows 60 calls a minute',
    'More than that answers 429, so responses are kept for an hour.',
  ],
];

export async function writeTopics(bench: Bench): Promise<void> {
  for (const [name, description, body] of TOPICS)
    await bench.write(`${name}.md`, memoryText({ name, description, body, type: 'reference' }));
}
