import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than a small machine has cores: many tests wait, for a child that starts, a pause that ends, the database.
    maxWorkers: 3,
    // A fact that never comes fails; a machine that is slow does not.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{server,simulator,tools}/**/*.test.ts'],
          globalSetup: ['server/test/cluster.ts'],
        },
      },
      {
        extends: true,
        // They hold nothing that another file could find changed, so that modules are read once for all of them.
        test: { name: 'pure', include: ['{contract,console}/**/*.test.{ts,tsx}'], isolate: false },
      },
    ],
  },
})
