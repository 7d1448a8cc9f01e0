import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig, globalIgnores } from 'eslint/config'
import globals from 'globals'
import typescript from 'typescript-eslint'

export default defineConfig(
    globalIgnores(['dist/', 'public/', 'src/lib/protocol/schema.ts']),
    js.configs.recommended,
    typescript.configs.recommended,
    svelte.configs.recommended,
    svelte.configs.prettier,
    { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: typescript.parser } },
    },
    {
        rules: {
            '@typescript-eslint/no-unused-vars': [
                'error',
                { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
            ],
            // State from the server is replaced as a whole ($state.raw), never changed in place.
            'svelte/prefer-svelte-reactivity': 'off',
        },
    },
)
