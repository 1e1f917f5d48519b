import type { DistillRules } from '../../core/ports/distill-rules.js';

const load = async () => (await import('../../core/distill/here.js')).RULES;

/** In this process, and loaded when they are needed. */
const HERE: DistillRules = {
  distilled: async (...given) => (await load()).distilled(...given),
  checked: async (...given) => (await load()).checked(...given),
  faults: async (...given) => (await load()).faults(...given),
};

export const rulesOf = ({ rules = HERE }: { readonly rules?: DistillRules | undefined }): DistillRules => rules;
