/** The house rules of imports, by pattern, so that a new feature is guarded from its first day. */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'could-not-resolve', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(apps|packages/(?!contract/)|e2e|bench|prove)' },
    },
    {
      name: 'pure-packages-stand-alone',
      severity: 'error',
      from: { path: '^packages/(message-template|sandbox-network)/' },
      to: {
        path: '^(apps|e2e|bench|prove|packages/(?!message-template/|sandbox-network/|testing/))',
      },
    },
    {
      name: 'template-and-network-are-strangers',
      severity: 'error',
      from: { path: '^packages/(message-template|sandbox-network)/' },
      to: { path: '^packages/(message-template|sandbox-network)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'chatbot-engine-needs-only-rules',
      severity: 'error',
      from: { path: '^packages/chatbot-engine/' },
      to: {
        path: '^(apps|e2e|bench|prove|packages/(?!chatbot-engine/|contract/|message-template/))',
      },
    },
    {
      name: 'packages-never-reach-into-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/server/src/platform/' },
      to: { path: '^apps/server/src/(features/|adapters/|app\\.ts|wiring/|main\\.ts|config\\.ts)' },
    },
    {
      name: 'feature-never-imports-another-feature',
      severity: 'error',
      from: { path: '^apps/(server|web)/src/features/([^/]+)/' },
      to: { path: '^apps/$1/src/features/([^/]+)/', pathNot: '^apps/$1/src/features/$2/' },
    },
    {
      name: 'feature-never-imports-adapters-or-root',
      severity: 'error',
      from: { path: '^apps/server/src/features/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/(adapters/|app\\.ts|wiring/|main\\.ts|config\\.ts)' },
    },
    {
      name: 'adapters-implement-ports-only',
      severity: 'error',
      from: { path: '^apps/server/src/adapters/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/features/', pathNot: '\\.ports\\.ts$' },
    },
    {
      name: 'adapters-know-no-root-and-no-other-adapter',
      severity: 'error',
      from: { path: '^apps/server/src/adapters/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/server/src/(adapters/|app\\.ts|wiring/|main\\.ts|config\\.ts)',
        pathNot: '^apps/server/src/adapters/$1/',
      },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-shared-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/shared/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'web-feature-knows-no-app',
      severity: 'error',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'web-and-server-meet-in-contract',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: {
        path: '^(apps/server|packages/(?!contract/|message-template/|chatbot-engine/|testing/))',
      },
    },
    {
      name: 'product-never-imports-tests',
      severity: 'error',
      from: { path: '^(apps|packages/(?!testing/))', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      to: { path: '^(packages/testing/|e2e/|bench/|prove/|(apps|packages)/.*/testing/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|\\.test-d\\.)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.d.ts'],
    },
  },
}
