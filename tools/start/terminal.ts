import type { Text } from '@vigil/contract/kernel/text.ts'

/** A start that cannot go on, as a sentence in each language, with lines of evidence below it. */
export class StartRefused extends Error {
  constructor(text: Text, evidence: readonly string[] = []) {
    super([text.zh, text.en, ...evidence.map((line) => `  | ${line}`)].join('\n'))
    this.name = 'StartRefused'
  }
}

export interface Terminal {
  readonly say: (text: Text) => void
  /** Shows `work` as one line with its seconds; `work` answers what stands in that line. */
  readonly step: <T>(name: Text, work: () => Promise<{ result: T; note: Text }>) => Promise<T>
}

/** What the person who started us reads. Nothing of it goes to any log, so passwords may be among it. */
export const createTerminal = (output: NodeJS.WriteStream): Terminal => {
  // A reader that went away (a closed window, `| head`) must not end the site.
  output.on('error', () => output.destroy())
  let unfinished = ''
  const write = (line: string) => {
    if (output.destroyed) return
    if (output.isTTY) output.write(`\r\u001b[K${line}\n${unfinished}`)
    else output.write(`${line}\n`)
  }
  return {
    say: ({ zh, en }) => {
      if (zh === en) write(zh)
      else for (const line of zh.length + en.length < 70 ? [`${zh} / ${en}`] : [zh, en]) write(`  ${line}`)
    },
    step: async (name, work) => {
      const from = Date.now()
      const title = `  ${name.zh} / ${name.en}`
      if (output.isTTY) {
        unfinished = `${title} …`
        output.write(unfinished)
      }
      try {
        const { result, note } = await work()
        unfinished = ''
        write(`${title}: ${note.zh} / ${note.en}  ${((Date.now() - from) / 1000).toFixed(1)} s`)
        return result
      } finally {
        if (unfinished !== '') {
          unfinished = ''
          output.write('\n')
        }
      }
    },
  }
}
