import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TestFile } from './dearest.ts'

/** What a test runner reported of its run. */
export interface TestReport {
  readonly passed: number
  readonly failed: number
  readonly files: readonly TestFile[]
  /** Each test that failed, a line: its file, its name and the first lines of why. */
  readonly failures: readonly string[]
}
export const nothingReported: TestReport = { passed: 0, failed: 0, files: [], failures: [] }

/** What was expected and what came stand a few lines below the first; the frames of the stack are left out. */
const failure = (file: string, name: string, why = ''): string => {
  const told = stripVTControlCharacters(why)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
  return `${file} › ${name}: ${told.slice(0, 6).join(' | ').slice(0, 500) || 'no reason was reported'}`
}

interface VitestJson {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly VitestFile[]
}
interface VitestFile {
  readonly name: string
  readonly startTime: number
  readonly endTime: number
  readonly message?: string
  readonly status: string
  readonly assertionResults: readonly { fullName: string; status: string; failureMessages?: string[] }[]
}
/** Reads what vitest's `json` reporter wrote; file names are told from `root` on. */
export const reportOfVitest = (json: unknown, root: string): TestReport => {
  const { numPassedTests, numFailedTests, testResults } = json as VitestJson
  // A file that could not be set up has no test of its own that failed.
  const isUnset = ({ status, assertionResults }: VitestFile): boolean =>
    status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
  return {
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(isUnset).length,
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: testResults.flatMap((one) => {
      const file = relative(root, one.name)
      if (isUnset(one)) return [failure(file, 'the file', one.message)]
      return one.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages?.[0]))
    }),
  }
}

interface PlaywrightSuite {
  readonly title: string
  readonly file: string
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      readonly results: readonly { duration: number; error?: { message?: string } }[]
    }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}
/** Every test below a suite, with the titles of the groups that it stands in. */
const testsIn = ({ specs, suites = [] }: PlaywrightSuite, groups: readonly string[] = []): PlaywrightTest[] => [
  ...specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, title: [...groups, title].join(' › ') }))),
  ...suites.flatMap((suite) => testsIn(suite, [...groups, suite.title])),
]
type PlaywrightTest = PlaywrightSuite['specs'][number]['tests'][number] & { readonly title: string }

/** Reads what Playwright's `json` reporter wrote of the files in `folder`. */
export const reportOfPlaywright = (json: unknown, folder: string): TestReport => {
  const { stats, suites, errors } = json as {
    stats: { expected: number; unexpected: number; flaky: number }
    suites: readonly PlaywrightSuite[]
    /** Of what is no test: a spec that does not load, a setup that fails. */
    errors: readonly { message?: string }[]
  }
  const files = suites.map((suite) => ({ file: `${folder}/${suite.file}`, tests: testsIn(suite) }))
  return {
    passed: stats.expected,
    // A test that passes only at the second try has failed.
    failed: stats.unexpected + stats.flaky + errors.length,
    files: files.map(({ file, tests }) => {
      const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
      return { file, seconds: durations.reduce((sum, one) => sum + one, 0) / 1000 }
    }),
    failures: [
      ...errors.map(({ message }) => failure(folder, 'the run', message)),
      ...files.flatMap(({ file, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected' || status === 'flaky')
          .map(({ title, results }) => {
            const messages = results.map(({ error }) => error?.message)
            return failure(
              file,
              title,
              messages.find((message) => message !== undefined),
            )
          }),
      ),
    ],
  }
}
