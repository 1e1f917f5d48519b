/** The import arrows of docs/architecture.md as an allow-list: what is not named here is an error. */
const layer = (from, to, packages = []) => ({
  from: { path: from },
  to: { path: [...to, ...packages.map((name) => `node_modules/${name.replace('/', '\\/')}/`)] },
});

/** Package -> the only folder or file that may import it. */
const homes = {
  '@vscode/l10n': '^src/core/l10n\\.ts$',
  'gray-matter': '^src/core/frontmatter',
  diff: '^src/core/diff\\.ts$',
  'd3-force': '^src/core/map/layout\\.ts$',
  'chrono-node': '^src/core/distill/text/dates\\.ts$',
  compromise: '^src/core/distill/(personal/people|labels/tokens)\\.ts$',
  '@orama/(stemmers|stopwords)': '^src/core/search/inflections\\.ts$',
  'opencc-js': '^src/core/search/script-folding\\.ts$',
  'better-sqlite3': '^src/store/sqlite/native\\.ts$',
  'sqlite-vec': '^src/store/sqlite/native\\.ts$',
  pg: '^src/store/postgres/(database|address|session)\\.ts$',
  'onnxruntime-node': '^src/embed/onnx/',
  'onnxruntime-web': '^src/embed/onnx/',
  '@huggingface/tokenizers': '^src/embed/onnx/',
  eld: '^src/embed/onnx/detect-language\\.ts$',
  ollama: '^src/embed/ollama/server\\.ts$',
  '@vscode/webview-ui-toolkit': '^webview/toolkit\\.ts$',
  '@tanstack/virtual-core': '^webview/table/grid\\.ts$',
  'd3-hierarchy': '^webview/budget/',
  marked: '^src/core/(loaded/imports|index/inner-comments)\\.ts$',
  picomatch: '^src/node/loaded/',
  commander: '^src/cli/',
  'proper-lockfile': '^src/node/',
  'env-paths': '^src/node/',
  'jsonc-parser': '^src/node/(connect|stores)/',
  'smol-toml': '^src/node/connect/toml-server\\.ts$',
};

const own = (name) => `^src/${name}/`;
const arrows = [
  layer('^webview/', ['^webview/', '^src/protocol/(webview/|contributions\\.ts$)', own('core'), 'node_modules']),
  layer(own('extension'), [own('extension'), own('protocol'), own('core')], ['@types/vscode', 'vscode-languageclient']),
  layer('^src/host/main\\.ts$', ['^src/node/compose\\.ts$']),
  layer('^src/(host/start|cli/main)\\.ts$', ['^src/node/compile-cache\\.ts$']),
  layer(
    own('host'),
    [own('host'), own('service'), own('protocol'), own('core')],
    ['vscode-languageserver', 'vscode-languageserver-textdocument', 'vscode-uri'],
  ),
  layer('^src/cli/commands-entry\\.ts$', [
    '^src/node/(compose|log|data-dir)\\.ts$',
    '^src/node/background/',
    '^src/node/team/administration\\.ts$',
    '^src/node/inject/memory-section\\.ts$',
    '^src/cli/',
  ]),
  layer('^src/cli/mcp-entry\\.ts$', ['^src/node/background/', '^src/node/inject/memory-section\\.ts$']),
  layer(
    own('cli'),
    [own('cli'), '^src/node/language\\.ts$', own('mcp'), own('service'), own('protocol'), own('core')],
    ['commander', '@types/sarif'],
  ),
  layer(own('hook'), [
    own('hook'),
    own('node'),
    own('service'),
    '^src/embed/no-embedder\\.ts$',
    own('protocol'),
    own('core'),
  ]),
  layer(own('mcp'), [own('mcp'), own('service'), own('protocol'), own('core')], ['@modelcontextprotocol/sdk', 'zod']),
  layer(
    own('node'),
    [own('node'), own('service'), own('store'), own('embed'), own('llm'), own('rpc'), own('protocol'), own('core')],
    ['proper-lockfile', 'env-paths', 'jsonc-parser', 'picomatch', '@types/picomatch', 'smol-toml', 'yaml', 'zod'],
  ),
  layer(own('service'), [own('service'), own('core'), '^src/protocol/tool(s|-schemas)\\.ts$'], ['lru-cache']),
  layer(
    own('store'),
    [own('store'), own('core'), own('simd')],
    ['better-sqlite3', 'sqlite-vec', 'pg', '@types/pg', 'fastest-levenshtein', 'lru-cache'],
  ),
  layer(
    own('embed'),
    [own('embed'), own('rpc'), own('core')],
    ['onnxruntime-node', 'onnxruntime-web', 'onnxruntime-common', '@huggingface/tokenizers', 'eld', 'ollama', 'zod'],
  ),
  layer(own('rpc'), [own('rpc'), own('core')]),
  layer(
    own('llm'),
    [own('llm'), own('core'), '^src/embed/ollama/server\\.ts$', '^src/embed/ollama/url\\.ts$'],
    ['zod'],
  ),
  layer(own('protocol'), [own('protocol'), own('core')], ['vscode-languageserver-protocol', 'zod']),
  // The inner loops in WebAssembly: a layer below core.
  layer(own('simd'), [own('simd')]),
  layer(
    own('core'),
    [own('core'), own('simd')],
    [
      '@vscode/l10n',
      'gray-matter',
      'marked',
      'yaml',
      'stemmer',
      '@orama/stemmers',
      '@orama/stopwords',
      'opencc-js',
      'fastest-levenshtein',
      'diff',
      'd3-force',
      'chrono-node',
      'compromise',
    ],
  ),
];

/** Layers that may use Node itself. Core, service and protocol may not. */
const nodeLayers = '^src/(host|cli|hook|mcp|node|store|embed|llm|rpc)/';

export default {
  forbidden: [
    // Circles of types alone too: a type that two files need has a file of its own.
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^vscode$' } },
    {
      name: 'no-node-in-pure-layers',
      severity: 'error',
      from: { path: '^(src/(core|simd|service|protocol|extension)|webview)/', pathNot: '^src/extension/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'vscode-only-in-extension',
      severity: 'error',
      from: { pathNot: '^src/extension/' },
      to: { path: '^(vscode$|node_modules/@types/vscode/)' },
    },
    ...Object.entries(homes).map(([name, home]) => ({
      name: `home-of-${name.replace(/[^a-z0-9]+/gi, '-')}`,
      severity: 'error',
      from: { path: '^(src|webview)/', pathNot: home },
      to: { path: `node_modules/${name}/` },
    })),
  ],
  allowed: [
    ...arrows,
    { from: { path: nodeLayers }, to: { dependencyTypes: ['core'] } },
    { from: { path: '^src/extension/' }, to: { dependencyTypes: ['core'] } },
    { from: { path: '^src/extension/' }, to: { path: '^vscode$' } },
    { from: { path: 'node_modules' }, to: {} },
  ],
  allowedSeverity: 'error',
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'require', 'types', 'default'],
    },
  },
};
