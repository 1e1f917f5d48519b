import js from '@eslint/js';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

import { userText } from './scripts/l10n-rule.mjs';

/** Every text of two words in them is one that people read; in the other folders, errors. */
const USER_TEXT = [
  'src/{cli,embed,extension,hook,host,llm,node,rpc,service}/**/*.ts',
  'src/core/{connect,dream,frontmatter,inject,lint,models,review,stores,write}/**/*.ts',
  'src/core/*.ts',
  'src/protocol/{check-settings,faults}.ts',
  'webview/**/*.ts',
];
/** What agents and models read, in English, and what is written into memories. */
const AGENT_TEXT = [
  'src/core/absolute-date.ts',
  'src/core/dream/{model-question,written-texts}.ts',
  'src/core/inject/{block,tools}.ts',
  'src/core/write/marks.ts',
  'src/extension/chat/{model-loop,model-prompt}.ts',
  'src/llm/instructions.ts',
  'src/service/connect/connections.ts',
  'src/service/inject/select-model.ts',
  'src/service/tools/**/*.ts',
];
/** Scripts for shells, samples and templates, words of languages, patterns, styles, reasons in a log, and what a program says before its language is known. */
const NOT_TEXT = [
  'src/cli/completion/{bash,fish,powershell,zsh}.ts',
  'src/cli/main.ts',
  'src/cli/lint/sarif.ts',
  'src/core/{date-direction,relative-phrases}.ts',
  'src/core/lint/convention.ts',
  'src/core/write/slug-words.ts',
  'src/embed/{baseline,sense-check,ollama/recipes}.ts',
  'src/extension/explorer/page.ts',
  'src/extension/write/draft-template.ts',
  'src/hook/run.ts',
  'src/node/background/warm-prompt.ts',
  'src/node/connect/launcher.ts',
  'webview/{colours,table/table-view}.ts',
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'test/fixtures/**', 'artifacts/**', '.bed/**', 'media/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.mjs', 'scripts/*.mjs', 'media/sample/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'simple-import-sort': simpleImportSort },
    rules: {
      'simple-import-sort/imports': 'error',
      'simple-import-sort/exports': 'error',
      'no-console': 'error',
      // Control characters in texts are what Memdir looks for.
      'no-control-regex': 'off',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'max-lines': ['error', { max: 500 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/require-await': 'off',
      // Bundlers drop what is not used of a namespace; behind `import { z }` stands one object with all of zod and its 50 languages of messages.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ImportDeclaration[importKind="value"][source.value=/^zod(\\u002F|$)/] > :matches(ImportSpecifier, ImportDefaultSpecifier)',
          message: "Import zod whole, so that bundles hold what is used of it alone: import * as z from 'zod'.",
        },
      ],
    },
  },
  {
    files: ['src/**', 'webview/**'],
    ignores: AGENT_TEXT,
    plugins: { memdir: { rules: { 'user-text': userText } } },
    rules: { 'memdir/user-text': 'error' },
  },
  {
    files: USER_TEXT,
    ignores: [...AGENT_TEXT, ...NOT_TEXT],
    rules: { 'memdir/user-text': ['error', { everywhere: true }] },
  },
  { files: ['src/cli/output.ts', 'scripts/**', 'test/{attack,bench}/**'], rules: { 'no-console': 'off' } },
  { files: ['test/**'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', setTimeout: 'readonly', fetch: 'readonly' },
    },
  },
);
