import type { Rule } from 'eslint';

export declare const userText: Rule.RuleModule;
