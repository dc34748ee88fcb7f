import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,console,simulator,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/test/cluster.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
