import { defineConfig } from '@playwright/test'

/** What moves the whole plant, changes what holds for all of it, or cries for help to everybody: one after the other. */
const wholeSite =
  /(accessibility|alarm-statistics|alarms|cockpit|display|fence|helmet-sos|live|lock|open-alarms|operators-day|penalty-points|rooms|site|wall)\.spec\.ts$/

/**
 * One site for the whole run (support/global-setup.ts). Who keeps records works beside others, as on a site: each spec on
 * records of its own, found by names of their own.
 */
export default defineConfig({
  testDir: './specs',
  globalSetup: './support/global-setup.ts',
  workers: 3,
  projects: [
    { name: 'site', testMatch: wholeSite, workers: 1 },
    { name: 'records', testIgnore: wholeSite },
  ],
  retries: 0,
  // A fact that never comes fails; a machine that is slow does not.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  outputDir: '../test-results',
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    // What glides costs most of the time; where that it does so matters, the spec says so.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['VIGIL_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-quic',
        // Only the map needs WebGL, in software; everything else is drawn for half the processor's time without it.
        '--disable-gpu-compositing',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--autoplay-policy=no-user-gesture-required',
        // A microphone and a camera, so that calls are heard and seen.
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        // A page lives for seconds: to make its code faster takes the processor longer than that code then saves, and so does to
        // look again and again through what it made.
        '--js-flags=--no-turbofan --no-maglev --min-semi-space-size=32',
      ],
    },
  },
})
