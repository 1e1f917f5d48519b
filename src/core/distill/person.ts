/** Parts of a text by what they say of people; offsets in UTF-16 units. */
export interface Person {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind:
    | 'name'
    | 'handle'
    | 'e-mail address'
    | 'phone number'
    | 'bank account number'
    | 'card number'
    | 'identity number'
    | 'street address';
}
