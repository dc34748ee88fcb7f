import { relative } from 'node:path'
import type { TestFile } from './dearest.ts'

/** What a test runner reported of its run. */
export interface TestReport {
  readonly passed: number
  readonly failed: number
  readonly files: readonly TestFile[]
  /** Each test that failed, a line: its file, its name and the first line of why. */
  readonly failures: readonly string[]
}
export const nothingReported: TestReport = { passed: 0, failed: 0, files: [], failures: [] }

const failure = (file: string, name: string, why: string | undefined): string =>
  `${file} › ${name}: ${why?.split('\n').find((line) => line.trim() !== '') ?? 'no reason was reported'}`

interface VitestJson {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly startTime: number
    readonly endTime: number
    readonly message?: string
    readonly status: string
    readonly assertionResults: readonly { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}
/** Reads what vitest's `json` reporter wrote; file names are told from `root` on. */
export const reportOfVitest = (json: unknown, root: string): TestReport => {
  const { numPassedTests, numFailedTests, testResults } = json as VitestJson
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(root, name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      // A file that could not be set up has no test of its own that failed.
      if (status === 'failed' && failed.length === 0) return [failure(file, 'the file', message)]
      return failed.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages?.[0]))
    }),
  }
}

interface PlaywrightSuite {
  readonly file: string
  readonly specs: readonly {
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly { results: readonly { duration: number; error?: { message?: string } }[] }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}
const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'][number][] => [
  ...specs,
  ...suites.flatMap(specsOf),
]
/** Reads what Playwright's `json` reporter wrote of the files in `folder`. */
export const reportOfPlaywright = (json: unknown, folder: string): TestReport => {
  const { stats, suites } = json as {
    stats: { expected: number; unexpected: number; flaky: number }
    suites: readonly PlaywrightSuite[]
  }
  const files = suites.map((suite) => ({ file: `${folder}/${suite.file}`, specs: specsOf(suite) }))
  return {
    passed: stats.expected,
    // A test that passes only at the second try has failed.
    failed: stats.unexpected + stats.flaky,
    files: files.map(({ file, specs }) => {
      const durations = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
      return { file, seconds: durations.reduce((sum, one) => sum + one, 0) / 1000 }
    }),
    failures: files.flatMap(({ file, specs }) =>
      specs
        .filter(({ ok }) => !ok)
        .map(({ title, tests }) => {
          const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message))
          return failure(
            file,
            title,
            errors.find((message) => message !== undefined),
          )
        }),
    ),
  }
}
