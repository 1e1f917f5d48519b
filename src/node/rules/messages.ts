import type { DistillRules } from '../../core/ports/distill-rules.js';

export interface Asked {
  readonly id: number;
  readonly name: keyof DistillRules;
  readonly given: readonly unknown[];
}

export type Told = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failed: string };
