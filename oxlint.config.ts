import { defineConfig } from 'oxlint'
import { walls } from './tools/walls.ts'

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-relative-parent-imports': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '**/zod-without-eval.ts'] }],
    'jsx-a11y/no-noninteractive-element-to-interactive-role': ['error', { ul: ['listbox'], li: ['option'] }],
    'max-lines': ['error', { max: 300 }],
    'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
    'no-underscore-dangle': ['error', { allow: ['_links', '_Meta'] }],
    'no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
    ],
    'react/rules-of-hooks': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],

    // The compiler sees a switch that leaves nothing out; the linter doesn't.
    'typescript/consistent-return': 'off',
    // Made for another framework, or costing more words than the mistakes they find.
    'import/no-named-as-default-member': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'promise/always-return': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-unsafe-enum-assignment': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'vitest/no-conditional-expect': 'off',
  },
  overrides: [
    { files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**'], rules: { 'max-lines-per-function': 'off' } },
    // Playwright's fixtures look like hooks and take an object even where they need nothing of it.
    { files: ['tests/e2e/**'], rules: { 'no-empty-pattern': 'off', 'react/rules-of-hooks': 'off' } },
    ...walls,
  ],
})
