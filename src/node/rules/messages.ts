import type { DistillRules } from '../../core/distill/port.js';

export interface Asked {
  readonly id: number;
  readonly name: keyof DistillRules;
  readonly given: readonly unknown[];
}

export type Told = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failed: string };
