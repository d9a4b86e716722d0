import { defineConfig } from '@playwright/test'

/**
 * A real browser against the real server on the sandbox network;
 * each worker has a server of its own.
 */
export default defineConfig({
  testDir: '.',
  timeout: 90_000,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  outputDir: '../.cache/test-results',
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kuala_Lumpur',
    // A trace costs as much as the test itself:
    // `--trace retain-on-failure` makes one when it is wanted.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-sync',
      ],
    },
  },
})
