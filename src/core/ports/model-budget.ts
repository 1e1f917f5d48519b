/** What a language model may be asked in a day, by all processes of this machine together. */
export interface ModelBudget {
  /** Why nothing more may be asked today, a sentence for people; undefined while something may. */
  exhausted(): Promise<string | undefined>;
  /** Notes a question and its tokens; one without tokens was never asked. That it could not be noted is logged. What the queue asks it notes itself. */
  record(tokens: number): Promise<void>;
}
