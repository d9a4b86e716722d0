import { availableParallelism } from 'node:os'
import { IS_DEEP, onThisMachine } from '@kirim/testing/test-run'
import { defineConfig } from '@playwright/test'
import type { WorkerOptions } from './support/test.ts'

/**
 * What also runs on PostgreSQL in `npm test`. The calls behind the other pages are tested on both
 * databases without a browser.
 */
const ON_POSTGRES = /[\\/]main-journey\.spec\.ts$/
/** Files, and single tests, for `npm run test:deep` alone. */
const DEEP = { files: /\.deep\.spec\.ts$/, tests: /@deep/ }

/**
 * A real browser against the real server on the sandbox network; each worker has its own server.
 */
export default defineConfig<object, WorkerOptions>({
  testDir: '.',
  ...(!IS_DEEP && { testIgnore: DEEP.files, grepInvert: DEEP.tests }),
  timeout: onThisMachine(120_000),
  workers: availableParallelism(),
  forbidOnly: Boolean(process.env.CI),
  outputDir: '../.cache/test-results',
  expect: { timeout: onThisMachine(20_000) },
  projects: [
    { name: 'SQLite', use: { engine: 'SQLite' } },
    {
      name: 'PostgreSQL',
      use: { engine: 'PostgreSQL' },
      ...(!IS_DEEP && { testMatch: ON_POSTGRES }),
    },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kuala_Lumpur',
    // Without a graphics card, each picture of a movement costs time of the processor.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs as much as the test itself: use `--trace retain-on-failure` when it is needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--disable-gpu',
        '--in-process-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-sync',
        // A page lives for seconds: optimizing its code takes longer than running it.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
