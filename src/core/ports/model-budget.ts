/** Daily token budget of language models, shared by all processes of this machine. */
export interface ModelBudget {
  /** The reason why the budget is used up, a sentence for people; undefined while it is not. */
  exhausted(): Promise<string | undefined>;
  /**
   * Records a question and its tokens; one without tokens was never asked. A failure is logged. The queue records its
   * own questions.
   */
  record(tokens: number): Promise<void>;
}
