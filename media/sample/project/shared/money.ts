/** An amount in the smallest unit of its currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}
