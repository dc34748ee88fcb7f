import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,console,simulator,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/test/cluster.ts'],
    // One more than a small machine has cores: many tests wait, for a child that starts, a pause that ends, the database.
    maxWorkers: 3,
    // A fact that never comes fails; a machine that is slow does not.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
