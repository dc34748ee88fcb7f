import { defaultExclude, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that put something of their own in the place of a module, which has to happen before anybody else reads it. */
const replacing = ['server/src/kernel/passwords.test.ts']

/** Short to read and long to run: begun first, so that none of them is what everybody waits for at the end. */
const longest =
  /\/(start|planted|scratch-domain|live-hub|transfer-servers|outage|plant|help|embedded-postgres|demo|kill|disk|sole-server|job-servers|back-test|numbers)\.test\.ts$/
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => longest.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !longest.test(moduleId)),
    ]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
          name: 'server',
          include: ['{server,simulator}/**/*.test.ts'],
          exclude: [...defaultExclude, ...replacing],
          globalSetup: ['server/test/cluster.ts'],
          setupFiles: ['server/test/setup.ts'],
          // A server is nothing that another one in its process could find changed, so that modules are read once for all of them.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'pure', include: ['{contract,console}/**/*.test.{ts,tsx}'], isolate: false } },
      { extends: true, test: { name: 'alone', include: ['tools/**/*.test.ts', ...replacing] } },
    ],
  },
})
